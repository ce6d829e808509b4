import { describe, expect, rentElsewhere, sandbox, storiesInOneWindow } from './support';
import { SpendingPanel } from './support/spendingPanel';
import { fillIn, offerRow, openField, searchOffers } from './support/wizard';
import type { Workbench } from './support/workbench';

const day = 86_400;

// What was charged comes first: what a volume costs would be in its sums.
const story = storiesInOneWindow({ signedIn: true });

describe('what was charged', () => {
  story('is a document by day and instance, with sums', async (window) => {
    await sandbox().failNext({ method: 'GET', path: '/charges/', status: 200, body: bill() });
    await window.runCommand('GPU Rental: Show Charges…');
    await window.quickInput.waitFor(/^Charges of /);
    await window.quickInput.pick('Last 7 Days');
    const editor = window.page.locator('.editor-instance .view-lines');
    await editor.filter({ hasText: 'All days' }).waitFor();
    await window.screenshots('charges');
    const text = async () => (await editor.innerText()).replaceAll('\u00a0', ' ');
    await expect.poll(text).toMatch(/Total: \$16\.3755/);
    await expect.poll(text).toMatch(/instance-7\s+\$16\.08\d*\s+\$15\.60\d*\s+\$0\.48/);
    await window.page.locator('.editor-actions [aria-label^="Export Charges as CSV"]').waitFor();
    await seeSpending(window);
  });
});

describe('a volume', () => {
  story('is made with a rental, left over, and deleted', async (window) => {
    const instances = window.view('Instances');
    const volumes = window.view('Volumes');
    const sidebar = window.page.locator('.sidebar');
    expect(await volumes.rows().count()).toBe(0);
    await rentWithVolume(window);

    // Made: the view appears by itself, and the money is in sight.
    await volumes.rows(/\$[\d.]+\/month · on training · 50 GB/).waitFor();
    await sandbox().advance(300);
    await instances.rows(/training.*running/).waitFor();
    await window.notifications.told(/training .* is running/);
    await window.notifications.clear();
    await window.statusBarItem(/\$[\d.]+\/h/).waitFor();
    await volumes.expand('50 GB');
    await volumes.rows(/Attached to.*training/).waitFor();
    await volumes.rows(/Price.*\/month · \$/).waitFor();
    await window.screenshots('volume-made');

    // Left over: what a destroy does not end is said before and stays in sight.
    await instances.chooseFromMenu('training', 'Destroy');
    const question = await window.dialog.waitFor('Destroy training');
    expect(question).toMatch(/The volume “training-data” is kept and costs \$[\d.]+\/h \(\$[\d.]+\/month\)/);
    await window.screenshots('volume-destroy-confirm');
    // Enter leads to the files, and destroys nothing.
    await window.dialog.read();
    await window.page.keyboard.press('Enter');
    await window.quickInput.waitFor(/^Copy Files of training .* First/);
    await window.screenshots('copy-files-first');
    await window.quickInput.cancel();
    await instances.chooseFromMenu('training', 'Destroy');
    await window.dialog.waitFor('Destroy training');
    await window.dialog.press('Destroy');
    await volumes.rows('not attached').waitFor();
    await sidebar.getByText('Your volumes are still billed').waitFor();
    await window.statusBarItem(/\$0\.\d+\/h/).waitFor();
    await sandbox().advance(3 * day);
    await volumes.titleAction('Refresh Volumes');
    await volumes
      .spoken(/^Volume training-data, 50 gigabytes, [\d.]+ dollars per month, not attached/)
      .waitFor();
    await window.screenshots('volume-left-over');

    // Rented again: only its machine will do, and the form has it filled in.
    await volumes.inlineAction('not attached', 'Rent with Volume');
    await window.quickInput.waitFor(/volume “training-data” · machine \d+/);
    await window.quickInput.rows(offerRow).first().click();
    await window.quickInput.rows(/Volume, training-data at \/workspace/).waitFor();
    await window.screenshots('volume-rent-again');
    await window.quickInput.cancel();
    await window.notifications.clear();

    // Deleted: the price that ends is on the question, and with the last volume the view goes.
    await volumes.inlineAction('not attached', 'Delete Volume');
    expect(await window.dialog.waitFor('Delete the volume “training-data”')).toMatch(
      /Billing of \$[\d.]+\/h \(\$[\d.]+\/month\) for it ends\./,
    );
    await window.screenshots('volume-delete-confirm');
    await window.dialog.press('Delete Volume');
    await sidebar.getByText('Nothing is being billed').waitFor();
    await expect.poll(() => volumes.rows().count()).toBe(0);
    expect(await sandbox().volumes()).toEqual([]);
    await window.statusBarItem(/\$[\d.]+\/h/).waitFor({ state: 'detached' });
    await window.screenshots('volume-deleted');
  });
});

/** By instance and by day, charged or counted, and what is destroyed while it is seen. */
async function seeSpending(window: Workbench): Promise<void> {
  await rentElsewhere({ label: 'training' });
  await sandbox().advance(300);
  const instances = window.view('Instances');
  await instances.titleAction('Refresh Instances');
  await instances.rows(/training.*running/).waitFor();
  await sandbox().failNext({ method: 'GET', path: '/charges/', status: 200, body: bill() });
  await window.runCommand('GPU Rental: Show Spending');
  const panel = new SpendingPanel(window.page);
  // "about", where the window looked so late that a cent or more had to be assumed.
  await panel.content.getByRole('heading', { name: /^Last 30 days: (about )?\$16\.\d\d$/ }).waitFor();
  await panel.row(/^Instance 7 only in the charges/).waitFor();
  await panel.row(/^training \(\d+\) running/).waitFor();
  await panel.content.getByText(/The credit lasts .* at \$\d\.\d\d\/h, until about/).waitFor();
  await panel.button('Instance 7').click();
  await window.screenshots('spending');

  await instances.chooseFromMenu('training', 'Destroy');
  await window.dialog.waitFor('Destroy training');
  await window.dialog.press('Destroy');
  await panel.row(/^training \(\d+\) destroyed on/).waitFor();
  await panel.content.getByText('Nothing is billed now.').waitFor();
  await panel.button('By Day').click();
  await panel.plot.focus();
  await window.page.keyboard.press('End');
  const before = window.page.viewportSize();
  await window.page.setViewportSize({ width: 700, height: 1000 });
  await window.screenshots('spending-narrow');
  if (before) await window.page.setViewportSize(before);
}

/** Two instances and a volume on three days, the last of them today. */
function bill() {
  const today = Math.floor(Date.now() / 1000 / day) * day;
  const row = (daysAgo: number, source: string, parts: [type: string, amount: number][]) => ({
    start: today - daysAgo * day,
    end: today - (daysAgo - 1) * day,
    type: source.split('-')[0],
    source,
    description: `${source} Charges - 1 day`,
    amount: parts.reduce((sum, [, amount]) => sum + Math.round(amount * 1e6), 0) / 1e6,
    metadata: {},
    items: parts.map(([type, amount]) => ({ type, amount })),
  });
  const results = [
    ...[0, 1, 2].map((daysAgo) =>
      row(daysAgo, 'instance-7', [
        ['gpu', 5.2],
        ['disk', 0.16],
      ]),
    ),
    row(1, 'instance-8', [
      ['gpu', 0.2],
      ['disk', 0.0455],
      ['bandwidth', 0.02],
    ]),
    row(0, 'volume-3', [['disk', 0.03]]),
  ];
  return { success: true, count: results.length, total: results.length, next_token: null, results };
}

async function rentWithVolume(window: Workbench): Promise<void> {
  await searchOffers(window);
  await window.quickInput.rows(offerRow).first().click();
  await fillIn(window, 'Label', 'training');
  await openField(window, 'Volume');
  await window.quickInput.pick('Create Volume on This Machine');
  await window.quickInput.waitFor('Size in GB');
  await window.quickInput.accept('50');
  await window.quickInput.waitFor('Name of the volume');
  await window.quickInput.accept('training-data');
  await window.quickInput.waitFor('Mount path in the container');
  await window.quickInput.accept('/data');
  await window.quickInput.pick(/Rent for \$/);
  await window.dialog.waitFor('Includes $');
  await window.dialog.press('Rent for $');
}
