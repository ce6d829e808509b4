import { errors, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { patience } from './patience';

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

  /** Forgets what was told so far. */
  async forgetTold(): Promise<void> {
    await this.page.evaluate(() => ((window as KeepsTold).told = []));
  }

  /** Waits until one was shown that says this. It goes from the screen by itself, maybe before a story looks for it. */
  async told(text: string | RegExp): Promise<void> {
    const shown = () => this.page.evaluate(() => (window as KeepsTold).told?.join('\n\n') ?? '');
    if (typeof text === 'string') await expect.poll(shown).toContain(text);
    else await expect.poll(shown).toMatch(text);
  }

  /** Waits until the status bar has shown this, maybe for a few seconds only. */
  async saidInStatusBar(text: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => (window as KeepsTold).said?.join('\n\n') ?? ''))
      .toContain(text);
  }

  /** Presses a button of a notification; one that went from the screen meanwhile is found behind the bell. */
  async press(text: string | RegExp, button: string | RegExp): Promise<void> {
    const pressed = (shown: Locator): Locator =>
      shown.locator('.notification-list-item-buttons-container .monaco-button', { hasText: button });
    try {
      await pressed(this.toast(text).first()).click({ timeout: 20_000 });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      const center = this.page.locator('.notifications-center');
      if (!(await center.isVisible())) await this.page.locator('#status\\.notifications').click();
      await pressed(center.locator('.notification-list-item', { hasText: text }).first()).click();
      // While it is open nothing pops up. It closes by itself with its last one, and can't be closed behind a dialog.
      await center
        .locator('.codicon-notifications-hide')
        .click({ timeout: 3000 })
        .catch(() => undefined);
    }
  }

  async texts(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  /** Closes all that are on the screen, as the person's own command does. */
  async clear(): Promise<void> {
    const end = Date.now() + patience;
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

type KeepsTold = Window & { told?: string[]; said?: string[]; keptFor?: Document };

/**
 * Keeps what notifications and the status bar say, for each page from its first moment on. A window that another one
 * opens has an empty document before its own, so it is called once more there.
 */
export function keepTold(): void {
  const page = window as KeepsTold;
  if (page.keptFor === document) return;
  page.keptFor = document;
  page.told ??= [];
  page.said ??= [];
  const places = [
    ['notification-list-item', () => (page.told ??= [])],
    ['statusbar-item', () => (page.said ??= [])],
  ] as const;
  const look = () => {
    for (const [name, kept] of places)
      for (const { textContent: text } of document.getElementsByClassName(name))
        if (text && !kept().includes(text)) kept().push(text);
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
