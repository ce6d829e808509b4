import * as vscode from 'vscode';
import { readForAWhile } from '../../readingTime';
import { patience } from './inHost';

type Show = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';

/** A notification, as a person sees it. */
export interface Notification {
  show: Show;
  message: string;
  buttons: readonly string[];
  isModal: boolean;
  /** Of a modal dialog. */
  detail: string | undefined;
}

/**
 * Resolves once the window has drawn what it was asked to: it answers in the order in which it was asked, and what
 * changes in a list is sent a turn later.
 */
export async function drawn(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await vscode.commands.executeCommand('setContext', 'test.drawn');
}

async function signsOfLife(): Promise<void> {
  await drawn();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await drawn();
}

/** Someone in this window who reads notifications and presses their buttons, and goes through wizards by Enter. */
export class Person {
  readonly notifications: Notification[] = [];
  readonly inputs: (vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>)[] = [];
  readonly #answers: { words: string; button: string | RegExp; before: () => unknown }[] = [];
  readonly #reading = new Set<Promise<unknown>>();
  readonly #original: Partial<typeof vscode.window> = {};

  constructor() {
    for (const show of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const)
      this.#replace(show, (message: string, ...rest: unknown[]) => this.#startReading(show, message, rest));
    const { createInputBox, createQuickPick } = vscode.window;
    this.#replace('createInputBox', () => this.#keep(createInputBox()));
    this.#replace('createQuickPick', () => this.#keep(createQuickPick()));
  }

  /** Answers the next notification that has these words, after something else has happened. */
  willPress(words: string, button: string | RegExp, before: () => unknown = () => undefined): void {
    this.#answers.push({ words, button, before });
  }

  heard(words: string): boolean {
    return this.told(words) !== undefined;
  }

  /** The last notification that has these words. Others may come at any time, of what goes on behind the story. */
  told(words: string | RegExp): Notification | undefined {
    return this.notifications.findLast(({ message }) =>
      typeof words === 'string' ? message.includes(words) : words.test(message),
    );
  }

  get dialogs(): Notification[] {
    return this.notifications.filter(({ isModal }) => isModal);
  }

  /** Presses Enter in whatever asks, again and again until this is so. */
  async pressEnterUntil(condition: () => boolean): Promise<void> {
    const end = Date.now() + patience;
    while (!condition()) {
      if (Date.now() > end) throw new Error(this.#seen);
      // A person waits for what is still coming: Enter would take the first of it, whatever it is.
      await drawn();
      if (this.#isShown && !condition())
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** What is in the window that did not become what was waited for. */
  get #seen(): string {
    const heard = this.notifications.map(({ message }) => message).join(' | ');
    const asked = this.inputs.map((input) => {
      const rows =
        'items' in input ? `${input.items.length} rows, ${input.selectedItems.length} selected` : 'box';
      return `${input.title} (${rows}${input.busy ? ', busy' : ''})`;
    });
    const editor = vscode.window.activeTextEditor?.document.fileName ?? 'none';
    return `Heard: ${heard}. Asked: ${asked.join(' | ')}. Editor: ${editor}`;
  }

  /** Whether there is something to choose in what asks. */
  get #isShown(): boolean {
    const input = this.inputs.at(-1);
    return !input?.busy && !(input && 'items' in input && input.items.length === 0);
  }

  /** Closes whatever asks, again and again until this is so. */
  async pressEscapeUntil(condition: () => boolean): Promise<void> {
    const end = Date.now() + patience;
    while (!condition()) {
      if (Date.now() > end) throw new Error('Something still asks.');
      await this.pressEscape();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async pressEscape(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  }

  /** Answers first what still asks, and what is asked after that: the workbench refuses a dialog that nobody reads. */
  async leave(): Promise<void> {
    while (this.#reading.size > 0) {
      await Promise.allSettled(this.#reading);
      // Who asked goes on now.
      await new Promise((resolve) => setImmediate(resolve));
    }
    Object.assign(vscode.window, this.#original);
  }

  #startReading(show: Show, message: string, rest: readonly unknown[]): Promise<unknown> {
    const reading = this.#read(show, message, rest).finally(() => this.#reading.delete(reading));
    this.#reading.add(reading);
    return reading;
  }

  async #read(show: Show, message: string, rest: readonly unknown[]): Promise<unknown> {
    const isOptions = (item: unknown): item is vscode.MessageOptions =>
      typeof item === 'object' && item !== null && 'modal' in item;
    const items = rest.filter((item) => !isOptions(item));
    const detail = rest.find(isOptions)?.detail;
    const titleOf = (item: unknown) => (typeof item === 'string' ? item : (item as vscode.MessageItem).title);
    this.notifications.push({
      show,
      message,
      buttons: items.map(titleOf),
      isModal: rest.some(isOptions),
      detail,
    });
    const index = this.#answers.findIndex(({ words }) => message.includes(words));
    const [answer] = index < 0 ? [] : this.#answers.splice(index, 1);
    await answer?.before();
    if (rest.some(isOptions)) {
      await drawn();
      readForAWhile();
      // The window gives more signs of life before a button is pressed; a dialog can be closed at any time.
      if (answer) await signsOfLife();
    }
    const { button } = answer ?? {};
    return items.find((item) =>
      button instanceof RegExp ? button.test(titleOf(item)) : titleOf(item) === button,
    );
  }

  #keep<T extends vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>>(input: T): T {
    this.inputs.push(input);
    return input;
  }

  #replace(name: Show | 'createInputBox' | 'createQuickPick', by: unknown): void {
    Object.assign(this.#original, { [name]: vscode.window[name] });
    Object.assign(vscode.window, { [name]: by });
  }
}
