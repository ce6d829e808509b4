import { basename } from 'node:path';
import type * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { ignore, instead, type Log } from '../../log/log';
import type { Account, AccountFiles } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import type { UnstoredCodes } from '../../stores/account/unstoredCodes';
import type { InstanceStore } from '../../stores/instances/instanceStore';

/** How long another extension or window may take to sign in at the start of this one, in milliseconds. */
const signInGrace = 10_000;

/**
 * Reads the signed-in accounts. Resolves when they are known; errors and keys that the keyring has lost are told
 * without waiting.
 */
export async function loadAccounts(
  accounts: Pick<AccountStore, 'load' | 'accounts'>,
  clock: Clock,
): Promise<void> {
  try {
    const lost = await accounts.load();
    const isOut = ({ id }: Account): boolean => !accounts.accounts.some((one) => one.id === id);
    const tell = async (): Promise<void> => {
      const first = lost.find(isOut);
      if (first) await (await import('../texts/rareNotices')).showLostKey(first);
    };
    if (lost.length > 0) clock.after(signInGrace, () => void tell());
  } catch (error) {
    const { showError } = await import('../showError');
    void showError(error, () => accounts.load());
  }
}

/** Tells of files of the signed-in accounts that a newer version of this extension wrote. */
export async function tellOfNewerFiles(
  accounts: Pick<AccountStore, 'accounts'>,
  files: Pick<AccountFiles, 'newer' | 'log'>,
): Promise<void> {
  const why = 'what can’t be read now is not known to be newer';
  const found = await Promise.all(
    accounts.accounts.map(({ id }) => files.newer(id).catch(ignore(files.log, why))),
  );
  const names = new Set(found.flatMap((one) => one ?? []).map((file) => basename(file)));
  if (names.size > 0) await (await import('../texts/rareNotices')).showNewerFiles([...names]);
}

/** Notifies once that new backup codes were lost with the window that showed them. The panel keeps showing it. */
export class LostCodes implements vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #unstored: UnstoredCodes;
  readonly #renew: () => Promise<void>;
  readonly #log: Log;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  /**
   * @param lists each one is a time to look: the window that had the codes may have been closed while this one is open
   * @param renew creates new codes for the account in use
   */
  constructor(
    accounts: AccountStore,
    unstored: UnstoredCodes,
    lists: Pick<InstanceStore, 'onDidChange'>,
    renew: () => Promise<void>,
    log: Log,
  ) {
    this.#log = log;
    this.#accounts = accounts;
    this.#unstored = unstored;
    this.#renew = renew;
    this.#subscriptions = [
      accounts.onDidChange(() => void this.#look()),
      lists.onDidChange(({ listed }) => listed && void this.#look()),
    ];
    void this.#look();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #look(): Promise<void> {
    const account = this.#accounts.active;
    const why = 'the next change checks it again, and the panel shows it anyway';
    if (!account || !(await this.#unstored.takeTelling(account.id).catch(ignore(this.#log, why)))) return;
    const areAwaited = await this.#unstored.areAwaited(account.id).catch(instead(this.#log, why, false));
    const { showLostCodes } = await import('../texts/rareNotices');
    const wanted = await showLostCodes(account, areAwaited);
    if (wanted === 'stored') await this.#unstored.clear(account.id);
    if (wanted !== 'renew') return;
    const { active } = this.#accounts;
    if (active?.id !== account.id) await this.#accounts.switchTo(account.id);
    await this.#renew();
  }
}
