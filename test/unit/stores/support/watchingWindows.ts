import { join } from 'node:path';
import { expect } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import type { CallOptions, OfferQuery } from '../../../../src/api/http/requests';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import { type Hidden, nothingHidden } from '../../../../src/domain/offers/hidden';
import { silent } from '../../../../src/log/log';
import { type Account, AccountFiles } from '../../../../src/stores/account/accountFiles';
import { type Clock, systemClock } from '../../../../src/clock';
import { Lease, timesOf } from '../../../../src/stores/windows/lease';
import { WatchAges } from '../../../../src/stores/watches/watchTimes';
import { WatchList } from '../../../../src/stores/watches/watchList';
import { type WatchNews, WatchStore } from '../../../../src/stores/watches/watchStore';

/** The time of one computer, which passes when a test says so. What is due within a second, such as a lock, just comes. */
export class SharedTime {
  wall = 1.7e12;
  #awake = 0;
  #coming = 0;
  #timers: { at: number; callback: () => void }[] = [];

  readonly clock: Clock = {
    now: () => this.wall,
    monotonic: () => this.#awake,
    after: (milliseconds, callback) => {
      if (milliseconds < 1000) return this.#soon(milliseconds, callback);
      const timer = { at: this.#awake + milliseconds, callback };
      this.#timers.push(timer);
      return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
    },
  };

  /** Timers that only passing time brings, and whether others are still to come. */
  get waiting(): number {
    return this.#timers.length;
  }
  get isBusy(): boolean {
    return this.#coming > 0;
  }

  pass(milliseconds: number): void {
    this.wall += milliseconds;
    this.#awake += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#awake);
    this.#timers = this.#timers.filter(({ at }) => at > this.#awake);
    for (const { callback } of due) callback();
  }

  #soon(milliseconds: number, callback: () => void): () => void {
    let isOver = false;
    const over = () => {
      if (!isOver) this.#coming -= 1;
      isOver = true;
    };
    this.#coming += 1;
    const cancel = systemClock.after(milliseconds, () => {
      over();
      callback();
    });
    return () => {
      over();
      cancel();
    };
  }

  /** Timers stop while the computer sleeps. */
  sleep(milliseconds: number): void {
    this.wall += milliseconds;
  }
}

/** A service, an account's computer, and the windows that are open there. */
export class WatchedMarket {
  readonly time = new SharedTime();
  readonly files: AccountFiles;
  offers: Offer[] = [];
  /** What the service answers instead. */
  failure: Error | undefined;
  /** Answers wait until it is resolved. */
  hold: Promise<unknown> | undefined;
  /** Searches, with the account whose key they had. */
  readonly asked: { accountId: string; query: OfferQuery; at: number }[] = [];
  accounts: Account[] = [account('a-1'), account('b-2')];
  badMachines: number[] = [];
  hidden: Hidden = nothingHidden;
  searching = 0;
  mostAtOnce = 0;
  readonly #listeners = new Set<() => void>();
  readonly #open = new Set<WatchStore>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    // Locks are held for moments of real time.
    this.files = new AccountFiles(join(folder, 'accounts'), undefined, {
      ...timesOf(systemClock),
      monotonic: () => 0,
    });
  }

  /** The accounts of all windows, as another window may have changed them. */
  signOut(id: string): void {
    this.accounts = this.accounts.filter((one) => one.id !== id);
    for (const listener of this.#listeners) listener();
  }

  open({ alone = false } = {}) {
    const { clock } = this.time;
    const ages = new WatchAges(clock);
    const othersAreThere = () => Promise.resolve(!alone);
    const list = new WatchList(this.files, { clock, ages, othersAreThere });
    const isAccount = (id: string): boolean => this.accounts.some((one) => one.id === id);
    const known = () => this.accounts;
    const store = new WatchStore({
      accounts: {
        get accounts() {
          return known();
        },
        clientOf: (id) => {
          if (!isAccount(id)) throw new Error('not signed in');
          const search = (query: OfferQuery, options?: CallOptions) => this.#search(id, query, options);
          return { offers: { search } };
        },
        onDidChange: (listener: () => void) => {
          this.#listeners.add(listener);
          return { dispose: () => this.#listeners.delete(listener) };
        },
      },
      list,
      ages,
      hidden: { list: () => Promise.resolve(this.hidden) },
      badMachines: { list: () => Promise.resolve(this.badMachines) },
      lease: new Lease(join(this.#folder, 'watch.lease'), systemClock),
      clock,
      log: silent,
    });
    this.#open.add(store);
    const news: WatchNews[] = [];
    const ended: string[] = [];
    const changes: number[] = [];
    store.onDidFind((one) => news.push(one));
    store.onDidEnd(({ watch }) => ended.push(watch.name));
    store.onDidChange(() => changes.push(clock.now()));
    const told = () => news.flatMap(({ finds }) => finds.map(({ found, price }) => [found.offer.id, price]));
    const close = () => {
      store.dispose();
      this.#open.delete(store);
    };
    return { store, news, told, ended, changes, close };
  }

  closeAll(): void {
    for (const store of this.#open) store.dispose();
  }

  /** Lets time pass in steps, each to its end. */
  async pass(milliseconds: number, step = 5000): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += step) {
      this.time.pass(Math.min(step, milliseconds - passed));
      await this.rest();
    }
  }

  /** What began ends: every window waits for its next look, unless answers are held back. */
  async rest(): Promise<void> {
    const isResting = () =>
      !this.time.isBusy && this.searching === 0 && this.time.waiting === this.#open.size;
    const settle = () => new Promise((resolve) => setTimeout(resolve, 2));
    for (let still = 0; still < 3; still = isResting() || this.hold ? still + 1 : 0) await settle();
  }

  async #search(accountId: string, query: OfferQuery, { signal }: CallOptions = {}): Promise<Offer[]> {
    this.asked.push({ accountId, query, at: this.time.wall });
    this.searching += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.searching);
    try {
      const cancelled = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => cancelled.reject(new CancelledError()));
      cancelled.promise.catch(() => undefined);
      await Promise.race([this.hold, cancelled.promise]);
      if (this.failure) throw this.failure;
      return this.offers;
    } finally {
      this.searching -= 1;
    }
  }
}

export const account = (id: string): Account => ({ id, baseUrl: 'https://example.com', userId: 1 });

/** Costs this much with any disk. */
export const offer = (id: number, price: number, more: Partial<Offer> = {}): Offer => ({
  id,
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  dph_base: price,
  dph_total: price,
  storage_cost: 0,
  disk_space: 500,
  ...more,
});

export const cheap = {
  name: 'cheap',
  query: { type: 'on-demand' as const, filters: { gpu_ram: { gte: 24_000 } }, disk: 100, hours: 8 },
  limit: 0.3,
};

export const eventually = (what: () => unknown) => expect.poll(what);
