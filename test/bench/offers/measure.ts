import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fetch from 'node-fetch';
import type { Browser } from 'playwright-core';
import { Client } from '../../../src/api/client';
import { offersSchema } from '../../../src/api/schemas/offers/offer';
import type { PanelQuery } from '../../../src/domain/offers/filters/panelQuery';
import type { View } from '../../../src/webviews/offers/protocol';
import { plainRows } from '../../../src/webviews/offers/view';
import { launchBrowser } from '../../host/browser';
import { repository } from '../../host/paths';
import { createSandbox } from '../../sandbox';
import { PanelPage } from '../../unit/webviews/support/panelPage';
import { best, crowding, median, say } from '../figures';
import { inPage } from './inPage';
import { measureWindow } from './window';

const query: PanelQuery = { type: 'on-demand', filters: {}, disk: 50, hours: 8 };
const narrower: PanelQuery = { ...query, filters: { gpu_ram: { gte: 24_000 }, num_gpus: { lte: 2 } } };
const searches = 200;

/** How fast the panel with offers is, in a browser of its own; each figure with what it should be at most. */
export async function measureOffers(): Promise<void> {
  const script = readFileSync(join(repository, 'dist/webviews/offers.js'), 'utf8');
  say('offers panel: code that is loaded with it only, bytes', script.length);
  const answer = await market(10_000);
  const rows = measureHost(answer);
  const browser = await launchBrowser();
  try {
    sayCrowding();
    await measureOpening(browser, script);
    await measureChanges(browser, script, rows.slice(0, 2_000), { filter: 50, sort: 50 });
    await measureChanges(browser, script, rows, { filter: 100, sort: 100 });
    await measureMemory(browser, script, rows.slice(0, 2_000));
    await measureWindow(browser);
    sayCrowding();
  } finally {
    await browser.close();
  }
}

/** All times but those of work grow with it. */
const sayCrowding = (): void =>
  say('how many times longer than alone things take now, for other work (1: alone)', crowding().toFixed(1));

/** An answer of the service, as its text. */
async function market(count: number): Promise<string> {
  const sandbox = await createSandbox({ sshd: false, offers: count, searchLimit: count });
  try {
    const client = new Client({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, fetch, spacingScale: 0 });
    const offers = await client.offers.search({ filters: { rentable: { eq: true } }, limit: count });
    return JSON.stringify({ offers });
  } finally {
    await sandbox.close();
  }
}

/** What the extension host does from the service's text to the message to the panel. */
function measureHost(answer: string) {
  const rowsOf = (text: string) => {
    const { offers } = offersSchema.parse(JSON.parse(text));
    return plainRows(offers.map((offer) => ({ offer, isBid: false, query: { filters: {} } }) as never));
  };
  const rows = rowsOf(answer);
  const { offers } = JSON.parse(answer) as { offers: unknown[] };
  const fewer = JSON.stringify({ offers: offers.slice(0, 2_000) });
  say('2,000 offers: answer to message in the extension host, ms', ms(best(() => rowsOf(fewer))));
  say('10,000 offers: answer to message in the extension host, ms', ms(best(() => rowsOf(answer))));
  return rows;
}

type Rows = ReturnType<typeof plainRows>;

/** From an empty page to controls that can be used. */
async function measureOpening(browser: Browser, script: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const panel = await open(browser, script);
    times.push(await panel.page.evaluate<number>('panelBench.interactive()'));
    await panel.page.close();
  }
  say(
    `page loaded to controls that can be used, ms (target 400, longest ${ms(Math.max(...times))})`,
    ms(median(times)),
  );
}

async function measureChanges(
  browser: Browser,
  script: string,
  rows: Rows,
  target: { filter: number; sort: number },
): Promise<void> {
  const many = `${rows.length.toLocaleString('en')} rows`;
  const panel = await open(browser, script);
  const { page } = panel;
  await page.evaluate('panelBench.interactive()');
  await page.evaluate(`window.rows = ${JSON.stringify(rows)}`);
  const work = await workOf(panel);
  const painted = async (act: string): Promise<Timed> => {
    const before = await work();
    await page.evaluate('panelBench.longestTask()');
    const waited = (await page.evaluate<number | null>(`panelBench.painted(() => { ${act} })`)) ?? NaN;
    const task = await page.evaluate<number>('panelBench.longestTask()');
    return { waited, task, work: (await work()) - before };
  };

  const arrivals: Timed[] = [];
  for (let round = 0; round < 5; round++)
    arrivals.push(await painted(`panelBench.send({ kind: 'market', rows: rows.slice(${round}) })`));
  const first = await page.evaluate<number>('panelBench.grid() ? 1 : 0');
  sayTimes(`${many}: message to painted rows`, arrivals, 50);
  const filters: Timed[] = [];
  for (let round = 0; round < 10; round++)
    for (const one of [narrower, query])
      filters.push(await painted(`panelBench.filter(${JSON.stringify(one)})`));
  sayTimes(`${many}: filter to painted rows`, filters, target.filter);
  if (first === 1) {
    const sorts: Timed[] = [];
    const count = await page.evaluate<number>('panelBench.headers().length');
    for (let round = 0; round < 16; round++)
      sorts.push(await painted(`panelBench.headers()[${1 + (round % (count - 2))}].click()`));
    const changed = sorts.filter(({ waited }) => !Number.isNaN(waited));
    sayTimes(`${many}: sort to painted rows`, changed, target.sort);
    await measureScrolling(panel, many, work);
  }
  await panel.page.close();
}

/** Pixels a frame: with a mouse wheel, and flung. */
const speeds = { rolls: 120, flies: 330 };

async function measureScrolling(
  { page }: PanelPage,
  many: string,
  work: () => Promise<number>,
): Promise<void> {
  const still = await page.evaluate<number[]>('panelBench.frames(120, () => undefined)');
  const perSecond = (all: readonly number[]): string =>
    (1000 / (all.reduce((sum, one) => sum + one, 0) / all.length)).toFixed(1);
  say(`${many}: frames a second while nothing happens`, perSecond(still));
  for (const [how, pixels] of Object.entries(speeds)) {
    await page.evaluate('panelBench.grid().scrollTop = 0');
    const before = await work();
    const { lengths, empty } = await page.evaluate<{ lengths: number[]; empty: number }>(
      `panelBench.scroll(180, ${pixels})`,
    );
    const each = ((await work()) - before) / lengths.length;
    const what = `${many}: while it ${how} (${pixels} px a frame),`;
    say(`${what} frames a second (target 60)`, perSecond(lengths));
    say(`${what} longest frame, ms (target 50)`, ms(Math.max(...lengths)));
    say(`${what} work of a frame, ms (target 16.7)`, ms(each));
    say(`${what} frames of ${lengths.length} with an empty place`, empty);
  }
}

/** Two heaps after garbage was collected: early, and after many more searches. */
async function measureMemory(browser: Browser, script: string, rows: Rows): Promise<void> {
  const { page } = await open(browser, script);
  const session = await page.context().newCDPSession(page);
  await page.evaluate('panelBench.interactive()');
  await page.evaluate(
    `window.texts = ${JSON.stringify([rows, rows.slice(500)].map((some) => JSON.stringify(some)))}`,
  );
  const search = (count: number) =>
    page.evaluate(`(async () => {
      for (let index = 0; index < ${count}; index++)
        await panelBench.search(texts[index % 2], [${JSON.stringify(query)}, ${JSON.stringify(narrower)}][index % 2]);
    })()`);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    return { usedSize, nodes };
  };
  await search(20);
  const before = await heap();
  await search(searches);
  const after = await heap();
  say(
    `heap after ${searches} more searches / before (target 1)`,
    (after.usedSize / before.usedSize).toFixed(2),
  );
  say('heap then, MiB', (after.usedSize / 2 ** 20).toFixed(1));
  say(
    `elements after ${searches} more searches / before (target 1)`,
    (after.nodes / before.nodes).toFixed(2),
  );
  await page.close();
}

const open = (browser: Browser, script: string): Promise<PanelPage> =>
  PanelPage.open(browser, { panel: 'offers', script, answers: [{ kind: 'view', view }], before: inPage });

const view: View = {
  turn: 1,
  account: 'robin@example.com · example.com',
  busy: false,
  page: { kind: 'market' },
  query,
  queryTurn: 1,
  layout: { columns: [] },
  age: 0,
  isCut: false,
  contradicted: [],
  badMachines: [],
  hasSavedSearches: false,
  hidden: 0,
};

const ms = (time: number): string => time.toFixed(1);

interface Timed {
  /** Milliseconds until it was painted; other work on this computer makes it longer. */
  waited: number;
  /** Milliseconds of the longest piece of work, other work on this computer included; 0 where none took 50. */
  task: number;
  /** Milliseconds that the page's main thread worked for it, with what came after the paint. */
  work: number;
}

function sayTimes(what: string, times: readonly Timed[], target: number): void {
  const waits = times.map(({ waited }) => waited);
  const longest = times.length > 1 ? `, longest ${ms(Math.max(...waits))}` : '';
  say(`${what}, ms (target ${target}${longest})`, ms(median(waits)));
  say(`${what}, ms of work`, ms(median(times.map(({ work }) => work))));
  say(`${what}, longest task, ms (0: none of 50)`, ms(median(times.map(({ task }) => task))));
}

/** Milliseconds of processor time that the page's main thread has had. */
async function workOf({ page }: PanelPage): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
}
