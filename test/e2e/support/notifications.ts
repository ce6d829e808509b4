import type { Locator, Page } from 'playwright-core';

/** The notifications that are shown at the lower right. */
export class Notifications {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Those on the screen that say this. */
  toast(text: string | RegExp = ''): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  async press(text: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(text).first();
    await toast.waitFor();
    await toast
      .locator('.notification-list-item-buttons-container .monaco-button', { hasText: button })
      .click();
  }

  async texts(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  /** Closes all that are on the screen, as the person's own command does. */
  async clear(): Promise<void> {
    const end = Date.now() + 30_000;
    while ((await this.toast().count()) > 0) {
      if (Date.now() > end) throw new Error('The notifications do not close.');
      const toast = this.toast().first();
      // One that goes by itself under the mouse is closed as well.
      await toast
        .hover({ timeout: 2000 })
        .then(() => toast.locator('.codicon-notifications-clear').click({ timeout: 2000 }))
        .catch(() => undefined);
    }
  }
}
