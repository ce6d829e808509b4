import type { Browser, ConsoleMessage, Page } from 'playwright-core';

export interface ServedPageOptions {
  viewport?: { width: number; height: number };
  /** Device pixels for a CSS pixel. */
  scale?: number;
  html: string;
  /** What the page loads from any address that ends in `.js`. */
  script: string;
  /** Each runs before the page's own script does. */
  before?: readonly string[];
}

/** Pages that are free again, by their scale. */
const free = new WeakMap<Browser, Map<number, Page[]>>();
let documents = 0;

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

  static async open(browser: Browser, origin: string, options: ServedPageOptions): Promise<ServedPage> {
    const { viewport = { width: 1280, height: 720 }, scale = 1, html, script, before = [] } = options;
    const known = free.get(browser) ?? new Map<number, Page[]>();
    free.set(browser, known);
    const pages = known.get(scale) ?? [];
    known.set(scale, pages);
    const used = pages.pop();
    await used?.setViewportSize(viewport);
    const page = used ?? (await browser.newPage({ viewport, deviceScaleFactor: scale }));
    const opened = new ServedPage(page, pages);
    await page.route(`${origin}/**`, async (route) => {
      const isScript = route.request().url().endsWith('.js');
      await route.fulfill(
        isScript
          ? { contentType: 'text/javascript', body: script }
          : { contentType: 'text/html', body: html },
      );
    });
    for (const one of before) opened.#given.push(await page.addInitScript(one));
    // Another address, so that nothing is restored of the document before.
    await page.goto(`${origin}/?${++documents}`);
    return opened;
  }

  /** Makes a function of the test callable in the page. */
  async expose(name: string, callback: (argument: unknown) => void): Promise<void> {
    this.#given.push(await this.page.exposeFunction(name, callback));
  }

  async close(): Promise<void> {
    this.page.off('pageerror', this.#onError).off('console', this.#onConsole);
    await this.page.unrouteAll();
    for (const one of this.#given) await one.dispose();
    // Nothing of the next document is under the mouse.
    await this.page.mouse.move(0, 0);
    this.#free.push(this.page);
  }
}
