import type { Locator, Page } from 'playwright-core';

/** Our walkthrough in VS Code's Welcome editor. */
export class Walkthrough {
  private readonly page: Page;
  private readonly editor: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.locator('.gettingStartedContainer');
  }

  /** Unfolds a step. */
  async show(title: string): Promise<void> {
    await this.step(title).waitFor();
    if ((await this.step(title).getAttribute('aria-expanded')) !== 'true') await this.step(title).click();
    await this.step(title).and(this.editor.locator('.expanded')).waitFor();
  }

  /** Presses a button or a link in a step. */
  async press(title: string, button: string): Promise<void> {
    await this.show(title);
    await this.step(title).getByText(button, { exact: true }).click();
  }

  /** Waits until a step is checked off. */
  async waitUntilDone(title: string): Promise<void> {
    await this.step(title).getByRole('checkbox', { checked: true }).waitFor();
  }

  /** The titles of the steps that are checked off. */
  done(): Promise<string[]> {
    const checked = this.page.locator('[role="checkbox"][aria-checked="true"]');
    return this.editor
      .locator('.getting-started-step')
      .filter({ has: checked })
      .locator('h3')
      .allInnerTexts();
  }

  /** The picture of the step that is unfolded. A narrow window shows none. */
  picture(altText: string): Locator {
    return this.editor.locator('.getting-started-media').getByRole('img', { name: altText });
  }

  private step(title: string): Locator {
    return this.editor.locator('.getting-started-step', { hasText: title });
  }
}
