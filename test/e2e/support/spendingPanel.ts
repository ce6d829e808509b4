import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The spending panel, as a person sees and uses it. */
export class SpendingPanel {
  /** What the panel's page holds. */
  readonly content: FrameLocator;

  constructor(page: Page) {
    // A webview is a frame within a frame.
    this.content = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** A row of the table, by its text. */
  row(name: string | RegExp): Locator {
    return this.content.locator('spending-table').getByRole('row', { name });
  }

  button(name: string): Locator {
    return this.content.getByRole('button', { name });
  }

  get plot(): Locator {
    return this.content.getByRole('application', { name: /^Plot of / });
  }
}
