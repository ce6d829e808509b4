import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import type { Clock } from '../../clock';
import { callCommand, type CommandName } from '../../commandNames';
import { accountName } from '../../domain/account/accountName';
import type { Account } from '../../stores/account/accountFiles';
import { panelHtml } from './html';
import { type Heard, type HostMessage, lifeSign } from './messages';

interface PanelOptions<View, Action> {
  extensionUri: vscode.Uri;
  clock: Clock;
  /** The name of its folder: the script is `dist/webviews/<name>.js`. */
  name: string;
  title: string;
  /** What to show now. */
  view: () => View;
  /** The schema of messages from the browser side. Others are dropped. */
  actions: z.ZodMiniType<Action>;
  act: (action: Action) => void;
  /** The person was away for five minutes. */
  left?: () => void;
  closed: () => void;
  /** The browser side has been loaded, for the first time or again. */
  ready?: () => void;
  /** It keeps what it shows while another tab is in front of it, and is told when that begins and ends. */
  keptWhileHidden?: { seen: (isSeen: boolean) => void };
  /** VS Code shows it again after the window was reloaded. It is taken over instead of opening another one. */
  restored?: vscode.WebviewPanel | undefined;
}

export interface OpenPanel {
  /** Shows the current view, once the browser side has been loaded; does nothing after the panel was closed. */
  draw(): void;
  /** Sends what is too large for the view; does nothing after the panel was closed. */
  post(message: object): void;
  reveal(): void;
  close(): void;
}

/**
 * Opens a panel, or takes over one that VS Code shows again. The host keeps nothing of it, and it has no hidden
 * document unless asked for. It shows `view`, and every message from it is checked.
 */
export function openPanel<View, Action>(options: PanelOptions<View, Action>): OpenPanel {
  const { extensionUri, clock, name, title } = options;
  const scripts = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews');
  const webviewOptions = { enableScripts: true, localResourceRoots: [scripts] };
  const panel =
    options.restored ??
    vscode.window.createWebviewPanel(`gpuRental.${name}`, title, vscode.ViewColumn.Active, {
      ...webviewOptions,
      retainContextWhenHidden: options.keptWhileHidden !== undefined,
    });
  if (options.restored) panel.webview.options = webviewOptions;
  let isThere = true;
  // A call may end after its panel was closed, when the webview can't even be accessed.
  const post = (message: object) => {
    if (isThere) void panel.webview.postMessage(message);
  };
  // Only then does the browser side have its translations.
  let hasAsked = false;
  const draw = () => {
    if (hasAsked) post({ kind: 'view', view: options.view() } satisfies HostMessage<View>);
  };
  const unattended = options.left && new Unattended(clock, options.left);
  const received = panel.webview.onDidReceiveMessage((message: unknown) => {
    const sign = lifeSign.safeParse(message);
    const action = options.actions.safeParse(message);
    if (sign.success || action.success) unattended?.attend();
    if (sign.data?.kind === 'ready') {
      hasAsked = true;
      post({ kind: 'view', view: options.view(), texts: translations() } satisfies HostMessage<View>);
      options.ready?.();
    }
    if (action.success) options.act(action.data);
    // One that is no action is heard too, or the browser side would wait for ever.
    if (!sign.success) post({ kind: 'heard' } satisfies Heard);
  });
  const seen = options.keptWhileHidden?.seen;
  if (seen) panel.onDidChangeViewState(() => seen(panel.visible));
  panel.onDidDispose(() => {
    isThere = false;
    unattended?.dispose();
    received.dispose();
    options.closed();
  });
  const script = vscode.Uri.joinPath(scripts, `${name}.js`);
  const scriptUrl = String(panel.webview.asWebviewUri(script));
  panel.webview.html = panelHtml(scriptUrl, title, vscode.env.language);
  return { draw, post, reveal: () => panel.reveal(), close: () => void panel.dispose() };
}

/** After how many milliseconds the person counts as away. */
const awayAfter = 5 * 60_000;

/** Calls back when a person was away for five minutes, and again after every five more. */
export class Unattended {
  readonly #clock: Clock;
  readonly #left: () => void;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, left: () => void) {
    this.#clock = clock;
    this.#left = left;
    this.attend();
  }

  /** The person is there. */
  attend(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(awayAfter, () => {
      this.attend();
      this.#left();
    });
  }

  dispose(): void {
    this.#cancel();
  }
}

/** The account of a panel, for a person. */
export const accountLine = (account: Account): string =>
  `${accountName(account)} · ${new URL(account.baseUrl).host}`;

const commands: Partial<Record<string, CommandName>> = {
  signIn: 'signIn',
  logIn: 'logInWithTwoFactor',
  switchAccount: 'switchAccount',
  openConsole: 'openConsole',
};

/** Calls the command that a remedy stands for, if it does. */
export async function callRemedy(remedy: string): Promise<void> {
  const command = commands[remedy];
  if (command) await callCommand(command);
}

/** Undefined in English. */
function translations(): string | undefined {
  return vscode.l10n.bundle && JSON.stringify(vscode.l10n.bundle);
}
