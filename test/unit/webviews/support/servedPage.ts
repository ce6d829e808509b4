import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { serve } from './pageServer';

export interface ServedPageOptions {
  viewport?: { width: number; height: number };
  /** Device pixels for a CSS pixel. */
  scale?: number;
  /** The page, given the address of its script. */
  html: (script: string) => string;
  script: string;
  /** Each runs before the page's own script does. */
  before?: readonly string[];
}

/** Pages that are free again, by their scale. */
const free = new WeakMap<Browser, Map<number, Page[]>>();

/**
 * A page of the browser that a test answers for. A page that was closed is taken again with a new document, because a
 * new page takes new processes, which cost more than most tests.
 */
export class ServedPage {
  readonly page: Page;
  /** What went wrong in the page, and what its policy refused. */
  readonly errors: string[] = [];
  readonly #free: Page[];
  /** What is taken away from the page at its end. */
  readonly #given: { dispose: () => Promise<void> }[] = [];
  readonly #onError = ({ message }: Error): void => void this.errors.push(message);
  readonly #onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.errors.push(message.text());
  };

  private constructor(page: Page, pages: Page[]) {
    this.page = page;
    this.#free = pages;
    page.on('pageerror', this.#onError).on('console', this.#onConsole);
  }

  static async open(browser: Browser, options: ServedPageOptions): Promise<ServedPage> {
    const { viewport = { width: 1280, height: 720 }, scale = 1, html, script, before = [] } = options;
    const known = free.get(browser) ?? new Map<number, Page[]>();
    free.set(browser, known);
    const pages = known.get(scale) ?? [];
    known.set(scale, pages);
    const used = pages.pop();
    await used?.setViewportSize(viewport);
    const page = used ?? (await browser.newPage({ viewport, deviceScaleFactor: scale }));
    page.setDefaultTimeout(300_000);
    const opened = new ServedPage(page, pages);
    for (const one of before) opened.#given.push(await page.addInitScript(one));
    // Another address, since each page has a nonce, so that nothing is restored of the document before.
    await page.goto(await serve('text/html', html(await serve('text/javascript', script))));
    return opened;
  }

  /** Makes a function of the test callable in the page. */
  async expose(name: string, callback: (argument: unknown) => void): Promise<void> {
    this.#given.push(await this.page.exposeFunction(name, callback));
  }

  async close(): Promise<void> {
    this.page.off('pageerror', this.#onError).off('console', this.#onConsole);
    for (const one of this.#given) await one.dispose();
    // Nothing of the next document is under the mouse.
    await this.page.mouse.move(0, 0);
    this.#free.push(this.page);
  }
}
