import type { Snapshot } from '../../domain/instances/sharedInstance';
import { ignore, type Log } from '../../log/log';
import type { Account } from '../account/accountFiles';
import type { Figures } from '../instances/instanceLists';
import { type AccountRate, rateOf } from './accountRate';
import type { AccountRates, AccountRatesOptions, ListListener, VolumesListener } from './accountRates';
import { Listeners } from '../listeners';

interface LazyRatesOptions extends Pick<AccountRatesOptions, 'accounts'> {
  log: Log;
}

/** What signed-in accounts cost while they aren't in use; its code is loaded where there is more than one account. */
export class LazyRates {
  readonly #options: LazyRatesOptions;
  readonly #create: () => Promise<AccountRates>;
  readonly #changed = new Listeners();
  readonly #listed = new Listeners<Parameters<ListListener>>();
  readonly #listedVolumes = new Listeners<Parameters<VolumesListener>>();
  readonly #subscription: { dispose(): unknown };
  #isLoading = false;
  #rates: AccountRates | undefined;
  #isDisposed = false;

  readonly onDidChange = this.#changed.add;
  /** Each list of an account that is not in use, whether or not it differs from the one before. */
  readonly onDidList = this.#listed.add;
  /** Each list of volumes of an account that is not in use. */
  readonly onDidListVolumes = this.#listedVolumes.add;

  constructor(options: LazyRatesOptions, create: () => Promise<AccountRates>) {
    this.#options = options;
    this.#create = create;
    this.#subscription = options.accounts.onDidChange(() => this.#follow());
    this.#follow();
  }

  /** The signed-in accounts that are not in use, with what is known of their costs. */
  get others(): readonly { account: Account; cost: AccountRate }[] {
    if (this.#rates) return this.#rates.others;
    const { accounts, active } = this.#options.accounts;
    return accounts.filter(({ id }) => id !== active?.id).map((account) => ({ account, cost: rateOf({}) }));
  }

  /** The last list of an account, as in `AccountRates`. */
  listOf(accountId: string): Snapshot | undefined {
    return this.#rates?.listOf(accountId);
  }

  /** An instance's load and bids, as in `AccountRates`. */
  figures(accountId: string, instanceId: number): Figures | undefined {
    return this.#rates?.figures(accountId, instanceId);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscription.dispose();
    this.#rates?.dispose();
    for (const listeners of [this.#changed, this.#listed, this.#listedVolumes]) listeners.clear();
  }

  #follow(): void {
    const { accounts, log } = this.#options;
    if (this.#isLoading || accounts.accounts.length < 2) return;
    this.#isLoading = true;
    this.#load().catch((error: unknown) => {
      this.#isLoading = false;
      ignore(log, 'the next change of accounts loads it again')(error);
    });
  }

  async #load(): Promise<void> {
    const rates = await this.#create();
    if (this.#isDisposed) {
      rates.dispose();
      return;
    }
    this.#subscription.dispose();
    this.#rates = rates;
    rates.onDidList((...news) => this.#listed.tell(...news));
    rates.onDidListVolumes((...news) => this.#listedVolumes.tell(...news));
    rates.onDidChange(() => this.#changed.tell());
  }
}
