import * as vscode from 'vscode';
import { logChannelOf, type Tree, treeOf } from './standIns';
import type { Life, Time } from './time';

/** A notification or dialog; resolves to the button that is pressed. */
export interface Shown {
  message: string;
  isModal: boolean;
  buttons: readonly string[];
}

/** Who sits at the windows. */
export interface Viewer {
  press(shown: Shown): string | undefined;
  /** Whether what asks in a list or an input is worth a wait before it is closed, in milliseconds. */
  patience(): number;
}

/** The editor whose documents the host has; only one window has it. */
export interface Front {
  window: Life | undefined;
  files: Map<string, Map<Life, vscode.FileSystemProvider>>;
}

/**
 * VS Code's API as one of several windows in this extension host has it. Whatever a host can have several times is the
 * host's own: events, settings, commands, documents. The rest stands in for a window of one's own: views, notifications,
 * inputs, the log, and which window the documents belong to.
 */
export function screenOf(life: Life, time: Time, viewer: Viewer, front: Front) {
  const trees = new Map<string, Tree>();
  const contexts = new Map<string, unknown>();
  const statusBar = new Set<vscode.StatusBarItem>();
  const log: string[] = [];
  const opened: unknown[] = [];
  const problems: string[] = [];
  const registrations = new Set<{ dispose(): unknown }>();
  const prefix = `chaos.${life.name}.`;

  const kept = <T extends { dispose(): unknown }>(registration: T): T => {
    registrations.add(registration);
    return registration;
  };

  /** VS Code only logs what a listener throws; here it is a problem of the run. */
  class Emitter<T> extends vscode.EventEmitter<T> {
    constructor() {
      super();
      const hear = this.event;
      const event: vscode.Event<T> = (listener, thisArg: unknown, disposables) =>
        hear(
          (value) => {
            try {
              listener.call(thisArg, value);
            } catch (error) {
              problems.push(`A listener threw ${error instanceof Error ? error.stack : String(error)}`);
            }
          },
          undefined,
          disposables,
        );
      Object.defineProperty(this, 'event', { value: event });
    }
  }

  /** Only while the window is there, and for documents only while it has them. */
  const heard =
    <T>(event: vscode.Event<T>, isOfEditor = false): vscode.Event<T> =>
    (listener, thisArg: unknown, disposables) => {
      const registration = event((value) => {
        if (!life.isOver && (!isOfEditor || front.window === life)) listener.call(thisArg, value);
      });
      registrations.add(registration);
      disposables?.push(registration);
      return new vscode.Disposable(() => {
        registrations.delete(registration);
        registration.dispose();
      });
    };

  const show = (message: string, ...rest: unknown[]): Promise<unknown> => {
    if (life.isOver) return new Promise(() => undefined);
    const [options] = rest;
    const isModal = typeof options === 'object' && options !== null && 'modal' in options;
    const items = (isModal ? rest.slice(1) : rest) as (string | vscode.MessageItem)[];
    const titleOf = (item: string | vscode.MessageItem) => (typeof item === 'string' ? item : item.title);
    const pressed = viewer.press({ message, isModal, buttons: items.map(titleOf) });
    const answer = items.find((item) => titleOf(item) === pressed);
    // An answer before a dialog can be read is not taken.
    return isModal
      ? new Promise((resolve) => void time.after(2000, () => resolve(answer), life))
      : Promise.resolve(answer);
  };

  /** Somebody who presses Escape. */
  const closing = <T extends vscode.QuickInput>(input: T): T => {
    const open = input.show.bind(input);
    input.show = () => {
      open();
      time.after(viewer.patience(), () => input.hide(), life);
    };
    return input;
  };

  const withProgress = (
    _options: vscode.ProgressOptions,
    task: (progress: vscode.Progress<object>, token: vscode.CancellationToken) => Thenable<unknown>,
  ) => task({ report: () => undefined }, new vscode.CancellationTokenSource().token);

  const window = overlay(vscode.window, {
    createTreeView: (id: string, options: vscode.TreeViewOptions<unknown>) => {
      const tree = treeOf(options.treeDataProvider);
      trees.set(id, tree);
      return tree.view;
    },
    createOutputChannel: () => logChannelOf(log),
    createStatusBarItem: (...args: Parameters<typeof vscode.window.createStatusBarItem>) => {
      const item = kept(vscode.window.createStatusBarItem(...args));
      const [appear, vanish] = [item.show.bind(item), item.hide.bind(item)];
      // An item that is hidden keeps its text.
      return Object.assign(item, {
        show: () => {
          statusBar.add(item);
          appear();
        },
        hide: () => {
          statusBar.delete(item);
          vanish();
        },
      });
    },
    showInformationMessage: show,
    showWarningMessage: show,
    showErrorMessage: show,
    showQuickPick: () => Promise.resolve(undefined),
    showInputBox: () => Promise.resolve(undefined),
    showOpenDialog: () => Promise.resolve(undefined),
    showSaveDialog: () => Promise.resolve(undefined),
    createQuickPick: () => closing(vscode.window.createQuickPick()),
    createInputBox: () => closing(vscode.window.createInputBox()),
    withProgress,
    setStatusBarMessage: () => new vscode.Disposable(() => undefined),
    showTextDocument: (document: vscode.Uri) => {
      opened.push(document);
      return Promise.resolve(undefined);
    },
    createTerminal: () => ({ show: () => undefined, sendText: () => undefined, dispose: () => undefined }),
    registerUriHandler: () => new vscode.Disposable(() => undefined),
    registerWebviewPanelSerializer: () => new vscode.Disposable(() => undefined),
    registerTerminalProfileProvider: () => new vscode.Disposable(() => undefined),
    onDidOpenTerminal: heard(vscode.window.onDidOpenTerminal),
    onDidCloseTerminal: heard(vscode.window.onDidCloseTerminal),
    tabGroups: overlay(vscode.window.tabGroups, {
      onDidChangeTabs: heard(vscode.window.tabGroups.onDidChangeTabs, true),
    }),
  });

  const workspace = overlay(vscode.workspace, {
    registerFileSystemProvider: (scheme: string, provider: vscode.FileSystemProvider) => {
      const providers = front.files.get(scheme) ?? new Map<Life, vscode.FileSystemProvider>();
      front.files.set(scheme, providers.set(life, provider));
      return new vscode.Disposable(() => providers.delete(life));
    },
    registerTextDocumentContentProvider: (scheme: string, provider: vscode.TextDocumentContentProvider) =>
      kept(vscode.workspace.registerTextDocumentContentProvider(scheme, provider)),
    onDidChangeConfiguration: heard(vscode.workspace.onDidChangeConfiguration),
    onDidChangeTextDocument: heard(vscode.workspace.onDidChangeTextDocument, true),
    onWillSaveTextDocument: heard(vscode.workspace.onWillSaveTextDocument, true),
    onDidSaveTextDocument: heard(vscode.workspace.onDidSaveTextDocument, true),
    onDidOpenTextDocument: heard(vscode.workspace.onDidOpenTextDocument, true),
    onDidCloseTextDocument: heard(vscode.workspace.onDidCloseTextDocument, true),
    onDidOpenNotebookDocument: heard(vscode.workspace.onDidOpenNotebookDocument),
  });
  Object.defineProperty(workspace, 'textDocuments', {
    get: () => (front.window === life ? vscode.workspace.textDocuments : []),
  });

  const own = (id: string) => (id.startsWith('gpuRental.') ? prefix + id : id);
  const elsewhere = new Set(['vscode.openFolder', 'vscode.newWindow', 'vscode.open']);
  const commands = overlay(vscode.commands, {
    registerCommand: (id: string, run: (...args: unknown[]) => unknown) =>
      kept(vscode.commands.registerCommand(own(id), run)),
    executeCommand: (id: string, ...args: unknown[]) => {
      if (life.isOver) return new Promise(() => undefined);
      if (id === 'setContext') contexts.set(String(args[0]), args[1]);
      else if (elsewhere.has(id)) opened.push(id, ...args);
      else return vscode.commands.executeCommand(own(id), ...args);
      return Promise.resolve();
    },
  });

  const extensions = overlay(vscode.extensions, {
    all: [...vscode.extensions.all, { id: 'ms-vscode-remote.remote-ssh', packageJSON: {}, isActive: true }],
    onDidChange: heard(vscode.extensions.onDidChange),
  });

  const languages = overlay(
    vscode.languages,
    Object.fromEntries(
      (['registerCodeLensProvider', 'registerInlayHintsProvider', 'createDiagnosticCollection'] as const).map(
        (name) => [
          name,
          (...args: never[]) =>
            kept((vscode.languages[name] as (...args: never[]) => vscode.Disposable)(...args)),
        ],
      ),
    ),
  );

  const env = overlay(vscode.env, {
    openExternal: (uri: vscode.Uri) => Promise.resolve(opened.push(uri) > 0),
    clipboard: { writeText: () => Promise.resolve(), readText: () => Promise.resolve('') },
  });

  const withoutParts = { registerTool: () => new vscode.Disposable(() => undefined) };
  const tasks = { registerTaskProvider: () => new vscode.Disposable(() => undefined) };
  const api = {
    ...vscode,
    EventEmitter: Emitter,
    ...{ window, workspace, commands, extensions, languages, env },
    ...{ lm: overlay(vscode.lm, withoutParts), tasks: overlay(vscode.tasks, tasks) },
  };
  return {
    api,
    trees,
    contexts,
    statusBar,
    log,
    opened,
    problems,
    /** Calls one of the window's own commands. */
    call: <T>(name: string, argument: Record<string, unknown> = {}): Promise<T> =>
      Promise.resolve(vscode.commands.executeCommand<T>(own(`gpuRental.${name}`), argument)),
    close: () => {
      for (const one of registrations) one.dispose();
      for (const providers of front.files.values()) providers.delete(life);
    },
  };
}

export type Screen = ReturnType<typeof screenOf>;

/** The members of an object, with some of our own in their place. */
function overlay<T extends object>(object: T, members: Record<string, unknown>): T {
  const own = Object.create(object) as T;
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(own, name, { value, configurable: true, writable: true });
  return own;
}
