import { patience } from './patience';
import type { Locator, Page } from 'playwright-core';
import { ContextMenu } from './contextMenu';

/** A tree in the side bar. */
export class TreeView {
  private readonly page: Page;
  private readonly pane: Locator;
  private readonly menu: ContextMenu;

  constructor(page: Page, title: string) {
    this.page = page;
    this.menu = new ContextMenu(page);
    // By the element's text: with one view in the side bar its header is not drawn.
    const header = page.locator('.pane-header h3.title', { hasText: title });
    this.pane = page.locator('.sidebar .pane', { has: header });
  }

  /** Unfolds the view where it is folded up. */
  show(): Promise<void> {
    return this.turn('true');
  }

  /** Folds the view up where it is unfolded. */
  fold(): Promise<void> {
    return this.turn('false');
  }

  private async turn(expanded: 'true' | 'false'): Promise<void> {
    const header = this.pane.locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== expanded) await header.click();
    await header.and(this.page.locator(`[aria-expanded="${expanded}"]`)).waitFor();
  }

  /** The message above the rows or, where there are none, the welcome text. */
  get message(): Locator {
    return this.pane.locator('.welcome-view-content, .tree-explorer-viewlet-tree-view .message').first();
  }

  /** A button or link of the welcome text. */
  welcomeButton(text: string): Locator {
    return this.pane.locator('.welcome-view-content').getByRole('button', { name: text });
  }

  /** Rows on the screen that have this text. */
  rows(text: string | RegExp = ''): Locator {
    return this.pane.locator('.monaco-list-row', { hasText: text });
  }

  /** The list of the rows, while it has the keyboard. */
  get listInFocus(): Locator {
    return this.pane.locator('.monaco-list:focus-within');
  }

  /** Rows on the screen by the words a screen reader says for them. */
  spoken(words: string | RegExp): Locator {
    return this.pane.getByRole('treeitem', { name: words });
  }

  spokenRows(): Promise<string[]> {
    return spokenRows(this.rows());
  }

  async expand(text: string | RegExp): Promise<void> {
    const row = this.rows(text).first();
    const expanded = row.and(this.page.locator('[aria-expanded="true"]'));
    const end = Date.now() + patience;
    // The rows may move while the mouse is on its way, so that it presses another one: then it presses again.
    while (!(await expanded.isVisible()) && Date.now() < end) {
      await row.locator('.monaco-tl-twistie').click();
      await expanded.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await expanded.waitFor();
  }

  /** Presses one of the buttons that a row shows under the mouse. */
  async inlineAction(row: string | RegExp, action: string): Promise<void> {
    const button = this.rows(row).first().locator(`.actions .action-label[aria-label^="${action}"]`);
    // The rows may move while the mouse is on its way, so that it is over another one: then it follows.
    const end = Date.now() + patience;
    do await this.rows(row).first().hover();
    while (!(await button.isVisible()) && Date.now() < end);
    await button.click();
  }

  /** The words of a row's menu, which is left open. */
  async openMenu(row: string | RegExp): Promise<string[]> {
    await this.rows(row).first().click({ button: 'right' });
    return this.menu.items();
  }

  closeMenu(): Promise<void> {
    return this.menu.close();
  }

  async chooseFromMenu(row: string | RegExp, ...items: readonly string[]): Promise<void> {
    await this.openMenu(row);
    await this.menu.choose(...items);
  }

  /** The same of the menu in the view's title. */
  async chooseFromTitle(item: string): Promise<void> {
    await this.show();
    await this.titleAction('More Actions');
    await this.menu.choose(item);
  }

  /** Presses a button of the view's title, which is the side bar's own where it has one view. */
  async titleAction(action: string): Promise<void> {
    const button = `.action-label[aria-label^="${action}"]`;
    const sidebar = this.page.locator('.sidebar');
    // Only the view under the mouse shows its buttons.
    await this.pane.hover();
    await this.pane
      .locator(`.pane-header ${button}`)
      .or(sidebar.locator(`.composite.title ${button}`))
      .filter({ visible: true })
      .click();
  }
}

/** The words of a list's rows from top to bottom: a list that has changed holds them in another order. */
export async function spokenRows(rows: Locator): Promise<string[]> {
  const spoken = await rows.evaluateAll((all) =>
    all.map((row) => ({
      words: row.getAttribute('aria-label'),
      index: Number(row.closest('[data-index]')?.getAttribute('data-index')),
    })),
  );
  return spoken.sort((a, b) => a.index - b.index).flatMap(({ words }) => words ?? []);
}
