import * as vscode from 'vscode';
import { plainText } from '../api/plainText';

/** How a step of a wizard ended. Cancelling is an answer, not an error. */
export type Step<T> = { kind: 'done'; value: T } | { kind: 'back' } | { kind: 'cancelled' };

export interface PickOptions<T> {
  title: string;
  placeholder?: string;
  /** The placeholder until the rows are loaded. */
  waiting?: string;
  /** The row that has the focus first. */
  active?: (item: T) => boolean;
  /** Shows the Back button. */
  back?: boolean;
  /** Further buttons in the title; a click answers with what `onButton` gives, or goes on when it is undefined. */
  buttons?: readonly vscode.QuickInputButton[];
  /** Makes a row from the typed text, on top. */
  typed?: (text: string) => T | undefined;
  matchOnDetail?: boolean;
  /** Rows that come later, below the others. Never rejects. */
  more?: Promise<readonly T[]>;
}

/** One choice from a list. `pressed` is set if a button was pressed, in the title or on the row `item`. */
export async function pick<T extends vscode.QuickPickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: PickOptions<T>,
): Promise<Step<{ item?: T; pressed?: vscode.QuickInputButton }>> {
  const input = vscode.window.createQuickPick<T>();
  input.title = plainText(options.title);
  input.matchOnDescription = true;
  input.matchOnDetail = options.matchOnDetail ?? false;
  input.buttons = [...(options.back ? [vscode.QuickInputButtons.Back] : []), ...(options.buttons ?? [])];
  input.ignoreFocusOut = true;
  return settle(input, async (done, fail) => {
    input.onDidAccept(() => {
      // Enter may come before the list has the row of what was typed.
      const item = input.selectedItems[0] ?? options.typed?.(input.value);
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
    let rows: readonly T[] = [];
    const draw = () => {
      input.items = options.typed ? [options.typed(input.value) ?? (noRow as T), ...rows] : rows;
    };
    const fill = (all: readonly T[]) => {
      rows = all;
      draw();
      const active = options.active ? rows.filter(options.active) : [];
      if (active.length > 0) input.activeItems = active;
      input.placeholder = plainText(options.placeholder ?? '');
    };
    if (options.typed) input.onDidChangeValue(draw);
    // Rows that are known are shown with the list: a key that comes before its rows would be lost.
    if (!('then' in items)) fill(items);
    else input.placeholder = plainText(options.waiting ?? options.placeholder ?? '');
    input.busy = 'then' in items;
    input.show();
    try {
      if ('then' in items) fill(await items);
      input.busy = false;
    } catch (error) {
      fail(error);
    }
    void options.more?.then((more) => {
      rows = [...rows, ...more];
      const active = input.activeItems;
      input.keepScrollPosition = true;
      draw();
      input.activeItems = active;
    });
  });
}

/** What was answered; undefined if the person went back or closed it. */
export const answerOf = <T>(step: Step<T>): T | undefined => (step.kind === 'done' ? step.value : undefined);

/** The row that is chosen from a list; undefined if the person closed it. */
export const pickOne = async <T extends vscode.QuickPickItem>(
  ...asked: Parameters<typeof pick<T>>
): Promise<T | undefined> => answerOf(await pick(...asked))?.item;

/**
 * Stands where another row may come. VS Code tells by its place which row was chosen, so that a row which comes above the
 * others would have Enter choose the one above it, if it was pressed before the list was drawn anew.
 */
export const noRow: vscode.QuickPickItem = { label: '', kind: vscode.QuickPickItemKind.Separator };

/** Any number of choices from a list; none means any. */
export async function pickMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: {
    title: string;
    placeholder?: string;
    back?: boolean;
    selected: (item: T) => boolean;
    /** What is wrong with the choice, as a sentence; the choice is then refused. */
    validate?: (items: readonly T[]) => string | undefined;
  },
): Promise<Step<readonly T[]>> {
  const input = vscode.window.createQuickPick<T>();
  input.title = plainText(options.title);
  input.placeholder = plainText(options.placeholder ?? '');
  input.canSelectMany = true;
  input.ignoreFocusOut = true;
  input.buttons = options.back ? [vscode.QuickInputButtons.Back] : [];
  return settle(input, (done) => {
    input.items = items;
    input.selectedItems = items.filter(options.selected);
    input.onDidAccept(() => {
      const problem = options.validate?.(input.selectedItems);
      // A filter may hide selected rows, so first shows all rows again.
      if (options.validate && input.value) input.value = '';
      else if (!problem) done({ kind: 'done', value: input.selectedItems });
      input.title = plainText(problem ? `${options.title} (${problem})` : options.title);
    });
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
  /** What is wrong with the typed text, as a sentence. */
  validate?: (text: string) => string | undefined;
  /** What was wrong with `value` before, shown until it is changed. */
  problem?: string | undefined;
  /** What turns up while it is shown: another prompt, and a value unless something was typed. Failing, it changes nothing. */
  later?: Promise<Pick<InputOptions, 'prompt' | 'value'>>;
  /** Called with the typed text, so that closing the input loses nothing. */
  onType?: (text: string) => void;
}

/** One line of text. */
export async function ask(options: InputOptions): Promise<Step<string>> {
  const input = vscode.window.createInputBox();
  input.title = plainText(options.title);
  input.prompt = plainText(options.prompt, 500);
  input.value = options.value ?? '';
  input.placeholder = plainText(options.placeholder ?? '');
  input.password = options.password ?? false;
  input.ignoreFocusOut = true;
  input.buttons = options.back ? [vscode.QuickInputButtons.Back] : [];
  input.validationMessage = shownProblem(options.problem);
  return settle(input, (done) => {
    const check = () => {
      input.validationMessage = shownProblem(options.validate?.(input.value));
      return input.validationMessage === undefined;
    };
    let given: string | undefined;
    input.onDidChangeValue((text) => {
      // A letter that was typed before the person saw the later value counts, and VS Code shows the other one.
      if (given !== undefined && !isEditOf(text, given)) input.value = text;
      given = undefined;
      check();
      options.onType?.(text);
    });
    input.busy = options.later !== undefined;
    void options.later
      ?.then(
        ({ prompt, value }) => {
          const isUntouched = input.value === (options.value ?? '') && !options.problem;
          input.prompt = plainText(prompt, 500);
          if (isUntouched && value !== undefined) input.value = given = value;
          else if (!isUntouched) check();
        },
        () => undefined,
      )
      .finally(() => (input.busy = false));
    input.onDidTriggerButton(() => done({ kind: 'back' }));
    input.onDidAccept(() => {
      if (check()) done({ kind: 'done', value: input.value });
    });
    input.show();
  });
}

/** The same; undefined if the person closed it. */
export const askText = async (options: InputOptions): Promise<string | undefined> =>
  answerOf(await ask(options));

/** Whether one key makes this of a text: a letter at its end, or its last one taken away. */
const isEditOf = (text: string, before: string): boolean =>
  text.startsWith(before) || text === before.slice(0, -1);

/** VS Code shows links in the line below an input, and a click runs them. */
const shownProblem = (problem: string | undefined): string | undefined =>
  problem === undefined ? undefined : plainText(problem, 500);

/** Leaves the rows in their order while something is typed. VS Code has the setting, but not in its types. */
export function keepOrder(input: vscode.QuickPick<vscode.QuickPickItem>): void {
  if ('sortByLabel' in input) Object.assign(input, { sortByLabel: false });
}

/** Resolves once, with the first of: an answer, a failure, or the input being hidden. */
export function settle<T>(
  input: vscode.QuickInput,
  start: (done: (step: Step<T>) => void, fail: (error: unknown) => void) => void | Promise<void>,
): Promise<Step<T>> {
  return new Promise<Step<T>>((resolve, reject) => {
    input.onDidHide(() => resolve({ kind: 'cancelled' }));
    void start(resolve, reject);
  }).finally(() => input.dispose());
}

/** A row that does something. */
export type Action = vscode.QuickPickItem & { run: () => Thenable<unknown> };

/** Shows the actions for one thing and does the selected one. `back`: the person wants the list before it again. */
export async function pickAction(
  title: string,
  actions: readonly Action[],
  placeholder: string = vscode.l10n.t('Select an action'),
): Promise<'done' | 'back'> {
  const step = await pick<Action>(actions, { title, placeholder, back: true });
  if (step.kind === 'back') return 'back';
  if (step.kind === 'done') await step.value.item?.run();
  return 'done';
}
