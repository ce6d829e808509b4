import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { repository } from '../../host/paths';
import { showTooltip } from './tooltip';
import { shownSecrets } from './words';

const quietMs = 400;
const limitMs = 10_000;

/**
 * Brings the window to rest and, when a picture of it is due, takes it into `test/e2e/screenshots`.
 *
 * @param over what the mouse is over, with its tooltip in the picture
 */
export async function takeScreenshot(page: Page, name: string, over?: Locator): Promise<void> {
  await comeToRest(page, over);
  if (!isDue(name)) return;
  const file = pictureFile(name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await picture(page));
}

/** @param over what the mouse is over, with its tooltip */
export async function comeToRest(page: Page, over?: Locator): Promise<void> {
  // Away from everything that a hover would change: an empty place of the title bar.
  await page.mouse.move(200, 8);
  if (over) await showTooltip(over);
  await settle(page);
}

/** A picture of the window as it is, as a PNG. */
export function picture(page: Page): Promise<Buffer> {
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    // A picture is a file: what may stand in none is covered.
    mask: page.frames().map((frame) => frame.locator(shownSecrets)),
    maskColor: '#7f7f7f',
  });
}

/** Whether a picture of this name is to be taken: the repository has none, or `UPDATE_SCREENSHOTS=1` renews all. */
export function isDue(name: string): boolean {
  return process.env.UPDATE_SCREENSHOTS === '1' || !existsSync(pictureFile(name));
}

/** Where the picture of this name is kept. */
export function pictureFile(name: string): string {
  return join(repository, 'test/e2e/screenshots', `${name}.png`);
}

/** Waits until the fonts are there and the page has not changed for a moment. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    async ([quiet, limit]) => {
      await document.fonts.ready;
      await new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quiet);
        });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        setTimeout(resolve, limit);
      });
    },
    [quietMs, limitMs],
  );
}
