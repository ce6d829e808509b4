import type { Bill } from '../../domain/money/ledger/bill';
import { type Clock, day } from '../../clock';
import { ignore, type Log } from '../../log/log';
import { accountInUse } from '../account/accountInUse';
import type { AccountStore } from '../account/accountStore';
import type { OptionalFeatures } from '../account/optionalFeatures';
import { Listeners } from '../listeners';

export interface BillStoreOptions {
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'client' | 'onDidChange'>;
  features: Pick<OptionalFeatures, 'use'>;
  clock: Clock;
  log: Log;
}

/** What is known of an account's bill. */
export interface BillState {
  bill?: Bill | undefined;
  /** Why the last attempt failed. The bill is then from an earlier one. */
  error?: unknown;
  isLoading: boolean;
}

const nothing: BillState = { isLoading: false };

/**
 * What the service charged each account, in this window's memory. It is asked for only where a person wants to see it,
 * never by itself.
 */
export class BillStore {
  readonly #options: BillStoreOptions;
  readonly #states = new Map<string, BillState>();
  readonly #listeners = new Listeners();
  /** The last request of each account, and since when it asks, in seconds since the epoch. */
  readonly #asked = new Map<string, { abort: () => void; start: number }>();
  readonly #subscription: { dispose(): unknown };

  readonly onDidChange = this.#listeners.add;

  constructor(options: BillStoreOptions) {
    this.#options = options;
    this.#subscription = options.accounts.onDidChange(() => this.#forget());
  }

  of(accountId: string): BillState {
    return this.#states.get(accountId) ?? nothing;
  }

  /**
   * Loads the bill of the account in use, for all days since a time. Failures are in the state.
   *
   * @param since milliseconds since the epoch
   * @param again also where that is known, or could not be loaded before
   */
  async load(since: number, { again }: { again: boolean }): Promise<void> {
    const { accounts, features, clock, log } = this.#options;
    const { account, client } = accountInUse(accounts);
    const before = this.of(account.id);
    const start = (Math.floor(since / day) * day) / 1000;
    const isKnown = before.bill !== undefined && before.bill.span.start <= start;
    const running = before.isLoading ? this.#asked.get(account.id) : undefined;
    const isAsked = running !== undefined && running.start <= start;
    if (!again && (isKnown || before.error !== undefined || isAsked)) return;
    this.#asked.get(account.id)?.abort();
    const now = clock.now();
    // What is known of earlier days is not forgotten.
    const span = {
      start: Math.min(start, before.bill?.span.start ?? start),
      end: (Math.floor(now / day) * day + day) / 1000,
    };
    const aborting = new AbortController();
    const asked = { abort: () => aborting.abort(), start: span.start };
    this.#asked.set(account.id, asked);
    this.#set(account.id, { ...before, isLoading: true });
    try {
      const { readBill } = await import('./readCharges');
      const call = () => readBill(client, span, now, { signal: aborting.signal });
      const bill = await features.use('charges', call);
      if (this.#asked.get(account.id) !== asked) return;
      this.#set(account.id, { bill, isLoading: false });
    } catch (error) {
      ignore(log, 'what was counted is shown instead')(error);
      if (this.#asked.get(account.id) === asked)
        this.#set(account.id, { bill: before.bill, error, isLoading: false });
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
    this.#listeners.clear();
  }

  #set(accountId: string, state: BillState): void {
    this.#states.set(accountId, state);
    this.#listeners.tell();
  }

  /** Of an account that was signed out, nothing is kept. */
  #forget(): void {
    for (const id of this.#states.keys()) {
      if (this.#options.accounts.accounts.some((account) => account.id === id)) continue;
      this.#asked.get(id)?.abort();
      this.#asked.delete(id);
      this.#states.delete(id);
    }
  }
}
