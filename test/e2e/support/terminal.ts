import type { Locator, Page } from 'playwright-core';
import { patience } from './patience';

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
    return lines
      .map((line) => line.replaceAll('\u00a0', ' ').trimEnd())
      .join('\n')
      .trim();
  }

  async focus(): Promise<void> {
    await this.page.locator('.terminal-wrapper.active .xterm-helper-textarea').focus();
  }

  /** Types a line and the Enter key into the terminal. */
  async run(line: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }

  /** Ends the shell and waits until its terminal is gone. */
  async exit(): Promise<void> {
    await this.run('exit');
    await this.waitUntilGone();
  }

  async waitUntilGone(): Promise<void> {
    await this.rows.waitFor({ state: 'detached' });
  }

  /** Waits until the terminal shows this and resolves to all it shows. */
  async waitFor(text: string | RegExp): Promise<string> {
    await this.rows.waitFor();
    const end = Date.now() + patience;
    for (;;) {
      const shown = await this.text();
      if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown;
      if (Date.now() > end) throw new Error(`The terminal never showed ${String(text)}. It shows:\n${shown}`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Waits until a shell asks for a line. */
  async waitForPrompt(): Promise<void> {
    await this.waitFor(/[#$]$/);
  }
}
