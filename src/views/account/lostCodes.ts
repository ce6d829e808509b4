import type * as vscode from 'vscode';
import type { AccountStore } from '../../stores/account/accountStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { UnstoredCodes } from '../../stores/account/unstoredCodes';
import { ignore, instead, type Log } from '../../log/log';

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
    const { showLostCodes } = await import('../texts/lostCodes');
    const wanted = await showLostCodes(account, areAwaited);
    if (wanted === 'stored') await this.#unstored.clear(account.id);
    if (wanted !== 'renew') return;
    const { active } = this.#accounts;
    if (active?.id !== account.id) await this.#accounts.switchTo(account.id);
    await this.#renew();
  }
}
