import type { Locator, Page } from 'playwright-core';

/** The terminal on the screen. */
export class Terminal {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  private get rows(): Locator {
    return this.page.locator('.terminal-wrapper.active .xterm-rows');
  }

  /** What the terminal shows, wrapped lines as they are drawn. */
  async text(): Promise<string> {
    const lines = await this.rows.locator('> div').allInnerTexts();
    // The renderer fills with no-break spaces.
    return lines.map((line) => line.replaceAll('\u00a0', ' ').trimEnd()).join('\n');
  }

  /** Types a line and the Enter key into the terminal. */
  async run(line: string): Promise<void> {
    await this.page.locator('.terminal-wrapper.active .xterm-helper-textarea').focus();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until the terminal shows this and resolves to all it shows. */
  async waitFor(text: string | RegExp, timeout = 30_000): Promise<string> {
    await this.rows.waitFor();
    await this.rows.filter({ hasText: text }).waitFor({ timeout });
    return this.text();
  }
}
