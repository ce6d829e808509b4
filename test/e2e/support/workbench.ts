import type { Locator, Page } from 'playwright-core';
import { Dialog } from './dialog';
import { Notifications } from './notifications';
import { QuickInput } from './quickInput';
import { takeScreenshot } from './screenshot';
import { Terminal } from './terminal';
import { TreeView } from './treeView';

export type Theme = 'dark' | 'light';

/** A VS Code window as a person sees and uses it. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly dialog: Dialog;
  readonly notifications: Notifications;
  readonly terminal: Terminal;
  /** What the window's console said, without the known noise. */
  readonly log: () => readonly string[];

  constructor(page: Page, log: () => readonly string[]) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.dialog = new Dialog(page);
    this.notifications = new Notifications(page);
    this.terminal = new Terminal(page);
    this.log = log;
  }

  /** Waits until the window is drawn and the extensions that start with it have started. */
  async ready(): Promise<void> {
    await this.activityIcon.waitFor({ timeout: 60_000 });
    await this.page
      .locator('.statusbar-item', { hasText: 'Activating Extensions' })
      .waitFor({ state: 'detached' });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Shows the GPU Rental side bar, whether or not it is shown already. */
  async openSidebar(): Promise<void> {
    const shown = this.page.locator('.sidebar .composite.title', { hasText: 'GPU Rental' });
    if (!(await shown.isVisible())) await this.activityIcon.click();
    await shown.waitFor();
  }

  /** A view of the side bar by the title it shows, such as "Instances". */
  view(title: string): TreeView {
    return new TreeView(this.page, title);
  }

  /** Runs a command as a person does: by its title in the palette, such as "GPU Rental: Search Offers…". */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput.type(`>${title}`);
    await this.quickInput.pick(title);
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

  /** Pictures of the settled window in both themes, as `<name>-dark.png` and `<name>-light.png`. */
  async screenshots(name: string): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await this.useTheme(theme);
      await takeScreenshot(this.page, `${name}-${theme}`);
    }
  }

  private get activityIcon(): Locator {
    return this.page.locator('.activitybar a.action-label[aria-label^="GPU Rental"]');
  }
}
