import { readForAWhile } from '../../readingTime';

/** A message as a person sees it. */
interface Shown {
  message: string;
  detail?: string;
  buttons: readonly string[];
  /** The sign beside it. */
  kind: 'info' | 'warning' | 'error';
}

interface FileSystemProvider {
  readFile: (uri: never) => Promise<Uint8Array>;
}

const emptyStatusBar = () => ({
  text: '',
  tooltip: { value: '', isTrusted: undefined as unknown },
  command: '',
  visible: false,
  backgroundColor: undefined as { id: string } | undefined,
});

/** What a person sees of the fake VS Code, and what they do in it. */
export const screen = {
  shown: [] as Shown[],
  /** The button that they press in the next messages; undefined closes them. */
  press: undefined as string | undefined,
  /** Those of the next messages, one each, before `press`. */
  presses: [] as string[],
  /** Input boxes that were opened, the last one last. */
  inputs: [] as InputBox[],
  /** Lists that were opened, the last one last. */
  picks: [] as QuickPick[],
  /** Commands that were called, with their arguments. */
  commands: [] as unknown[][],
  /** Addresses that went to the browser. */
  opened: [] as string[],
  /** What a command resolves to, by its id. */
  results: {} as Record<string, unknown>,
  /** Values of our settings, without `gpuRental.`. */
  settings: {} as Record<string, unknown>,
  statusBar: emptyStatusBar(),
  /** What is registered, by scheme. */
  fileSystems: {} as Record<string, FileSystemProvider>,
  terminals: [] as { creationOptions: object; dispose: () => void }[],
};

export function clearScreen(): void {
  screen.shown = [];
  screen.press = undefined;
  screen.presses = [];
  screen.inputs = [];
  screen.picks = [];
  screen.commands = [];
  screen.opened = [];
  screen.results = {};
  screen.settings = {};
  screen.terminals.length = 0;
  screen.fileSystems = {};
  screen.statusBar = emptyStatusBar();
}

class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

/** Fires when an extension was installed or removed. */
export const extensionsChanged = new EventEmitter<void>();

/** Tells of a terminal that VS Code has opened. */
/** The person comes back to this window, or leaves it. */
export const windowStateChanged = new EventEmitter<{ focused: boolean }>();
export const documentOpened = new EventEmitter<{ uri: { scheme: string } }>();

export const terminalOpened = new EventEmitter<{ creationOptions: object; show: () => void }>();

/** An input box, and what a person does in it. */
class InputBox {
  title = '';
  prompt = '';
  value = '';
  placeholder = '';
  busy = false;
  validationMessage: string | undefined;
  readonly #typed = new EventEmitter<string>();
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = new EventEmitter<unknown>().event;
  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }
  accept(): void {
    this.#accepted.fire();
  }
  hide(): void {
    this.#hidden.fire();
  }
  readonly show = (): void => undefined;
  readonly dispose = (): void => undefined;
}

interface Row {
  label: string;
  description?: string;
  detail?: string;
  buttons?: readonly unknown[];
}

/** A list to choose from, and what a person does in it. */
class QuickPick {
  title = '';
  value = '';
  placeholder = '';
  busy = false;
  buttons: unknown[] = [];
  items: readonly Row[] = [];
  activeItems: readonly Row[] = [];
  selectedItems: readonly Row[] = [];
  readonly #typed = new EventEmitter<string>();
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #pressed = new EventEmitter<unknown>();
  readonly #moved = new EventEmitter<readonly Row[]>();
  readonly onDidChangeActive = this.#moved.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly #pressedOn = new EventEmitter<{ item: Row; button: unknown }>();
  readonly onDidTriggerItemButton = this.#pressedOn.event;
  /** Presses the button of a row. */
  pressOn(item: Row, button: unknown): void {
    this.#pressedOn.fire({ item, button });
  }
  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }
  move(row: Row): void {
    this.activeItems = [row];
    this.#moved.fire([row]);
  }
  choose(...rows: Row[]): void {
    this.selectedItems = rows;
    this.#accepted.fire();
  }
  press(button: unknown): void {
    this.#pressed.fire(button);
  }
  hide(): void {
    this.#hidden.fire();
  }
  readonly show = (): void => undefined;
  readonly dispose = (): void => undefined;
}

class Disposable {
  readonly dispose: () => void;
  static from(...all: Disposable[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
}

class CancellationError extends Error {}

class Task {
  readonly execution: unknown;
  readonly problemMatchers: unknown;
  constructor(
    definition: object,
    scope: number,
    name: string,
    source: string,
    execution: unknown,
    problemMatchers: unknown,
  ) {
    Object.assign(this, { definition, scope, name, source });
    this.execution = execution;
    this.problemMatchers = problemMatchers;
  }
}

class ProcessExecution {
  readonly process: string;
  readonly args: readonly string[];
  constructor(process: string, args: readonly string[]) {
    this.process = process;
    this.args = args;
  }
}

class CustomExecution {
  readonly run: unknown;
  constructor(run: unknown) {
    this.run = run;
  }
}

class TerminalProfile {
  readonly options: object;
  constructor(options: object) {
    this.options = options;
  }
}

class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

class MarkdownString {
  value: string;
  isTrusted: unknown;
  constructor(value = '') {
    this.value = value;
  }
}

class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

const show =
  (kind: Shown['kind']) =>
  async (message: string, ...rest: (string | { detail?: string })[]): Promise<string | undefined> => {
    const buttons = rest.filter((one) => typeof one === 'string');
    const options = rest.find((one) => typeof one === 'object');
    screen.shown.push({
      message,
      kind,
      buttons,
      ...(options?.detail === undefined ? {} : { detail: options.detail }),
    });
    const press = screen.presses.shift() ?? screen.press;
    const pressed = buttons.find((title) => title === press);
    if (!options || pressed === undefined) return pressed;
    // It is drawn, then read, and the window gives another sign of life.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    readForAWhile();
    await new Promise<void>((resolve) => (onSign = resolve));
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return pressed;
  };

let onSign: () => void = () => undefined;

/**
 * The few things of VS Code that a unit test's subjects touch, as the module `vscode`:
 * `vi.mock('vscode', async () => (await import('./fakeVscode')).fakeVscode)`.
 */
export const fakeVscode = {
  EventEmitter,
  Disposable,
  CancellationError,
  TerminalProfile,
  Task,
  TaskScope: { Global: 1, Workspace: 2 },
  ProcessExecution,
  CustomExecution,
  ExtensionKind: { UI: 1, Workspace: 2 },
  ThemeColor,
  ThemeIcon,
  MarkdownString,
  TreeItem,
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ProgressLocation: { Notification: 15 },
  QuickInputButtons: { Back: {} },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  l10n: {
    t: (text: string, ...values: unknown[]) =>
      values.length === 0
        ? text
        : text.replaceAll(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
  },
  env: {
    language: 'en',
    uriScheme: 'vscode',
    remoteName: undefined as string | undefined,
    openExternal: (uri: string) => {
      screen.opened.push(uri);
      return Promise.resolve(true);
    },
  },
  Uri: {
    file: (path: string) => ({ fsPath: path }),
    parse: (uri: string) => uri,
    joinPath: (...parts: unknown[]) => parts.join('/'),
  },
  window: {
    state: { focused: true },
    onDidChangeWindowState: windowStateChanged.event,
    terminals: screen.terminals,
    onDidOpenTerminal: terminalOpened.event,
    setStatusBarMessage: () => ({ dispose: () => undefined }),
    showInformationMessage: show('info'),
    showWarningMessage: show('warning'),
    showErrorMessage: show('error'),
    withProgress: (_options: unknown, task: (...all: unknown[]) => unknown) =>
      Promise.resolve(
        task({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
      ),
    createInputBox: () => {
      const input = new InputBox();
      screen.inputs.push(input);
      return input;
    },
    showTextDocument: (uri: string) => Promise.resolve(void screen.opened.push(uri)),
    tabGroups: { all: [] },
    createQuickPick: () => {
      const list = new QuickPick();
      screen.picks.push(list);
      return list;
    },
    createTreeView: () => ({ dispose: () => undefined }),
    createStatusBarItem: () =>
      Object.assign(screen.statusBar, {
        show: () => void (screen.statusBar.visible = true),
        hide: () => void (screen.statusBar.visible = false),
        dispose: () => undefined,
      }),
  },
  workspace: {
    getWorkspaceFolder: () => undefined,
    registerFileSystemProvider: (scheme: string, files: FileSystemProvider) => {
      screen.fileSystems[scheme] = files;
      return { dispose: () => undefined };
    },
    textDocuments: [],
    onDidOpenTextDocument: documentOpened.event,
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    getConfiguration: () => ({
      get: (key: string) => screen.settings[key],
      inspect: (key: string) => ({ globalValue: screen.settings[key] }),
    }),
  },
  extensions: { onDidChange: extensionsChanged.event },
  commands: {
    executeCommand: (id: string, ...values: unknown[]) => {
      // Asked with each dialog, and no news.
      if (values[0] === 'gpuRental.asked') {
        onSign();
        return Promise.resolve();
      }
      screen.commands.push([id, ...values]);
      return Promise.resolve(screen.results[id]);
    },
  },
};
