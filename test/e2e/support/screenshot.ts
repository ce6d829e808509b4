import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { repository } from '../../host/paths';
import { shownSecrets } from './words';

const quietMs = 400;
const limitMs = 10_000;

/**
 * Takes a picture of the window once it has settled. A picture that the repository does not have yet, or every one
 * when `UPDATE_SCREENSHOTS=1`, goes to `test/e2e/screenshots`; else to `.tmp/e2e-screenshots`, so that a run of the
 * tests leaves the checkout as it was.
 */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const kept = join(repository, 'test/e2e/screenshots', `${name}.png`);
  const update = process.env.UPDATE_SCREENSHOTS === '1' || !existsSync(kept);
  const file = update ? kept : join(repository, '.tmp/e2e-screenshots', `${name}.png`);
  await mkdir(dirname(file), { recursive: true });
  // Away from everything that a hover would change: an empty place of the title bar.
  await page.mouse.move(200, 8);
  await settle(page);
  await page.screenshot({
    path: file,
    animations: 'disabled',
    caret: 'hide',
    // A picture is a file: what may stand in none is covered.
    mask: page.frames().map((frame) => frame.locator(shownSecrets)),
    maskColor: '#7f7f7f',
  });
}

/** Waits until the fonts are there and the page has not changed for a moment. */
async function settle(page: Page): Promise<void> {
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
