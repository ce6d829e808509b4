import type { Locator, Page } from 'playwright-core';

/** Runs in the workbench's page, from before its own script. Plain JavaScript, for it is not built. */
export const inPage = `window.stopwatch = (() => {
  // Frames within the page have none of what is waited for.
  let began;
  let opened;
  for (const type of ['click', 'keydown']) addEventListener(type, () => (began = performance.now()), true);
  const open = window.open;
  window.open = (...args) => {
    opened?.(performance.now() - began);
    return open.apply(window, args);
  };
  /** Resolves at the end of the next frame, when it is handed over to be painted. */
  const frame = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(undefined);
      });
    });
  return {
    shown: (selector, text) =>
      new Promise((done) => {
        began = undefined;
        const look = async () => {
          if (began === undefined) return;
          const isThere = [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text));
          if (!isThere) return;
          observer.disconnect();
          const from = began;
          done((await frame()) - from);
        };
        const observer = new MutationObserver(() => void look());
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      }),
    opened: () => new Promise((done) => (opened = done)),
  };
})()`;

/** Milliseconds from the last click or key of an act to the end of the frame that shows what follows. */
export async function untilShown(
  page: Page,
  { selector, text }: { selector: string; text: string },
  act: () => Promise<unknown>,
): Promise<number> {
  const shown = page.evaluate<number>(
    `stopwatch.shown(${JSON.stringify(selector)}, ${JSON.stringify(text)})`,
  );
  await act();
  return shown;
}

/** Milliseconds from the last click or key of an act until VS Code asks for another window, which is closed at once. */
export async function untilWindow(page: Page, act: () => Promise<unknown>): Promise<number> {
  const [other, time] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate<number>('stopwatch.opened()'),
    act(),
  ]);
  await other.close();
  return time;
}

export const option = (page: Page, name: string | RegExp): Locator =>
  page.locator('.quick-input-list').getByRole('option', { name }).first();

/** The row of a command in the palette, which is open then. */
export async function commandRow(page: Page, title: string): Promise<Locator> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill(`>${title}`);
  const row = option(page, title);
  await row.waitFor();
  return row;
}
