import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportOf } from '../../src/domain/money/ledger/report';
import { pageOf } from '../../src/webviews/spending/view';
import type { View } from '../../src/webviews/spending/protocol';
import { launchBrowser } from '../host/browser';
import { repository } from '../host/paths';
import { PanelPage } from '../unit/webviews/support/panelPage';
import { median, say } from './figures';
import { inPage } from './offers/inPage';
import { longLedger, now } from './spending';

/** How long the spending panel works on the report of 400 rentals in one piece, in a browser of its own. */
export async function measureSpendingPanel(): Promise<void> {
  const script = readFileSync(join(repository, 'dist/webviews/spending.js'), 'utf8');
  const ledger = longLedger();
  const browser = await launchBrowser();
  try {
    const panel = await PanelPage.open(browser, { panel: 'spending', script, before: inPage });
    const times: { waited: number; task: number }[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const page = pageOf({
        ledger,
        report: reportOf(ledger, undefined, 'last90Days', now + turn * 60_000),
        period: 'last90Days',
        forecast: { kind: 'ends', credit: 10, rate: 1, hours: 10, at: now },
        bill: { isLoading: false },
      });
      const view: View = { turn, account: 'robin@example.com', busy: false, page };
      await panel.page.evaluate(`window.next = ${JSON.stringify({ kind: 'view', view })}`);
      await panel.page.evaluate('panelBench.longestTask()');
      const waited = await panel.page.evaluate<number>('panelBench.painted(() => panelBench.send(next))');
      times.push({ waited, task: await panel.page.evaluate<number>('panelBench.longestTask()') });
    }
    const what = 'spending panel, 400 rentals in 90 days';
    say(`${what}: message to painted sums, ms`, median(times.map(({ waited }) => waited)).toFixed(0));
    say(`${what}: longest task, ms (0: none of 50)`, median(times.map(({ task }) => task)).toFixed(0));
  } finally {
    await browser.close();
  }
}
