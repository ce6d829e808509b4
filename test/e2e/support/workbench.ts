import type { Locator, Page } from 'playwright-core';
import { Dialog } from './dialog';
import { keepTold, Notifications } from './notifications';
import { patience } from './patience';
import { QuickInput } from './quickInput';
import { isDue, takeScreenshot } from './screenshot';
import { Terminal } from './terminal';
import { TreeView } from './treeView';
import { textsIn, type Translate } from './texts';
import { words } from './words';

interface WindowParts {
  folder: string;
  log: () => readonly string[];
  close: () => Promise<void>;
  language: string | undefined;
  holdsSecrets: boolean;
}

export type Theme = 'dark' | 'light';

/** A VS Code window as a person sees and uses it. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly dialog: Dialog;
  readonly notifications: Notifications;
  readonly terminal: Terminal;
  /** What the window's console and the server said, without the known noise. */
  readonly log: () => readonly string[];

  /** Where the server that serves it writes. */
  readonly folder: string;
  /** Closes the window and ends what serves it. */
  readonly close: () => Promise<void>;
  /** What a text of ours is in the window's language. */
  readonly text: Translate;
  readonly #language: string | undefined;
  /** The words of every picture taken so far, in a window that holds secrets. */
  readonly pictured: string[] = [];
  readonly #holdsSecrets: boolean;

  constructor(page: Page, { folder, log, close, language, holdsSecrets }: WindowParts) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.dialog = new Dialog(page);
    this.notifications = new Notifications(page);
    this.terminal = new Terminal(page);
    this.folder = folder;
    this.log = log;
    this.close = close;
    this.text = textsIn(language);
    this.#language = language;
    this.#holdsSecrets = holdsSecrets;
  }

  /** Another window of the same person, in another page of the same browser. */
  beside(page: Page): Workbench {
    const { folder, log } = this;
    return new Workbench(page, {
      folder,
      log,
      language: this.#language,
      holdsSecrets: this.#holdsSecrets,
      close: () => page.close(),
    });
  }

  /** Waits until the window is drawn and the extensions that start with it have started. */
  async ready(): Promise<void> {
    await this.activityIcon.waitFor();
    await this.page.evaluate(keepTold);
    await this.page
      .locator('.statusbar-item', { hasText: 'Activating Extensions' })
      .waitFor({ state: 'detached' });
  }

  /** Waits until the companion extension has signed in and shown the side bar. */
  async signedIn(): Promise<void> {
    // Only someone who is signed in is offered this button; a view's title shows it under the mouse only.
    const title = this.text('Search Offers…');
    const button = this.page.locator(`.sidebar .action-label[aria-label^="${title}"]`);
    await button.first().waitFor({ state: 'attached' });
  }

  /** Closes what a story left open: a list or menu, editors, notifications. What was told before is told no more. */
  async tidy(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.runCommand('View: Close All Editors');
    await this.page.locator('.editor-group-container .tab').first().waitFor({ state: 'detached' });
    await this.notifications.clear();
    await this.notifications.forgetTold();
  }

  /** Shows the GPU Rental side bar, whether or not it is shown already. */
  async openSidebar(): Promise<void> {
    const shown = this.page.locator('.sidebar .composite.title', { hasText: this.text('GPU Rental') });
    // The number of what is billed lies over the icon itself.
    if (!(await shown.isVisible())) await this.activityIcon.locator('..').click();
    await shown.waitFor();
  }

  /** A view of the side bar by the title it shows, such as "Instances". */
  view(title: string): TreeView {
    return new TreeView(this.page, title);
  }

  /**
   * Runs a command as a person does: by its title in the palette, such as "GPU Rental: Search Offers…". The palette
   * closes when a window that still starts moves the focus; then it is opened again.
   */
  async runCommand(title: string): Promise<void> {
    for (const end = Date.now() + patience; ;) {
      await this.page.keyboard.press('F1');
      try {
        await this.quickInput.waitForText(/^>/, { timeout: 10_000 });
        await this.quickInput.type(`>${title}`, { timeout: 10_000 });
        await this.quickInput.pick(title, { timeout: 20_000 });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  /** The editor that takes what is typed; its lines on the screen have this text. */
  editorInFocus(text = ''): Locator {
    return this.page.locator('.editor-instance .monaco-editor.focused .view-lines', { hasText: text });
  }

  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  /** The text of the clipboard, which the workbench's own copy commands write to. */
  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async useTheme(theme: Theme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
    await this.page
      .locator(theme === 'dark' ? '.monaco-workbench.vs-dark' : '.monaco-workbench.vs')
      .waitFor();
  }

  /**
   * Pictures of the settled window in both themes, as `<name>-dark.png` and `<name>-light.png`, with the tooltip of what
   * the mouse is over, if anything. Where neither is due, the window is looked at in the dark one alone.
   */
  async screenshots(name: string, over?: Locator): Promise<void> {
    const both = ['light', 'dark'] as const;
    const themes = both.some((theme) => isDue(`${name}-${theme}`)) ? both : (['dark'] as const);
    for (const theme of themes) {
      await this.useTheme(theme);
      await this.screenshot(`${name}-${theme}`, over);
    }
  }

  /** One picture of the settled window, in the theme it has. */
  async screenshot(name: string, over?: Locator): Promise<void> {
    await takeScreenshot(this.page, name, over);
    if (this.#holdsSecrets) this.pictured.push(await words(this.page));
  }

  /** Drags the side bar's edge until the side bar is about this wide, in pixels. */
  async widenSidebar(width: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (!box) throw new Error('The side bar is not shown.');
    const middle = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width + 1, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, middle, { steps: 5 });
    await this.page.mouse.up();
  }

  private get activityIcon(): Locator {
    return this.page.locator(`.activitybar a.action-label[aria-label^="${this.text('GPU Rental')}"]`);
  }
}
