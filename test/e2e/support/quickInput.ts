import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { spokenRows } from './treeView';

/** The quick input of the window: the palette, pick lists and input boxes. */
export class QuickInput {
  readonly box: Locator;
  private readonly field: Locator;

  constructor(page: Page) {
    this.box = page.locator('.quick-input-widget');
    this.field = this.box.locator('.quick-input-box input');
  }

  /** Waits for a quick input whose title, placeholder or message (also that of a check of the value) has this text. */
  async waitFor(text: string | RegExp): Promise<void> {
    const title = this.box.locator('.quick-input-title', { hasText: text });
    const placeholder = this.box.getByPlaceholder(text);
    const message = this.box.locator('.quick-input-message', { hasText: text });
    await title.or(placeholder).or(message).first().waitFor();
  }

  /** Replaces what the field holds. */
  async type(text: string, options: { timeout?: number } = {}): Promise<void> {
    await this.field.fill(text, options);
  }

  /** Adds to the end of what the field holds. */
  async add(text: string): Promise<void> {
    await this.type((await this.field.inputValue()) + text);
  }

  async accept(text?: string): Promise<void> {
    if (text !== undefined) await this.type(text);
    await this.field.press('Enter');
  }

  /** Presses a key in the field, taking the focus there first. */
  async press(key: string): Promise<void> {
    await this.field.press(key);
  }

  /** Waits until the field holds this. */
  async waitForText(text: RegExp, options: { timeout?: number } = {}): Promise<void> {
    await expect.poll(() => this.field.inputValue(options), options).toMatch(text);
  }

  /** Accepts what the field proposes; a dialog for files fills it in only once it has read the folder. */
  async acceptProposed(text: string): Promise<void> {
    await expect.poll(() => this.field.inputValue()).toBe(text);
    await this.field.press('Enter');
  }

  async back(): Promise<void> {
    await this.box.locator('.quick-input-titlebar [aria-label^="Back"]').click();
  }

  /** A button in the title bar, by its tooltip. */
  titleButton(tooltip: string): Locator {
    return this.box.locator(`.quick-input-titlebar [aria-label^="${tooltip}"]`);
  }

  /** Waits until what is typed arrives in the field. */
  async waitForFocus(): Promise<void> {
    await this.field.and(this.box.locator('input:focus')).waitFor();
  }

  /** Waits until another quick input, or none, is shown in place of the one with this placeholder. */
  async waitUntilGone(placeholder: string): Promise<void> {
    await this.box.getByPlaceholder(placeholder).waitFor({ state: 'hidden' });
  }

  /** Closes the quick input; another one may follow at once. */
  async escape(): Promise<void> {
    await this.field.press('Escape');
  }

  async cancel(): Promise<void> {
    await this.escape();
    await this.box.waitFor({ state: 'hidden' });
  }

  /** The rows on the screen whose spoken words have this; a long list holds more than it shows. */
  rows(words: string | RegExp = ''): Locator {
    const list = this.box.locator('.quick-input-list');
    // A list that allows many is one of check boxes.
    return list.getByRole('option', { name: words }).or(list.getByRole('checkbox', { name: words }));
  }

  /** The row that Enter takes, if its spoken words have this. */
  activeRow(words: string | RegExp): Locator {
    return this.rows(words).and(this.box.locator('.monaco-list-row.focused'));
  }

  /** Picks the first row whose spoken words have this, waiting for it. */
  async pick(text: string | RegExp, options: { timeout?: number } = {}): Promise<void> {
    const row = this.rows(text).first();
    await row.waitFor(options);
    await row.click(options);
  }

  /** Checks or unchecks rows of a list that allows many. */
  async toggle(text: string | RegExp): Promise<void> {
    await this.rows(text).first().click();
  }

  /** The words a screen reader says for each row on the screen, from top to bottom. */
  spokenRows(): Promise<string[]> {
    return spokenRows(this.rows());
  }
}
