import type { Locator, Page } from 'playwright-core';

/** A menu that VS Code shows after a click with the right mouse button, or the key for it. */
export class ContextMenu {
  private readonly page: Page;
  private readonly menu: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.locator('.monaco-menu');
  }

  /** The words of the open menu, once it can be used. */
  async items(): Promise<string[]> {
    const items = this.menu.locator('.action-item:not(.disabled) .action-label:not(.separator)');
    await items.first().waitFor();
    // A menu ignores a mouse button that is released within its first 100 ms, as its own timer counts them.
    await this.menu.last().evaluate(() => new Promise((done) => setTimeout(done, 100)));
    return items.allInnerTexts();
  }

  /** Presses an entry, or those that lead to it through submenus. */
  async choose(...items: readonly string[]): Promise<void> {
    for (const item of items) {
      await this.items();
      await this.menu.getByRole('menuitem', { name: item }).first().click();
    }
    await this.menu.first().waitFor({ state: 'hidden' });
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.menu.first().waitFor({ state: 'hidden' });
  }
}
