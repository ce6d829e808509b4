import { describe, expect, sandbox, story } from './support';
import { findSecrets } from './support/canary';
import { OffersPanel } from './support/offersPanel';
import type { Workbench } from './support/workbench';

describe('offers in a panel', () => {
  story('are ordered, compared and looked at by key', { signedIn: true }, async (window) => {
    await window.openSidebar();
    await window.view('Instances').welcomeButton('Browse Offers').click();
    const panel = new OffersPanel(window.page);
    await panel.ready();
    await window.screenshots('offers-panel');

    await panel.table.focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await window.page.keyboard.press(key);
    };
    await press('c', 'ArrowDown', 'c', 'ArrowDown', 'c');
    await panel.content.getByRole('heading', { name: 'Comparison' }).waitFor();
    await expect.poll(() => panel.button(/^Remove .* from the Comparison$/).count()).toBe(3);
    await press('Space', 'Shift+F10', 'ArrowDown', 'Enter');
    await panel.content.getByRole('heading', { name: 'Host', exact: true }).waitFor();
    await expect
      .poll(() => panel.table.getByRole('row', { name: /, pinned, in the comparison$/ }).count())
      .toBe(1);
    await window.screenshots('offers-compared');

    await panel.button('Close').first().click();
    await panel.button('Choose Columns…').click();
    await panel.content.getByRole('checkbox', { name: 'GPUs', exact: true }).uncheck();
    await panel.title('GPUs').waitFor({ state: 'detached' });
    await window.runCommand('View: Close Editor');
    await window.view('Instances').welcomeButton('Browse Offers').click();
    await panel.ready();
    await panel.title('GPU').waitFor();
    await expect.poll(() => panel.title('GPUs').count()).toBe(0);
  });

  story('are rented from the form beside them', { signedIn: true }, async (window) => {
    await window.runCommand('GPU Rental: Browse Offers');
    const panel = new OffersPanel(window.page);
    await panel.ready();
    await panel.rows.nth(2).dblclick();
    const title = await panel.launch.innerText();
    await panel.filter('Label').fill('from the panel');
    await panel.filter('Disk (GB)').fill('40');
    await panel.filter('Name of the new variable').fill('HF_TOKEN');
    await panel.filter('Value of the new variable').fill(secret);
    await panel.button('Add Variable').click();
    await panel.content.getByLabel('Value of HF_TOKEN').waitFor();
    await panel.filter('Disk (GB)').focus();
    await panel.button(/^Rent for \$/).waitFor();
    await window.screenshots('offers-launch');
    // Someone else is quicker: the form stays, and the most similar offers are shown.
    await sandbox().failNext({ method: 'PUT', path: '/asks/', status: 404, body: taken });
    await rent(window, panel);
    await panel.content.getByText('Someone else just took this offer.').waitFor();
    await panel.content.getByText('These offers are most similar to the one that was taken.').waitFor();
    await window.screenshots('offers-nearest');
    await expect.poll(() => panel.filter('Label').inputValue()).toBe('from the panel');
    await panel.rows.nth(1).dblclick();
    await panel.content.getByText('Someone else just took this offer.').waitFor({ state: 'detached' });
    expect(title).toMatch(/^Rent \d+× /);
    await rent(window, panel);
    await window.view('Instances').rows('from the panel').waitFor();
    await panel.launch.waitFor({ state: 'detached' });
    const [id = 0] = await sandbox().instanceIds();
    expect(await sandbox().launch(id)).toMatchObject({ disk: 40, env: { HF_TOKEN: secret } });
    expect(await findSecrets(window, { secrets: [secret], codes: [] })).toEqual([]);
  });

  story('are compared in a plot by key, and rented in a small window', { signedIn: true }, async (window) => {
    const { keyboard } = window.page;
    await window.runCommand('GPU Rental: Browse Offers');
    const panel = new OffersPanel(window.page);
    await panel.ready();
    await panel.button('Show Plot').focus();
    await keyboard.press('Enter');
    await panel.plot.waitFor();
    await panel.plot.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await keyboard.press(key);
    await expect.poll(() => panel.plotWords.textContent()).toMatch(/, Price \$.*, DLPerf .*, best value$/);
    const [, gpu] = /^\d+× ([^,]+),/.exec((await panel.plotWords.textContent()) ?? '') ?? [];
    const selected = panel.table.getByRole('row', { selected: true });
    await expect.poll(() => selected.innerText()).toContain(gpu);
    await window.screenshots('offers-plot');

    expect(await panel.violations()).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.page.emulateMedia({ forcedColors: 'active', colorScheme });
      await panel.content.locator(`body[data-vscode-theme-name="${highContrast[colorScheme]}"]`).waitFor();
      expect(await panel.violations({ colors: true }), colorScheme).toEqual([]);
    }
    await window.page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });

    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await panel.launch.waitFor();
    // As wide as after zooming in to 200 %.
    await window.runCommand('View: Toggle Primary Side Bar Visibility');
    await window.page.setViewportSize({ width: 450, height: 480 });
    await expect.poll(() => panel.overflow()).toBe(0);
    await rent(window, panel);
    await panel.launch.waitFor({ state: 'detached' });
    await window.runCommand('View: Close Editor');
    await window.runCommand('GPU Rental: Browse Offers');
    await panel.button('Hide Plot').waitFor();
  });
});

const secret = 'hf_canary_0123456789abcdef';
const highContrast = { light: 'Light High Contrast', dark: 'Dark High Contrast' };
const taken = { success: false, error: 'invalid_args', msg: 'error 404/3603: no_such_ask' };

/** The form's button, and the question with the price. */
async function rent(window: Workbench, panel: OffersPanel): Promise<void> {
  await panel.button(/^Rent for \$/).click();
  await window.dialog.waitFor('Rent ');
  await window.dialog.press('Rent for $');
}
