import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench';

/** A person who has no mouse. */
export class KeyboardPerson {
  private readonly window: Workbench;

  private constructor(window: Workbench) {
    this.window = window;
  }

  static async at(window: Workbench): Promise<KeyboardPerson> {
    const person = new KeyboardPerson(window);
    await person.startCounting();
    return person;
  }

  /** Counts presses of the mouse from here on. A page that is loaded anew has none. */
  async startCounting(): Promise<void> {
    await this.window.page.evaluate(() => {
      document.body.dataset.presses = '0';
      const count = () => (document.body.dataset.presses = String(Number(document.body.dataset.presses) + 1));
      addEventListener('pointerdown', count, true);
    });
  }

  mousePresses(): Promise<string | undefined> {
    return this.window.page.evaluate(() => document.body.dataset.presses);
  }

  press(key: string): Promise<void> {
    return this.window.page.keyboard.press(key);
  }

  /** Types into the quick input that is open, goes down to the first row with these words and takes it. */
  async choose(text: string, words: string | RegExp): Promise<void> {
    const { quickInput, page } = this.window;
    await quickInput.waitForFocus();
    await page.keyboard.type(text);
    await quickInput.rows(words).first().waitFor();
    const rows = await quickInput.spokenRows();
    const place = rows.findIndex((row) =>
      typeof words === 'string' ? row.includes(words) : words.test(row),
    );
    for (let at = 0; at < place; at += 1) await this.press('ArrowDown');
    await quickInput.activeRow(words).waitFor();
    await this.press('Enter');
  }

  /** Fills in the input box that is open. */
  async fillIn(text: string): Promise<void> {
    await this.window.quickInput.waitForFocus();
    await this.press('ControlOrMeta+a');
    await this.window.page.keyboard.type(text);
    await this.press('Enter');
  }

  async run(title: string): Promise<void> {
    await this.press('F1');
    await this.choose(title, title);
  }

  /** Answers a dialog with a button, going on to it if another one has the focus. */
  async agree(question: string | RegExp, button: string): Promise<void> {
    const { dialog } = this.window;
    await dialog.waitFor(question);
    const focused = dialog.box.locator('.monaco-button:focus');
    await focused.waitFor();
    const label = () => focused.innerText({ timeout: 2000 }).catch(() => '');
    for (let tabs = 0; tabs < 5 && !(await label()).startsWith(button); tabs += 1) await this.press('Tab');
    await focused.filter({ hasText: button }).waitFor();
    await dialog.read();
    await dialog.mean(await focused.innerText());
    await this.press('Enter');
    await dialog.box.filter({ hasText: question }).waitFor({ state: 'hidden' });
  }

  /** Goes to the first row of a view. */
  async goTo(view: 'Instances' | 'Runs'): Promise<void> {
    await this.run(`GPU Rental: Focus on ${view} View`);
    // The command is carried out a moment after its row was taken.
    await this.list.waitFor();
    await this.press('Home');
    await this.list.locator('.monaco-list-row.focused').waitFor();
  }

  /** The rows that have the keyboard. */
  private get list(): Locator {
    return this.window.page.locator('.sidebar .monaco-list:focus-within');
  }
}
