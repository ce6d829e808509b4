import { describe, expect, rentElsewhere, sandbox, story } from './support';
import { SpendingPanel } from './support/spendingPanel';
import type { Workbench } from './support/workbench';

const day = 86_400;

describe('what was charged', () => {
  story('is a document by day and instance, with sums', { signedIn: true }, async (window) => {
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
  await panel.content.getByText(/Lasts .* at \$\d\.\d\d\/h, until about/).waitFor();
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
