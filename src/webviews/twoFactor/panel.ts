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
    if (!account) return;
    if (this.#open?.account.id === account.id) {
      this.#open.panel.reveal();
      return;
    }
    this.#open?.panel.dispose();
    this.#create(account);
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #create(account: Account): void {
    const { extensionUri, accounts, clock } = this.#services;
    const scripts = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews');
    const title = vscode.l10n.t('Two-Factor Authentication');
    const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [scripts],
    });
    const session = this.#session(account, () => void post());
    const post = () => panel.webview.postMessage(message(session));
    const unattended = new Unattended(clock, () => session.forget());
    const subscriptions = [
      unattended,
      panel.webview.onDidReceiveMessage((received: unknown) => {
        const read = panelMessage.safeParse(received);
        if (!read.success) return;
        unattended.attend();
        if (read.data.kind === 'ready') void post();
        else void session.handle(read.data);
      }),
      accounts.onDidChange(() => {
        if (accounts.active?.id !== account.id) panel.dispose();
      }),
    ];
    this.#open = { panel, account };
    panel.onDidDispose(() => {
      if (this.#open?.panel === panel) this.#open = undefined;
      for (const subscription of subscriptions) subscription.dispose();
      void session.settled().then(() => this.#offerKept(account));
    });
    panel.webview.html = panelHtml(
      panel.webview,
      vscode.Uri.joinPath(scripts, 'twoFactor.js'),
      title,
      vscode.env.language,
    );
    void session.handle({ kind: 'refresh' });
  }

  #session(account: Account, draw: () => void): TwoFactorSession {
    const { accounts, users, clock } = this.#services;
    return new TwoFactorSession(
      {
        account: `${account.email ?? account.userId} · ${new URL(account.baseUrl).host}`,
        client: () => accounts.clientOf(account.id),
        now: () => clock.now(),
        kept: {
          get: () => this.#kept.get(account.id),
          keep: (codes) => this.#kept.keep(account.id, codes),
          forget: () => this.#kept.forget(account.id),
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
    if (pressed !== show || !this.#kept.get(account.id)) return;
    await this.#services.accounts.switchTo(account.id);
    this.show();
  }
}

function message(session: TwoFactorSession): HostMessage {
  return { kind: 'view', view: session.view(), ...(vscode.l10n.bundle ? { texts: vscode.l10n.bundle } : {}) };
}
