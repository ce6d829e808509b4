import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser } from '../../host/browser';
import { buildPackage } from '../../host/package';
import { repository } from '../../host/paths';
import { openWorkbench, type WindowOptions } from './openWorkbench';
import { clearScene } from './scene';
import { stage } from './stage';
import type { Workbench } from './workbench';

const failuresFolder = join(repository, '.tmp/e2e-failures');
/** Some seconds on an idle machine. */
const packageLimitMs = 180_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/**
 * A test that has a window of its own: fresh storage, so nobody is signed in unless `options` says so. When it fails,
 * a picture and the words of the window are left in `.tmp/e2e-failures`.
 */
export function story(
  name: string,
  options: WindowOptions,
  play: (workbench: Workbench) => Promise<void>,
): void {
  if (options.packaged) beforeAll(() => buildPackage(stage().packageFile), packageLimitMs);
  test(name, async () => {
    await clearScene();
    const workbench = await openWorkbench(browser, options);
    try {
      await workbench.ready();
      if (options.signedIn) await workbench.signedIn();
      await play(workbench);
    } catch (error) {
      await keepEvidence(name, workbench).catch((second: unknown) => console.error(second));
      throw error;
    } finally {
      await workbench.close();
    }
  });
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
  const parts = [words, '--- panels ---', ...frames, '--- console ---', ...log()];
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
