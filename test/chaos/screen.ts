import * as vscode from 'vscode';
import { Editors } from './documents';
import { editorCommands, editorWindow, editorWorkspace } from './editor';
import { type LoadPage, Panels } from './panels';
import { logChannelOf, type Tree, treeOf } from './standIns';
import type { Life, Time } from './time';
import type { Left, Viewer } from './viewer';

interface ScreenWorld {
  life: Life;
  time: Time;
  viewer: Viewer;
  left: Left;
  loadPage: LoadPage;
  savesByItself: boolean;
}

/**
 * VS Code's API as one of several windows in this extension host has it. Whatever a host can have several times is the
 * host's own: events, settings, commands. The rest stands in for a window of one's own: views, notifications, inputs,
 * the log, documents and panels.
 */
export function screenOf({ life, time, viewer, left, loadPage, savesByItself }: ScreenWorld) {
  const trees = new Map<string, Tree>();
  const contexts = new Map<string, unknown>();
  const statusBar = new Set<vscode.StatusBarItem>();
  const log: string[] = [];
  const opened: unknown[] = [];
  const problems: string[] = [];
  const registrations = new Set<{ dispose(): unknown }>();
  const prefix = `chaos.${life.name}.`;
  const told = (message: string) => viewer.press({ window: life.name, message, isModal: false, buttons: [] });
  const editors = new Editors({ time, life, left: left.editors, told, savesByItself });
  const panels = new Panels({ time, life, left: left.panels, load: loadPage });

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

  /** Only while the window is there. */
  const heard =
    <T>(event: vscode.Event<T>): vscode.Event<T> =>
    (listener, thisArg: unknown, disposables) => {
      const registration = event((value) => {
        if (!life.isOver) listener.call(thisArg, value);
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
    const pressed = viewer.press({ window: life.name, message, isModal, buttons: items.map(titleOf) });
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
    ...editorWindow(editors, opened),
    createWebviewPanel: (type: string, title: string, _column: unknown, options: object) =>
      panels.create(type, title, options).host,
    createTerminal: () => ({ show: () => undefined, sendText: () => undefined, dispose: () => undefined }),
    registerUriHandler: () => new vscode.Disposable(() => undefined),
    registerWebviewPanelSerializer: (type: string, serializer: vscode.WebviewPanelSerializer) =>
      panels.serialize(type, serializer),
    registerTerminalProfileProvider: () => new vscode.Disposable(() => undefined),
    onDidOpenTerminal: heard(vscode.window.onDidOpenTerminal),
    onDidCloseTerminal: heard(vscode.window.onDidCloseTerminal),
  });
  Object.defineProperty(window, 'activeTextEditor', {
    get: () => editors.active && { document: editors.active, viewColumn: 1 },
  });

  const workspace = overlay(vscode.workspace, {
    ...editorWorkspace(editors),
    registerTextDocumentContentProvider: (scheme: string, provider: vscode.TextDocumentContentProvider) =>
      kept(vscode.workspace.registerTextDocumentContentProvider(scheme, provider)),
    onDidChangeConfiguration: heard(vscode.workspace.onDidChangeConfiguration),
    onDidOpenNotebookDocument: heard(vscode.workspace.onDidOpenNotebookDocument),
  });
  Object.defineProperty(workspace, 'textDocuments', { get: () => [...editors.documents.values()] });

  const own = (id: string) => (id.startsWith('gpuRental.') ? prefix + id : id);
  const elsewhere = new Set(['vscode.openFolder', 'vscode.newWindow', 'vscode.open']);
  const ofEditors = editorCommands(editors);
  const commands = overlay(vscode.commands, {
    registerCommand: (id: string, run: (...args: unknown[]) => unknown) =>
      kept(vscode.commands.registerCommand(own(id), run)),
    executeCommand: (id: string, ...args: unknown[]) => {
      if (life.isOver) return new Promise(() => undefined);
      const ofEditor = ofEditors.get(id);
      if (ofEditor) return ofEditor(...args);
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
    editors,
    panels,
    /** Calls one of the window's own commands. */
    call: <T>(name: string, argument: Record<string, unknown> = {}): Promise<T> =>
      Promise.resolve(vscode.commands.executeCommand<T>(own(`gpuRental.${name}`), argument)),
    /** The same from the Command Palette. */
    choose: (name: string): Promise<unknown> =>
      Promise.resolve(vscode.commands.executeCommand(own(`gpuRental.${name}`))),
    close: () => {
      editors.leave();
      panels.leave();
      for (const one of registrations) one.dispose();
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
