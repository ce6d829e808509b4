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
 * Takes a picture of the window once it has settled. A picture that the repository does not have yet, or every one
 * when `UPDATE_SCREENSHOTS=1`, goes to `test/e2e/screenshots`; else to `.tmp/e2e-screenshots`, so that a run of the
 * tests leaves the checkout as it was.
 *
 * @param over what the mouse is over, with its tooltip in the picture
 */
export async function takeScreenshot(page: Page, name: string, over?: Locator): Promise<void> {
  const file = isKept(name) ? keptFile(name) : join(repository, '.tmp/e2e-screenshots', `${name}.png`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await picture(page, over));
}

/** A picture of the window as a PNG, once it has settled. @param over what the mouse is over */
export async function picture(page: Page, over?: Locator): Promise<Buffer> {
  // Away from everything that a hover would change: an empty place of the title bar.
  await page.mouse.move(200, 8);
  if (over) await showTooltip(over);
  await settle(page);
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    // A picture is a file: what may stand in none is covered.
    mask: page.frames().map((frame) => frame.locator(shownSecrets)),
    maskColor: '#7f7f7f',
  });
}

/** Whether a picture of this name goes into the repository: it has none yet, or all are to be renewed. */
export function isKept(name: string): boolean {
  return process.env.UPDATE_SCREENSHOTS === '1' || !existsSync(keptFile(name));
}

/** Where a picture that goes into the repository is. */
export function keptFile(name: string): string {
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
