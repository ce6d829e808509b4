import { vi } from 'vitest';
import { placeCodes } from '../../src/domain/offers/search/vocabulary/places';
import { describe, expect, sandbox, storiesInOneWindow } from './support';
import { findSecrets } from './support/canary';
import { ContextMenu } from './support/contextMenu';
import { countHands } from './support/hands';
import { OffersPanel } from './support/offersPanel';
import { patience } from './support/patience';
import { SpendingPanel } from './support/spendingPanel';
import { stored } from './support/stored';
import { fillIn, offerRow, openField } from './support/wizard';
import type { Workbench } from './support/workbench';

const played = storiesInOneWindow({ signedIn: true, holdsSecrets: true });

describe('the cheapest offer that is wanted, in the panel', () => {
  played('is found from the empty side bar with few clicks and keys', async (window) => {
    const hands = countHands(window);
    const panel = new OffersPanel(window.page);
    await window.openSidebar();
    await hands.click(window.view('Instances').welcomeButton('Browse Offers'));
    await panel.ready();
    // The panel has the keyboard in its line.
    await expect.poll(() => panel.line().evaluate((input) => input.matches(':focus'))).toBe(true);
    await hands.type('1x 24gb 99% europe cuda>=12 disk>=100');
    // The rows are drawn a frame later than what is looked for.
    await vi.waitFor(() => expectWanted(panel), { timeout: patience });
    // Each letter is one key.
    expect(hands.count()).toEqual({ clicks: 1, keys: 37 });
    await panel.line().press('Enter');
    await expect
      .poll(() => panel.parts())
      .toEqual([
        '1 GPU',
        '≥ 24 GB VRAM',
        '≥ 99% reliable',
        'CUDA ≥ 12',
        'Europe',
        'verified',
        'on-demand',
        '100 GB disk',
        '8 hours',
      ]);
    await expectRoom(panel);
    await window.screenshots('offers-filtered');
    await panel.button('Europe').first().click();
    await panel.content.getByRole('option', { name: /^Europe, \d+ offers$/ }).waitFor();
    await window.screenshots('offers-places');
    await panel.line('Place').press('Escape');
    await inHighContrast(window, panel, 'offers-filtered-high-contrast');

    await explains(window, panel);
    await bids(window, panel);
    await startAgain(panel);
  });
});

describe('offers in a panel', () => {
  played('come back when the window is reloaded, like what was spent', async (window) => {
    await window.openSidebar();
    await window.view('Instances').welcomeButton('Browse Offers').click();
    const panel = new OffersPanel(window.page);
    await panel.ready();
    await panel.line().fill('40gb');
    await panel.line().press('Enter');
    await expect.poll(() => panel.parts()).toContain('≥ 40 GB VRAM');
    await panel.title('GPU').click();
    await expect.poll(() => panel.title('GPU').getAttribute('aria-sort')).toBe('ascending');
    await stored(window, '"sort":[{"column":"gpu"');
    await stored(window, '"gpu_ram":{"gte":40000}},"disk":20,"hours":8');
    await reload(window);
    await panel.ready();
    expect(await panel.parts()).toContain('≥ 40 GB VRAM');
    expect(await panel.title('GPU').getAttribute('aria-sort')).toBe('ascending');
    // Closed and opened again, too.
    await window.runCommand('View: Close Editor');
    await window.runCommand('GPU Rental: Browse Offers');
    await panel.ready();
    expect(await panel.title('GPU').getAttribute('aria-sort')).toBe('ascending');
    await panel.title('Price (/h)').click();
    await expect.poll(() => panel.title('Price (/h)').getAttribute('aria-sort')).toBe('ascending');
    await window.runCommand('View: Close Editor');

    await window.runCommand('GPU Rental: Show Spending');
    const period = new SpendingPanel(window.page).content.getByRole('combobox', { name: 'Time' });
    await period.selectOption('Last 7 days');
    await expect.poll(() => period.inputValue()).toBe('last7Days');
    await stored(window, '"period":"last7Days"');
    await reload(window);
    await expect.poll(() => period.inputValue()).toBe('last7Days');
    await window.runCommand('View: Close Editor');
  });

  played('are ordered, compared and looked at by key', async (window) => {
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
    const menu = new ContextMenu(window.page);
    await press('Shift+F10');
    await menu.items();
    await press('Escape');
    // The table has the keyboard again.
    await expect.poll(() => panel.table.evaluate((table) => table.matches(':focus'))).toBe(true);
    await press('Space', 'Shift+F10');
    expect((await menu.items()).slice(0, 4)).toEqual([
      'Rent…',
      'Show Details',
      'Unpin',
      'Remove from Comparison',
    ]);
    await window.screenshots('offers-menu');
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await panel.content.getByRole('heading', { name: 'Host', exact: true }).waitFor();
    await expect
      .poll(() => panel.table.getByRole('row', { name: /, pinned, in the comparison$/ }).count())
      .toBe(1);
    await window.screenshots('offers-compared');

    await panel.button('Close').first().click();
    await panel.button('Choose Columns…').click();
    await window.quickInput.waitFor('Columns');
    await window.quickInput.toggle(/^GPUs/);
    await window.quickInput.accept();
    await panel.title('GPUs').waitFor({ state: 'detached' });
    await window.runCommand('View: Close Editor');
    await window.view('Instances').welcomeButton('Browse Offers').click();
    await panel.ready();
    await panel.title('GPU').waitFor();
    await expect.poll(() => panel.title('GPUs').count()).toBe(0);
    await panel.title('GPU').click({ button: 'right' });
    await menu.choose('Reset Columns');
    await panel.title('GPUs').waitFor();
  });

  played('are rented from the form on top of them', async (window) => {
    await window.runCommand('GPU Rental: Browse Offers');
    const panel = new OffersPanel(window.page);
    await panel.ready();
    await panel.change(/GB disk$/, '40');
    await panel.rows.nth(2).dblclick();
    await rentRow(window).waitFor();
    await window.quickInput.rows(/ Disk, 40 GB/).waitFor();
    await fillIn(window, 'Label', 'from the panel');
    await openField(window, 'Environment variables');
    await window.quickInput.type(`HF_TOKEN=${secret}`);
    await window.quickInput.pick('Add HF_TOKEN');
    await window.quickInput.rows(/Environment variables, HF_TOKEN/).waitFor();
    await window.screenshots('offers-launch');
    // Left by Escape, the form keeps what is filled in, and the panel is as it was.
    await window.quickInput.escape();
    await window.notifications.told('The launch form was closed');
    expect(await panel.parts()).toContain('40 GB disk');
    await panel.rows.nth(2).dblclick();
    await window.quickInput.pick('Resume Closed Form');
    await window.quickInput.rows(/Label, from the panel/).waitFor();
    // Someone else is quicker: the most similar offers are shown, and the form stays filled in.
    await sandbox().failNext({ method: 'PUT', path: '/asks/', status: 404, body: taken });
    await rent(window);
    await window.quickInput.waitFor('That Offer Was Just Taken');
    await window.screenshots('offers-nearest');
    await window.quickInput.rows(offerRow).first().click();
    await window.dialog.waitFor('Rent ');
    await window.dialog.press('Rent for $');
    await window.view('Instances').rows('from the panel').waitFor();
    const [id = 0] = await sandbox().instanceIds();
    expect(await sandbox().launch(id)).toMatchObject({ disk: 40, env: { HF_TOKEN: secret } });
    expect(await findSecrets(window, { secrets: [secret], codes: [] })).toEqual([]);
  });

  // The last one, since it leaves the window small.
  played('are compared in a plot by key, and rented in a small window', async (window) => {
    const { keyboard } = window.page;
    await window.runCommand('GPU Rental: Browse Offers');
    const panel = new OffersPanel(window.page);
    await panel.ready();
    // It is seen the first time.
    await panel.plot.waitFor();
    await panel.button('Hide Plot').focus();
    await keyboard.press('Enter');
    await panel.plot.waitFor({ state: 'detached' });
    await keyboard.press('Enter');
    await panel.plot.waitFor();
    await panel.plot.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await keyboard.press(key);
    await expect.poll(() => panel.plotWords.textContent()).toMatch(/, Price \$.*, DLPerf .*, best value$/);
    const [, gpu] = /^\d+× ([^,]+),/.exec((await panel.plotWords.textContent()) ?? '') ?? [];
    const selected = panel.table.getByRole('row', { selected: true });
    await expect.poll(() => selected.innerText()).toContain(gpu);
    await window.screenshots('offers-plot');
    await panel.button('Move Beside Table').click();
    await panel.button('Move Above Table').waitFor();
    await window.screenshots('offers-plot-beside');
    await panel.button('Move Above Table').click();
    await panel.plot.focus();
    await keyboard.press('+');
    await panel.button('Reset Zoom').click();

    expect(await panel.violations()).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.page.emulateMedia({ forcedColors: 'active', colorScheme });
      await panel.content.locator(`body[data-vscode-theme-name="${highContrast[colorScheme]}"]`).waitFor();
      expect(await panel.violations({ colors: true }), colorScheme).toEqual([]);
    }
    await window.page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });

    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await rentRow(window).waitFor();
    await window.quickInput.escape();
    // As wide as after zooming in to 200 %.
    await window.runCommand('View: Toggle Primary Side Bar Visibility');
    await window.page.setViewportSize({ width: 450, height: 480 });
    await expect.poll(() => panel.overflow()).toBe(0);
    const before = await sandbox().instanceIds();
    await panel.table.focus();
    await keyboard.press('Enter');
    await rentRow(window).waitFor();
    await rent(window);
    await expect.poll(async () => (await sandbox().instanceIds()).length).toBe(before.length + 1);
    await window.runCommand('View: Close Editor');
    await window.runCommand('GPU Rental: Browse Offers');
    await panel.button('Hide Plot').waitFor();
  });
});

const secret = 'hf_canary_0123456789abcdef';
const highContrast = { light: 'Light High Contrast', dark: 'Dark High Contrast' };
const taken = { success: false, error: 'invalid_args', msg: 'error 404/3603: no_such_ask' };

/** The row of the form that rents. */
const rentRow = (window: Workbench) => window.quickInput.rows(/Rent for \$/);

/** That row, and the question with the price. */
async function rent(window: Workbench): Promise<void> {
  await window.quickInput.pick(/Rent for \$/);
  await window.dialog.waitFor('Rent ');
  await window.dialog.press('Rent for $');
}

/** All rows are what is wanted, the cheapest first, priced while they run and while they are stopped. */
async function expectWanted(panel: OffersPanel): Promise<void> {
  const rows = await panel.rowTexts();
  expect(rows.length).toBeGreaterThan(5);
  const prices = rows.map((row) => Number(row['Price (/h) ↑']?.slice(1)));
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  const europe = placeCodes('europe') ?? [];
  for (const row of rows) {
    expect(row).toMatchObject({ GPUs: '1', Verified: 'yes' });
    expect(row['Stopped (/h)']).toMatch(/^\$\d+\.\d+$/);
    expect(row['For 8 h']).toMatch(/^\$\d+\.\d+$/);
    expect(Number(row['VRAM each (GB)'])).toBeGreaterThanOrEqual(24);
    expect(Number(row.CUDA)).toBeGreaterThanOrEqual(12);
    expect(Number.parseFloat(row.Reliability ?? '')).toBeGreaterThanOrEqual(99);
    expect(Number(row['Largest disk (GB)'])).toBeGreaterThanOrEqual(100);
    expect(europe).toContain(placeCodes(row.Place ?? '')?.[0]);
  }
}

/** In a window of 1280 × 800 with its side bar, what decides is seen at once: 18 rows and these columns of them. */
async function expectRoom(panel: OffersPanel): Promise<void> {
  const seen = await panel.table.evaluate((table) => {
    const { top, bottom, left, right } = table.getBoundingClientRect();
    const head = table.querySelector('.head')?.getBoundingClientRect().bottom ?? top;
    const isSeen = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return box.top >= head - 1 && box.bottom <= bottom && box.left >= left && box.right <= right;
    };
    const first = [...(table.querySelector('.body [role=row]')?.querySelectorAll('[role=gridcell]') ?? [])];
    const titles = [...table.querySelectorAll<HTMLElement>('[role=columnheader]')];
    return {
      rows: [...table.querySelectorAll('.body [role=row]')].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= head - 1 && box.bottom <= bottom;
      }).length,
      columns: titles.flatMap((title, at) =>
        first[at] && isSeen(first[at]) ? (title.dataset.title ?? []) : [],
      ),
    };
  });
  expect(seen.rows).toBeGreaterThanOrEqual(18);
  expect(seen.columns).toEqual(
    expect.arrayContaining([
      'price',
      'dlperfPerDollar',
      'gpu',
      'place',
      'reliability',
      'download',
      'duration',
    ]),
  );
}

async function inHighContrast(window: Workbench, panel: OffersPanel, name: string) {
  await window.page.emulateMedia({ forcedColors: 'active' });
  await panel.content.locator('body.vscode-high-contrast').waitFor();
  await window.screenshot(name);
  await window.page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
  await panel.content.locator('body.vscode-dark').waitFor();
}

async function explains(window: Workbench, panel: OffersPanel): Promise<void> {
  await panel.line().fill('<$0.001');
  await panel.content.getByText('No offers match < $0.001/h').waitFor();
  await panel.line().press('Enter');
  await window.screenshots('offers-none');
  await panel.button('Drop < $0.001/h').click();
  await panel.content.getByRole('gridcell', { name: 'RTX 4090' }).first().waitFor();
}

/** The first row costs the bid and the disk, which is billed while it is stopped, too. */
async function expectBids(panel: OffersPanel): Promise<void> {
  const [first] = await panel.rowTexts();
  const dollars = (heading: string): number => Number(first?.[heading]?.slice(1));
  expect(first?.Rental).toBe('interruptible');
  expect(dollars('Price (/h) ↑')).toBeCloseTo(0.15 + dollars('Stopped (/h)'), 3);
  expect(dollars('Lowest bid (/h)')).toBeLessThan(dollars('On demand (/h)'));
}

async function bids(window: Workbench, panel: OffersPanel): Promise<void> {
  await panel.line().fill('interruptible');
  await panel.line().press('Enter');
  await panel.change(/^\s*lowest bid/, '0.15');
  await panel.content.getByRole('columnheader', { name: 'Lowest bid' }).waitFor();
  await vi.waitFor(() => expectBids(panel), { timeout: patience });
  await panel.content.getByText(/^\d+ of \d+ offers need a higher bid\.$/).waitFor();
  await panel.content
    .getByRole('gridcell', { name: /bid too low/ })
    .first()
    .waitFor();
  await window.screenshots('offers-bid');
}

/** What a panel is opened with for the first time: these filters are remembered. */
async function startAgain(panel: OffersPanel): Promise<void> {
  await panel.button('Clear All').click();
  await panel.line().fill('verified on-demand disk>=20');
  await panel.line().press('Enter');
  await expect.poll(() => panel.parts()).toEqual(['verified', 'on-demand', '20 GB disk', '8 hours']);
  await panel.content.getByRole('columnheader', { name: 'Lowest bid' }).waitFor({ state: 'detached' });
}

async function reload(window: Workbench): Promise<void> {
  await window.page.reload();
  await window.ready();
  await window.signedIn();
}
