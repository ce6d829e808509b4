import * as vscode from 'vscode';

/** How a step of a wizard ended. Cancelling is an answer, not an error. */
export type Step<T> = { kind: 'done'; value: T } | { kind: 'back' } | { kind: 'cancelled' };

export interface PickOptions<T> {
  title: string;
  placeholder?: string;
  /** What stands there instead until the rows have come. */
  waiting?: string;
  /** The row that has the focus first. */
  active?: (item: T) => boolean;
  /** Shows the Back button. */
  back?: boolean;
  /** Further buttons in the title; a click answers with what `onButton` gives, or goes on when it is undefined. */
  buttons?: readonly vscode.QuickInputButton[];
  /** Text typed so far may become a row of its own. */
  typed?: (text: string) => T | undefined;
  matchOnDetail?: boolean;
  /** Rows that come later, below the others; when they fail there are none. */
  more?: Promise<readonly T[]>;
}

/** One choice from a list; `pressed` is set when it ended by a button, of the title or of the row `item`. */
export async function pick<T extends vscode.QuickPickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: PickOptions<T>,
): Promise<Step<{ item?: T; pressed?: vscode.QuickInputButton }>> {
  const input = vscode.window.createQuickPick<T>();
  input.title = options.title;
  input.matchOnDescription = true;
  input.matchOnDetail = options.matchOnDetail ?? false;
  input.buttons = [...(options.back ? [vscode.QuickInputButtons.Back] : []), ...(options.buttons ?? [])];
  input.ignoreFocusOut = true;
  return settle(input, async (done, fail) => {
    input.onDidAccept(() => {
      const [item] = input.selectedItems;
      if (item) done({ kind: 'done', value: { item } });
    });
    input.onDidTriggerButton((button) =>
      done(
        button === vscode.QuickInputButtons.Back
          ? { kind: 'back' }
          : { kind: 'done', value: { pressed: button } },
      ),
    );
    input.onDidTriggerItemButton(({ item, button }) =>
      done({ kind: 'done', value: { item, pressed: button } }),
    );
    input.busy = true;
    input.placeholder = options.waiting ?? options.placeholder ?? '';
    input.show();
    try {
      let rows = await items;
      const show = () => {
        const typed = options.typed?.(input.value);
        input.items = typed ? [typed, ...rows] : rows;
      };
      show();
      void options.more?.then(
        (more) => {
          rows = [...rows, ...more];
          const active = input.activeItems;
          input.keepScrollPosition = true;
          show();
          input.activeItems = active;
        },
        () => undefined,
      );
      if (options.typed) input.onDidChangeValue(show);
      const active = options.active ? rows.filter(options.active) : [];
      if (active.length > 0) input.activeItems = active;
      input.busy = false;
      input.placeholder = options.placeholder ?? '';
    } catch (error) {
      fail(error);
    }
  });
}

/** Any number of choices from a list; none means any. */
export async function pickMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: { title: string; placeholder?: string; back?: boolean; selected: (item: T) => boolean },
): Promise<Step<readonly T[]>> {
  const input = vscode.window.createQuickPick<T>();
  input.title = options.title;
  input.placeholder = options.placeholder ?? '';
  input.canSelectMany = true;
  input.ignoreFocusOut = true;
  input.buttons = options.back ? [vscode.QuickInputButtons.Back] : [];
  return settle(input, (done) => {
    input.items = items;
    input.selectedItems = items.filter(options.selected);
    input.onDidAccept(() => done({ kind: 'done', value: input.selectedItems }));
    input.onDidTriggerButton(() => done({ kind: 'back' }));
    input.show();
  });
}

export interface InputOptions {
  title: string;
  prompt: string;
  value?: string;
  placeholder?: string;
  password?: boolean;
  back?: boolean;
  /** A sentence on what is wrong, while it is typed. */
  validate?: (text: string) => string | undefined;
  /** What was wrong with `value` before, shown until it is changed. */
  problem?: string | undefined;
  /** Hears what is typed, so that closing the input loses nothing. */
  onType?: (text: string) => void;
}

/** One line of text. */
export async function ask(options: InputOptions): Promise<Step<string>> {
  const input = vscode.window.createInputBox();
  input.title = options.title;
  input.prompt = options.prompt;
  input.value = options.value ?? '';
  input.placeholder = options.placeholder ?? '';
  input.password = options.password ?? false;
  input.ignoreFocusOut = true;
  input.buttons = options.back ? [vscode.QuickInputButtons.Back] : [];
  input.validationMessage = options.problem;
  return settle(input, (done) => {
    const check = () => {
      input.validationMessage = options.validate?.(input.value);
      return input.validationMessage === undefined;
    };
    input.onDidChangeValue((text) => {
      check();
      options.onType?.(text);
    });
    input.onDidTriggerButton(() => done({ kind: 'back' }));
    input.onDidAccept(() => {
      if (check()) done({ kind: 'done', value: input.value });
    });
    input.show();
  });
}

/** Resolves once, by the first of: an answer, a failure, or the input being hidden. */
function settle<T>(
  input: vscode.QuickInput,
  start: (done: (step: Step<T>) => void, fail: (error: unknown) => void) => void | Promise<void>,
): Promise<Step<T>> {
  return new Promise<Step<T>>((resolve, reject) => {
    input.onDidHide(() => resolve({ kind: 'cancelled' }));
    void start(resolve, reject);
  }).finally(() => input.dispose());
}
