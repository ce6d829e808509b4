import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { showWarning } from '../../ask/notify';
import type { AccountStore } from '../../stores/account/accountStore';
import type { Account } from '../../stores/account/accountFiles';
import type { Clock } from '../../clock';
import type { UnstoredCodes } from '../../stores/account/unstoredCodes';
import type { UserStore } from '../../stores/account/userStore';
import { writePrivately } from '../../files/privateFile';
import { signedIn } from '../../api/localError';
import { actionSchema } from '../../twoFactor/action';
import { accountLine, callRemedy, type OpenPanel, openPanel } from '../shared/openPanel';
import { TwoFactorSession } from '../../twoFactor/session';
import { viewOf } from './view';
import { ignore, instead, type Log } from '../../log/log';

export interface PanelServices {
  extensionUri: vscode.Uri;
  accounts: AccountStore;
  users: UserStore;
  clock: Clock;
  unstored: UnstoredCodes;
  log: Log;
}

interface ShowOptions {
  /** Goes directly to creating new backup codes. */
  renew?: boolean;
}

/** The one panel of a window. It shows the session, which ends when the panel closes or another account is used. */
export class TwoFactorPanels implements vscode.Disposable {
  readonly #services: PanelServices;
  /**
   * Backup codes that no person has confirmed as stored, by account. They exist nowhere else, and a panel can't prevent
   * being closed, so they stay in memory until they are confirmed or the window closes.
   */
  readonly #kept = new Map<string, readonly string[]>();
  #open: { panel: OpenPanel; account: Account; session: TwoFactorSession } | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
  }

  /** Shows the panel of the account in use. @throws LocalError 'not_signed_in' if no account is signed in */
  show({ renew = false }: ShowOptions = {}): void {
    const { accounts } = this.#services;
    signedIn(accounts);
    const account = accounts.active;
    if (!account) return;
    this.#showOf(account);
    const session = this.#open?.session;
    if (renew) void session?.settled().then(() => session.handle({ kind: 'renew' }));
  }

  dispose(): void {
    this.#open?.panel.close();
  }

  #showOf(account: Account): void {
    if (this.#open?.account.id === account.id) {
      this.#open.panel.reveal();
      return;
    }
    this.#open?.panel.close();
    this.#create(account);
  }

  #create(account: Account): void {
    const { extensionUri, accounts, clock } = this.#services;
    // Codes stay after their account is no longer in use. The panel then only shows them, sends no requests, and closes
    // with them.
    const isInUse = () => accounts.active?.id === account.id;
    const isLeftOver = !isInUse();
    const session = this.#session(
      account,
      () => panel.draw(),
      () => {
        if (isLeftOver) panel.close();
      },
    );
    const turns = accounts.onDidChange(() => {
      if (!isLeftOver && !isInUse()) panel.close();
    });
    const panel = openPanel({
      extensionUri,
      clock,
      name: 'twoFactor',
      title: vscode.l10n.t('Two-Factor Authentication'),
      view: () => viewOf(session.shown, clock.now()),
      actions: actionSchema,
      act: (action) => void session.handle(action),
      left: () => session.forget(),
      closed: () => {
        if (this.#open?.panel === panel) this.#open = undefined;
        turns.dispose();
        void session.end().then(() => this.#tellOf(account, session.awaitsCodes));
      },
    });
    this.#open = { panel, account, session };
    if (!isLeftOver) void session.handle({ kind: 'refresh' });
  }

  #session(account: Account, draw: () => void, stored: () => void): TwoFactorSession {
    const { accounts, users, clock, unstored, log } = this.#services;
    return new TwoFactorSession(
      {
        account: accountLine(account),
        client: () => accounts.clientOf(account.id),
        now: () => clock.now(),
        kept: {
          get: () => this.#kept.get(account.id),
          keep: (codes) => {
            this.#kept.set(account.id, codes);
            const why = 'the codes are shown anyway';
            void unstored.mark(account.id).catch(ignore(log, why));
          },
          forget: () => {
            this.#kept.delete(account.id);
            void unstored
              .clear(account.id)
              .catch(ignore(log, 'the notification that they are lost may come again'));
            stored();
          },
          await: () =>
            unstored
              .await(account.id)
              .catch(ignore(log, 'if the window is gone before the answer, nobody is told')),
          awaitNoMore: () =>
            void unstored
              .awaitNoMore(account.id)
              .catch(ignore(log, 'the notification that they may be lost may come without need')),
          areLost: () =>
            unstored.areLost(account.id).catch(instead(log, 'lost codes are then not reported', false)),
        },
        copy: async (text) => vscode.env.clipboard.writeText(text),
        save: saveCodes,
        remedy: callRemedy,
        changed: () => users.wake(),
        log,
      },
      draw,
    );
  }

  /** A panel can't prevent being closed, also while it waits for new codes. */
  async #tellOf(account: Account, awaitsCodes: boolean): Promise<void> {
    if (!awaitsCodes) return this.#offerKept(account);
    const renew = vscode.l10n.t('Create New Codes…');
    const pressed = await showWarning(
      vscode.l10n.t(
        'The service’s response was lost. Your backup codes may have been replaced by ones you haven’t seen. Create new backup codes.',
      ),
      renew,
    );
    const { unstored, log } = this.#services;
    await unstored.awaitNoMore(account.id).catch(ignore(log, 'they may be told of again'));
    if (pressed === renew && this.#services.accounts.active?.id === account.id) this.show({ renew: true });
  }

  /** Codes that weren't stored are offered again. */
  async #offerKept(account: Account): Promise<void> {
    if (!this.#kept.get(account.id)) return;
    const show = vscode.l10n.t('Show Codes');
    const pressed = await showWarning(
      vscode.l10n.t(
        'You haven’t confirmed that the new backup codes are stored. They’re kept only until this window closes.',
      ),
      show,
    );
    if (pressed === show && this.#kept.get(account.id)) this.#showOf(account);
  }
}

/** Writes backup codes to a file that the person selects and no other user can read; false if they selected none. */
async function saveCodes(text: string): Promise<boolean> {
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Backup Codes'),
    saveLabel: vscode.l10n.t('Save'),
    defaultUri: vscode.Uri.file(join(homedir(), 'gpu-rental-backup-codes.txt')),
  });
  if (!target) return false;
  if (target.scheme === 'file') await writePrivately(target.fsPath, text);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  return true;
}
