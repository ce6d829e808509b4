import type { Browser, Page } from 'playwright-core';
import { extensions } from '../../host/extensions';
import { closeAll } from '../../host/lifetime';
import { startServer } from '../../host/serverHost';
import { workbenchUrl } from '../../host/workbenchUrl';
import { createWorld } from '../../host/world';
import { median, say } from '../figures';
import { type Gateway, startGateway } from '../gateway';

const rounds = 4;

/** The panel in a real window on a service of 2,000 offers: until it can be used, and until it shows what was answered. */
export async function measureWindow(browser: Browser): Promise<void> {
  const world = await createWorld({ clock: 'real', offers: 2_000 });
  const service = await startGateway(world.sandbox.url);
  const server = await startServer({
    userSettings: { ...world.settings, 'gpuRental.baseUrl': service.url },
    home: world.home,
    env: { ...world.environment, GPU_RENTAL_TEST_SANDBOX_URL: service.url },
    extensions: [extensions.gpuRental, extensions.companion],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(inEachFrame);
    await page.goto(workbenchUrl(server.origin, { folder: world.workspace }));
    const welcome = page.locator('.sidebar .welcome-view-content');
    await welcome.getByRole('button', { name: 'Search Offers' }).waitFor({ timeout: 60_000 });
    const opened: Opened[] = [];
    for (let round = 0; round < rounds; round++) opened.push(await openOnce(page, service));
    report(opened);
  } finally {
    service.close();
    await closeAll([
      ['The VS Code server', () => server.stop()],
      ['The sandbox', () => world.close()],
    ]);
  }
}

/** Moments, in milliseconds since the epoch. */
interface Opened {
  ordered: number;
  /** When VS Code began to load the panel's page. */
  began: number;
  interactive: number;
  answered: number;
  rows: number;
}

function report(opened: readonly Opened[]): void {
  const sayMedian = (what: string, time: (one: Opened) => number): void =>
    say(what, median(opened.map(time)).toFixed(0));
  sayMedian(
    'window: command to controls that can be used, ms (target 400)',
    (one) => one.interactive - one.ordered,
  );
  sayMedian('window: of it, VS Code until it loads the page, ms', (one) => one.began - one.ordered);
  sayMedian(
    'window: service’s answer of 2,000 offers to painted rows, ms (target 150)',
    (one) => one.rows - Math.max(one.answered, one.interactive),
  );
}

async function openOnce(page: Page, service: Gateway): Promise<Opened> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill('>GPU Rental: Browse Offers');
  await page.locator('.quick-input-list').getByRole('option', { name: 'Browse Offers' }).first().waitFor();
  service.answered = 0;
  const ordered = Date.now();
  await page.keyboard.press('Enter');
  const seen = await seenInPanel(page);
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill('>View: Close All Editors');
  await page
    .locator('.quick-input-list')
    .getByRole('option', { name: 'Close All Editors' })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator('iframe.webview').waitFor({ state: 'detached' });
  return { ordered, answered: service.answered, ...seen };
}

type Seen = Pick<Opened, 'began' | 'interactive' | 'rows'>;

async function seenInPanel(page: Page): Promise<Seen> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    for (const frame of page.frames()) {
      const seen = await frame.evaluate<Partial<Seen> | undefined>('window.panelSeen').catch(() => undefined);
      const { began, interactive, rows } = seen ?? {};
      if (began !== undefined && interactive !== undefined && rows !== undefined)
        return { began, interactive, rows };
    }
    await page.waitForTimeout(100);
  }
  throw new Error('The panel shows no offers.');
}

/** Notes in a panel's own frame when its parts are there and handed over to be painted. Plain JavaScript, for it is not built. */
const inEachFrame = `(() => {
  const seen = (window.panelSeen = { began: Date.now() });
  const note = (name) => {
    if (name in seen) return;
    seen[name] = undefined;
    requestAnimationFrame(() => setTimeout(() => (seen[name] = Date.now())));
  };
  const looking = setInterval(() => {
    const root = document.querySelector('panel-app')?.shadowRoot;
    if (root?.querySelector('search-line')?.shadowRoot?.querySelector('vscode-textfield, input, select')) note('interactive');
    if (root?.querySelector('offers-table')?.shadowRoot?.querySelector('.body [role="row"]')) note('rows');
    if (seen.rows !== undefined && seen.interactive !== undefined) clearInterval(looking);
  }, 5);
})()`;
