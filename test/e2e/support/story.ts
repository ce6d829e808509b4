import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, test as base } from 'vitest';
import { launchBrowser } from '../../host/browser';
import { repository } from '../../host/paths';
import { openWorkbench, type WindowOptions } from './openWorkbench';
import { clearScene } from './scene';
import { sandbox } from './stage';
import type { Workbench } from './workbench';

const failuresFolder = join(repository, '.tmp/failures');

type Play = (workbench: Workbench) => Promise<void>;

/** All stories of a worker share its browser. */
const test = base.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launchBrowser();
  onCleanup(() => browser.close());
  return browser;
});

/**
 * A test that has a window of its own: fresh storage, so nobody is signed in unless `options` says so. When it fails,
 * a picture, the words of the window and what it asked the service for are left in `.tmp/failures`.
 */
export function story(name: string, options: WindowOptions, play: Play): void {
  test(name, async ({ browser }) => {
    await clearScene();
    const workbench = await open(name, browser, options);
    try {
      await withEvidence(name, workbench, play);
    } finally {
      await workbench.close();
    }
  });
}

/**
 * Stories that share a window, one after the other, since a window takes longer to start than most stories last. The
 * service and the files are cleared before each of them, editors and notifications are closed; what the window
 * remembers stays. After a story that failed the next one has a fresh window.
 */
export function storiesInOneWindow(options: WindowOptions): (name: string, play: Play) => void {
  let shared: Workbench | undefined;
  const close = async () => {
    const last = shared;
    shared = undefined;
    await last?.close();
  };
  afterAll(close);
  return (name, play) =>
    test(name, async ({ browser }) => {
      await clearScene();
      try {
        if (shared) await withEvidence(name, shared, (window) => window.tidy());
        else shared = await open(name, browser, options);
        await withEvidence(name, shared, play);
      } catch (error) {
        await close();
        throw error;
      }
    });
}

async function open(name: string, browser: Browser, options: WindowOptions): Promise<Workbench> {
  const workbench = await openWorkbench(browser, options);
  try {
    await withEvidence(name, workbench, async () => {
      await workbench.ready();
      if (options.signedIn) await workbench.signedIn();
    });
  } catch (error) {
    await workbench.close();
    throw error;
  }
  return workbench;
}

/** Keeps what the window showed when `play` fails. */
async function withEvidence(name: string, workbench: Workbench, play: Play): Promise<void> {
  try {
    await play(workbench);
  } catch (error) {
    await keepEvidence(name, workbench).catch((second: unknown) => console.error(second));
    throw error;
  }
}

async function keepEvidence(name: string, { page, log }: Workbench): Promise<void> {
  const file = join(failuresFolder, name.replaceAll(/[^\w-]+/g, '-').slice(0, 80));
  await mkdir(failuresFolder, { recursive: true });
  await page.screenshot({ path: `${file}.png` });
  const others = page
    .context()
    .pages()
    .filter((one) => one !== page);
  for (const [index, one] of others.entries()) await one.screenshot({ path: `${file}-${index + 2}.png` });
  const words = await page.locator('body').ariaSnapshot();
  const frames = await Promise.all(page.frames().slice(1).map(wordsOfFrame));
  const asked = (await sandbox().requests()).slice(-200).map((request) => JSON.stringify(request));
  const parts = [
    ...[words, '--- panels ---', ...frames, '--- console ---', ...log()],
    ...['--- requests ---', ...asked],
  ];
  await writeFile(`${file}.txt`, `${parts.join('\n')}\n`);
  console.error(`What the window showed is in ${file}.png, its words in .txt`);
}

/** A panel that is empty says here how far it came: without a script, without a view. */
async function wordsOfFrame(frame: Frame): Promise<string> {
  const page = frame.locator('html');
  const html = await page
    .evaluate((element) => element.outerHTML, undefined, { timeout: 5000 })
    .catch(String);
  return `${frame.url()}\n${html.slice(0, 5000)}`;
}
