import type { Locator, Page } from 'playwright-core';

/** The modal dialog of the window; at most one is open. */
export class Dialog {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  /** Waits for a dialog that says this and resolves to its whole text. */
  async waitFor(text: string | RegExp): Promise<string> {
    await this.box.filter({ hasText: text }).waitFor();
    return this.box.innerText();
  }

  async press(button: string): Promise<void> {
    await this.box.locator('.monaco-button', { hasText: button }).first().click();
    await this.box.waitFor({ state: 'hidden' });
  }

  async cancel(): Promise<void> {
    await this.box.page().keyboard.press('Escape');
    await this.box.waitFor({ state: 'hidden' });
  }
}
