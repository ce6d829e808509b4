import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { axeViolations } from '../../host/axe';

/** The offers panel, as a person sees and uses it. */
export class OffersPanel {
  /** What the panel's page holds. */
  readonly content: FrameLocator;

  constructor(page: Page) {
    // A webview is a frame within a frame.
    this.content = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** How many offers there are and how old they are, in words. */
  get status(): Locator {
    return this.content.getByRole('status').first();
  }

  button(name: string | RegExp): Locator {
    return this.content.getByRole('button', { name });
  }

  get table(): Locator {
    return this.content.getByRole('grid', { name: 'Offers' });
  }

  /** A column's title. */
  title(name: string): Locator {
    return this.table.getByRole('columnheader', { name, exact: true });
  }

  /** The offers of the table. */
  get rows(): Locator {
    return this.content.locator('offers-table [role=rowgroup].body [role=row]');
  }

  /** The line of the search, by what it asks for: all of it, or one part. */
  line(label = 'Search for offers'): Locator {
    return this.content.getByRole('combobox', { name: label, exact: true });
  }

  /** Changes a part of the search, which has these words. */
  async change(words: RegExp, text: string): Promise<void> {
    await this.content.locator('.words', { hasText: words }).click();
    await this.content.locator('search-line input').fill(text);
    await this.content.locator('search-line input').press('Enter');
  }

  /** What is looked for: the parts of the search, in words. */
  async parts(): Promise<string[]> {
    const words = await this.content.locator('.chip .words').allInnerTexts();
    return words.map((one) => one.trim());
  }

  /** The rows of the table that are drawn, each with the texts of its cells by the headings of their columns. */
  async rowTexts(): Promise<Record<string, string>[]> {
    // At one moment: the table may be drawn anew between two looks.
    return this.table.evaluate((table) => {
      const texts = (within: Element, role: string): string[] =>
        [...within.querySelectorAll(`[role="${role}"]`)].map(
          (cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '',
        );
      const headings = texts(table, 'columnheader');
      return [...table.querySelectorAll('[role="row"]')]
        .map((row) => texts(row, 'gridcell'))
        .filter((cells) => cells.length > 0)
        .map((cells) => Object.fromEntries(cells.map((text, index) => [headings[index] ?? '', text])));
    });
  }

  get plot(): Locator {
    return this.content.getByRole('application', { name: /^Plot of / });
  }

  /** What the panel last said of the plot, for a person who does not see it. */
  get plotWords(): Locator {
    return this.content.locator('offers-plot [role=status]');
  }

  /** @param colors only by the rules that another theme can break, once the others have been asked */
  async violations({ colors = false } = {}): Promise<string[]> {
    return axeViolations(await this.frame(), { colors });
  }

  /** By how many pixels the page is wider than the panel. */
  async overflow(): Promise<unknown> {
    const frame = await this.frame();
    return frame.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  private async frame(): Promise<Frame> {
    const element = await this.content.locator('panel-app').elementHandle();
    const frame = await element?.ownerFrame();
    if (!frame) throw new Error('The panel is not there.');
    return frame;
  }

  /** Waits until offers are shown. */
  async ready(): Promise<void> {
    await this.content
      .getByText(/ of (the first )?[\d,]+ offers/)
      .first()
      .waitFor();
  }
}
