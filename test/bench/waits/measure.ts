import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fetch from 'node-fetch';
import type { Page } from 'playwright-core';
import { Dialog } from '../../e2e/support/dialog';
import { TreeView } from '../../e2e/support/treeView';
import { launchBrowser } from '../../host/browser';
import { extensions } from '../../host/extensions';
import { closeAll } from '../../host/lifetime';
import { startServer } from '../../host/serverHost';
import { workbenchUrl } from '../../host/workbenchUrl';
import { createWorld, type World } from '../../host/world';
import { crowding, median, ratio, say } from '../figures';
import { type Gateway, startGateway } from '../gateway';
import { listBody } from '../poll/listServer';
import { type Bystander, expectBystander } from './bystander';
import { commandRow, inPage, option, untilShown, untilWindow } from './stopwatch';

const rounds = 5;
const offers = 10_000;
/** Milliseconds between two calls that the client keeps, and a little more: it would be counted as waiting. */
const apart = { list: 1_200, search: 6_500 };

interface Stage {
  page: Page;
  world: World;
  gateway: Gateway;
  bystander: Bystander;
}

/**
 * What a person waits for in a real window, from the click or key to the frame that shows what follows, beside what no
 * program could be faster than; and how long the extension host does nothing else meanwhile.
 */
export async function measureWaits(): Promise<void> {
  const world = await createWorld({ clock: 'manual', offers, searchLimit: offers });
  const gateway = await startGateway(world.sandbox.url);
  const bystander = await expectBystander();
  const server = await startServer({
    // Polls of its own would come between.
    userSettings: {
      ...world.settings,
      'gpuRental.baseUrl': gateway.url,
      'gpuRental.pollIntervalSeconds': 3600,
    },
    home: world.home,
    env: { ...world.environment, ...bystander.environment, GPU_RENTAL_TEST_SANDBOX_URL: gateway.url },
    extensions: [extensions.gpuRental, extensions.companion, extensions.remoteSshStandIn, bystander.folder],
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.addInitScript(inPage);
    await page.goto(workbenchUrl(server.origin, { folder: world.workspace }));
    await new TreeView(page, 'Instances').welcomeButton('Search Offers').waitFor();
    const stage = { page, world, gateway, bystander };
    await measureIdle(stage);
    await measureRent(stage);
    await measurePanels(stage);
    await measureConnect(stage);
    for (const size of [10, 1000]) await measureRefresh(stage, size);
    say('how many times longer than alone things take now, for other work (1: alone)', crowding().toFixed(1));
  } finally {
    bystander.close();
    gateway.close();
    await closeAll([
      ['The browser', () => browser.close()],
      ['The VS Code server', () => server.stop()],
      ['The sandbox', () => world.close()],
    ]);
  }
}

/** What VS Code itself does in its extension host. */
async function measureIdle({ page, bystander }: Stage): Promise<void> {
  await bystander.take();
  await page.waitForTimeout(5_000);
  await sayBusy(bystander, 'while nothing happens');
}

async function measureRent({ page, world, gateway, bystander }: Stage): Promise<void> {
  const times = { rows: [] as number[], form: [] as number[], dialog: [] as number[], plain: [] as number[] };
  await bystander.take();
  for (let round = 0; round < rounds; round++) {
    await (await commandRow(page, 'GPU Rental: Search Offers')).click();
    const search = option(page, 'search Search,');
    await search.waitFor();
    await page.waitForTimeout(apart.search);
    const row = '.quick-input-list .monaco-list-row';
    times.rows.push(await untilShown(page, { selector: row, text: '/h' }, () => search.click()));
    const offer = option(page, '/h');
    const title = { selector: '.quick-input-title', text: 'Rent ' };
    times.form.push(await untilShown(page, title, () => offer.click()));
    const rent = option(page, /Rent for \$/);
    await rent.waitFor();
    // It looks at the price again, which is a search.
    await page.waitForTimeout(apart.search);
    const dialog = { selector: '.monaco-dialog-box', text: 'Rent ' };
    times.dialog.push(await untilShown(page, dialog, () => rent.click()));
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Cancel' }).click();
    // The form comes back.
    await rent.waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    times.plain.push(await requestOf(world, gateway, { path: 'bundles/', body: { limit: 64 } }));
  }
  sayWait('search to first row', times.rows, times.plain, 'one search');
  sayWait('offer to launch form', times.form);
  sayWait('Rent to dialog', times.dialog, times.plain, 'one search');
  await sayBusy(bystander, 'while one searches and rents');
}

/** From the command to the page that has rows or sums. */
async function measurePanels({ page, bystander }: Stage): Promise<void> {
  const panels = [
    {
      title: 'GPU Rental: Browse Offers',
      part: 'offers-table',
      what: `offers panel of ${offers} offers`,
      wait: apart.search,
    },
    {
      title: 'GPU Rental: Show Spending',
      part: 'spending-table, .sums',
      what: 'spending panel',
      wait: apart.list,
    },
  ];
  for (const { title, part, what, wait } of panels) {
    await bystander.take();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const command = await commandRow(page, title);
      const began = Date.now();
      await command.click();
      const content = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
      await content.locator(part).first().waitFor();
      times.push(Date.now() - began);
      await page.waitForTimeout(wait);
      await (await commandRow(page, 'View: Close All Editors')).click();
      await page.locator('iframe.webview').waitFor({ state: 'detached' });
    }
    sayWait(`command to ${what}`, times);
    await sayBusy(bystander, `while the ${what} opens`);
  }
}

async function measureConnect({ page, world, gateway, bystander }: Stage): Promise<void> {
  const { control } = world.sandbox;
  const [offer] = control.freeOffers();
  await ask(world, gateway, {
    path: `asks/${offer}/`,
    method: 'PUT',
    body: { image: 'debian:12', runtype: 'ssh_direct', label: 'bench' },
  });
  await control.advance(600);
  const [id = 0] = control.instanceIds();
  const view = new TreeView(page, 'Instances');
  await view.titleAction('Refresh Instances');
  await view.rows(/bench.*running/).waitFor();
  const connect = (): Promise<void> => view.inlineAction('bench', 'Connect');
  // The first one asks to edit the ssh config.
  await untilWindow(page, async () => {
    await connect();
    await new Dialog(page).press('Add Include Line');
  });
  const times = { window: [] as number[], plain: [] as number[] };
  await bystander.take();
  for (let round = 0; round < rounds; round++) {
    await page.bringToFront();
    await page.waitForTimeout(apart.list);
    times.window.push(await untilWindow(page, connect));
    const request = await requestOf(world, gateway, { path: 'instances/' });
    times.plain.push(request + (await timed(() => logIn(world, id))));
  }
  sayWait('Connect to window request', times.window, times.plain, 'one request and one login by ssh');
  await sayBusy(bystander, 'while one connects');
}

async function measureRefresh({ page, world, gateway, bystander }: Stage, size: number): Promise<void> {
  const body = JSON.parse(await listBody(size)) as { instances: object[] };
  const list = (round: number): string => {
    // A hundred of them change, or all where there are fewer.
    const instances = body.instances.map((one, index) => ({
      ...one,
      label: index % Math.max(1, size / 100) === 0 ? `bench round-${round}-` : 'bench',
    }));
    return JSON.stringify({ ...body, instances });
  };
  const view = new TreeView(page, 'Instances');
  const refresh = async (round: number): Promise<number> => {
    gateway.list = list(round);
    await page.waitForTimeout(apart.list);
    const row = { selector: '.sidebar .monaco-list-row', text: `round-${round}-` };
    return untilShown(page, row, () => view.titleAction('Refresh Instances'));
  };
  // The first one draws all of them.
  await refresh(0);
  const times = { drawn: [] as number[], plain: [] as number[] };
  await bystander.take();
  for (let round = 1; round <= rounds; round++) {
    times.drawn.push(await refresh(round));
    times.plain.push(await requestOf(world, gateway, { path: 'instances/' }));
  }
  sayWait(`refresh of ${size} instances to drawn tree`, times.drawn, times.plain, 'request and parse');
  await sayBusy(bystander, `while ${Math.min(size, 100)} of ${size} instances change, ${rounds} times`);
}

function sayWait(what: string, times: readonly number[], plain?: readonly number[], beside = ''): void {
  say(`${what}, ms, median`, median(times).toFixed(0));
  say(`${what}, ms, the first`, (times[0] ?? NaN).toFixed(0));
  if (!plain) return;
  say(`${beside}, ms, median`, median(plain).toFixed(0));
  say(`${what} / ${beside}`, ratio(median(times), median(plain)));
}

async function sayBusy(bystander: Bystander, when: string): Promise<void> {
  const { work, delay, delay99 } = await bystander.take();
  say(`extension host ${when}: longest piece of work, ms of its processor`, work.toFixed(0));
  say(`extension host ${when}: longest delay, ms`, delay.toFixed(0));
  say(`extension host ${when}: delay of one in a hundred, ms`, delay99.toFixed(0));
}

interface Request {
  path: string;
  method?: string;
  body?: object;
}

const requestOf = (world: World, gateway: Gateway, request: Request): Promise<number> =>
  timed(() => ask(world, gateway, request));

async function ask({ sandbox }: World, { url }: Gateway, { path, method, body }: Request): Promise<unknown> {
  const answer = await fetch(`${url}/api/v0/${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer.json();
}

const logIn = ({ sshConfigFile }: World, id: number): Promise<unknown> =>
  promisify(execFile)('ssh', ['-F', sshConfigFile, '-o', 'BatchMode=yes', `gpu-${id}`, 'true']);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
