import * as vscode from 'vscode';
import type { AccountStore } from '../../stores/accountStore';
import type { Account } from '../../stores/accountFiles';
import type { Clock } from '../../stores/clock';
import type { UserStore } from '../../stores/userStore';
import { signedIn } from '../../stores/signedIn';
import { panelHtml } from './html';
import { KeptCodes } from './keptCodes';
import { type Help, type HostMessage, panelMessage } from './protocol';
import { saveCodes } from './saveCodes';
import { TwoFactorSession } from './session';
import { Unattended } from './unattended';

export interface PanelServices {
  extensionUri: vscode.Uri;
  accounts: AccountStore;
  users: UserStore;
  clock: Clock;
}

const viewType = 'gpuRental.twoFactor';

const commands: Partial<Record<Help, string>> = {
  signIn: 'gpuRental.signIn',
  logIn: 'gpuRental.logInWithTwoFactor',
  switchAccount: 'gpuRental.switchAccount',
  openConsole: 'gpuRental.openConsole',
};

/**
 * The one panel of a window. It keeps nothing: no state, no serializer, no hidden document; what it shows comes from
 * the session, which ends with the panel or with the account's turn.
 */
export class TwoFactorPanels implements vscode.Disposable {
  readonly #services: PanelServices;
  readonly #kept = new KeptCodes();
  #open: { panel: vscode.WebviewPanel; account: Account } | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
  }

  /** Shows the panel of the account in use. @throws ApiError 'unauthorized' when nobody is signed in */
  show(): void {
    const { accounts } = this.#services;
    signedIn(accounts);
    const account = accounts.active;
    if (account) this.#showOf(account);
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #showOf(account: Account): void {
    if (this.#open?.account.id === account.id) {
      this.#open.panel.reveal();
      return;
    }
    this.#open?.panel.dispose();
    this.#create(account);
  }

  #create(account: Account): void {
    const { extensionUri, accounts, clock } = this.#services;
    // Codes outlive their account’s turn: such a panel shows them, asks nothing of the service and ends with them.
    const isInUse = () => accounts.active?.id === account.id;
    const isLeftOver = !isInUse();
    const scripts = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews');
    const title = vscode.l10n.t('Two-Factor Authentication');
    const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [scripts],
    });
    let isThere = true;
    // A call under way ends after its panel, whose webview may not even be asked for by then.
    const post = () => {
      if (isThere) void panel.webview.postMessage(message(session));
    };
    const session = this.#session(account, post, () => {
      if (isLeftOver) panel.dispose();
    });
    const unattended = new Unattended(clock, () => session.forget());
    const subscriptions = [
      unattended,
      panel.webview.onDidReceiveMessage((received: unknown) => {
        const read = panelMessage.safeParse(received);
        if (!read.success) return;
        unattended.attend();
        if (read.data.kind === 'ready') post();
        else void session.handle(read.data);
      }),
      accounts.onDidChange(() => {
        if (!isLeftOver && !isInUse()) panel.dispose();
      }),
    ];
    this.#open = { panel, account };
    panel.onDidDispose(() => {
      isThere = false;
      if (this.#open?.panel === panel) this.#open = undefined;
      for (const subscription of subscriptions) subscription.dispose();
      void session.end().then(() => this.#offerKept(account));
    });
    panel.webview.html = panelHtml(
      panel.webview,
      vscode.Uri.joinPath(scripts, 'twoFactor.js'),
      title,
      vscode.env.language,
    );
    if (!isLeftOver) void session.handle({ kind: 'refresh' });
  }

  #session(account: Account, draw: () => void, stored: () => void): TwoFactorSession {
    const { accounts, users, clock } = this.#services;
    return new TwoFactorSession(
      {
        account: `${account.email ?? account.userId} · ${new URL(account.baseUrl).host}`,
        client: () => accounts.clientOf(account.id),
        now: () => clock.now(),
        kept: {
          get: () => this.#kept.get(account.id),
          keep: (codes) => this.#kept.keep(account.id, codes),
          forget: () => {
            this.#kept.forget(account.id);
            stored();
          },
        },
        copy: async (text) => vscode.env.clipboard.writeText(text),
        save: saveCodes,
        help: async (help) => {
          const command = commands[help];
          if (command) await vscode.commands.executeCommand(command);
        },
        changed: () => users.wake(),
      },
      draw,
    );
  }

  /** A panel cannot stop itself from being closed: codes that are in nobody's hands are offered again. */
  async #offerKept(account: Account): Promise<void> {
    if (!this.#kept.get(account.id)) return;
    const show = vscode.l10n.t('Show Codes');
    const pressed = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'You have not said that you stored the new backup codes. They are kept only until this window closes.',
      ),
      show,
    );
    if (pressed === show && this.#kept.get(account.id)) this.#showOf(account);
  }
}

function message(session: TwoFactorSession): HostMessage {
  return { kind: 'view', view: session.view(), ...(vscode.l10n.bundle ? { texts: vscode.l10n.bundle } : {}) };
}
