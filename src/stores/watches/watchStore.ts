import type { Client } from '../../api/client';
import { keepMatching } from '../../domain/offers/offerQuery';
import { type Find, type OfferWatch, watchLasts } from '../../domain/offers/offerWatch';
import { rentalTypes, serviceQuery } from '../../domain/offers/filters/panelQuery';
import type { RentalType } from '../../domain/offers/search/offerText';
import { type Clock, momentOf } from '../../clock';
import { errorWords, ignore, type Log } from '../../log/log';
import type { Account } from '../account/accountFiles';
import { allLeftOut, notHidden } from '../../domain/offers/hidden';
import type { HiddenOffers } from '../offers/hiddenOffers';
import type { BadMachines } from '../instances/badMachines';
import type { FoundOffer } from '../offers/offerStore';
import { Poller, type PollResult } from '../polling/poller';
import { type WatchAges, WatchTurns } from './watchTimes';
import type { NewWatch, WatchList } from './watchList';
import { Listeners } from '../listeners';

export interface WatchStoreOptions {
  accounts: {
    readonly accounts: readonly Account[];
    onDidChange(listener: () => void): { dispose(): unknown };
    clientOf(id: string): { readonly offers: Pick<Client['offers'], 'search'> };
  };
  list: WatchList;
  ages: WatchAges;
  badMachines: Pick<BadMachines, 'list'>;
  hidden: Pick<HiddenOffers, 'list'>;
  /** Lets one window at a time search. */
  lease: { tryRun(task: () => Promise<void>): Promise<boolean> };
  clock: Clock;
  log: Log;
}

/** A watch of a signed-in account. */
export interface ListedWatch {
  account: Account;
  watch: OfferWatch;
  /** Milliseconds until it ends. */
  left: number;
}

/** What a watch found, for one window to show. */
export interface WatchNews {
  account: Account;
  watch: OfferWatch;
  /** The cheapest first, ready to be rented. */
  finds: readonly { found: FoundOffer; price: number }[];
}

/** Offers that a search of a watch asks for. The cheapest come first. */
const limit = 64;
/** Milliseconds between two looks at what other windows begin and stop. */
const idle = 60_000;
/** Milliseconds until the next look while another window searches. */
const whileElsewhere = 5_000;

/**
 * Repeats the searches that people watch, with the key of the account that each belongs to, one search at a time in one
 * window, behind all searches that a person waits for. Nothing is rented here.
 */
export class WatchStore {
  readonly #options: WatchStoreOptions;
  readonly #poller: Poller;
  readonly #closing = new AbortController();
  readonly #subscription: { dispose(): unknown };
  readonly #changed = new Listeners();
  readonly #found = new Listeners<[news: WatchNews]>();
  readonly #ended = new Listeners<[ended: Omit<ListedWatch, 'left'>]>();
  readonly #turns: WatchTurns;
  /** Watches that this window saw running: it shows only their end. */
  readonly #seenRunning = new Set<string>();
  readonly #lastType = new Map<string, RentalType>();
  #listed: readonly ListedWatch[] = [];
  #isElsewhere = false;

  constructor(options: WatchStoreOptions) {
    this.#options = options;
    const { accounts, clock } = options;
    this.#turns = new WatchTurns(clock);
    this.#poller = new Poller({ clock, interval: () => this.#interval(), poll: () => this.#poll() });
    this.#subscription = accounts.onDidChange(() => this.#poller.wake({ now: true }));
    this.#poller.wake({ now: true });
  }

  /** The watches of all signed-in accounts as they were last looked at, also ended ones. */
  get listed(): readonly ListedWatch[] {
    return this.#listed;
  }

  /** Calls back when a watch begins, ends or is stopped, or its searches fail or work again. */
  readonly onDidChange = this.#changed.add;
  /** What was found, in the one window that shows it. */
  readonly onDidFind = this.#found.add;
  /** A watch ended by itself, in the one window that shows it. */
  readonly onDidEnd = this.#ended.add;

  /** The same as they are now. */
  async list(): Promise<readonly ListedWatch[]> {
    await this.#refresh();
    return this.#listed;
  }

  /** Replaces one of the same name. @throws LocalError 'not_possible' if there are too many */
  async begin(accountId: string, watch: NewWatch): Promise<OfferWatch> {
    const begun = await this.#options.list.begin(accountId, watch);
    await this.lookNow(begun.id);
    return begun;
  }

  /** It lasts another day from now on. False if there is no such watch. @throws LocalError 'not_possible' */
  async renew(accountId: string, id: string): Promise<boolean> {
    const watch = await this.#options.list.renew(accountId, id);
    await this.lookNow(id);
    return watch !== undefined;
  }

  /** False if there is no such watch. */
  async stop(accountId: string, id: string): Promise<boolean> {
    const isThere = await this.#options.list.stop(accountId, id);
    await this.#refresh();
    return isThere;
  }

  /** Looks at a watch before its time, because a person wants it. */
  async lookNow(id: string): Promise<void> {
    this.#turns.want(id);
    await this.#refresh();
    this.#poller.wake({ now: true });
  }

  dispose(): void {
    this.#closing.abort();
    this.#subscription.dispose();
    this.#poller.dispose();
    for (const listeners of [this.#changed, this.#found, this.#ended]) listeners.clear();
  }

  #interval(): number | undefined {
    if (this.#options.accounts.accounts.length === 0) return undefined;
    if (this.#isElsewhere) return whileElsewhere;
    return Math.max(1000, Math.min(idle, this.#turns.wait(this.#running) ?? idle));
  }

  async #poll(): Promise<PollResult> {
    try {
      await this.#refresh();
      if (!this.#turns.next(this.#running)) return 'done';
      const ran = await this.#options.lease.tryRun(async () => {
        // Another window may have finished before this one got the lease.
        await this.#refresh();
        const next = this.#turns.next(this.#running);
        if (next) await this.#look(next);
      });
      this.#isElsewhere = !ran;
      return 'done';
    } catch (error) {
      ignore(this.#options.log, 'the next look tries again')(error);
      return 'failed';
    }
  }

  get #running(): readonly ListedWatch[] {
    return this.#listed.filter(({ watch }) => !watch.ended);
  }

  /** Reads what all windows know, and ends what is over. */
  async #refresh(): Promise<void> {
    const { accounts, list, ages } = this.#options;
    const listed: ListedWatch[] = [];
    for (const account of accounts.accounts) {
      for (const watch of await list.endOver(account.id))
        if (this.#seenRunning.delete(watch.id)) this.#ended.tell({ account, watch });
      for (const watch of await list.read(account.id))
        listed.push({ account, watch, left: Math.max(0, watchLasts - ages.of(watch)) });
    }
    const before = wordsOf(this.#listed);
    this.#listed = listed;
    for (const { watch } of this.#running) this.#seenRunning.add(watch.id);
    if (wordsOf(listed) !== before) this.#changed.tell();
  }

  async #look({ account, watch }: ListedWatch): Promise<void> {
    const { accounts, list, log, clock } = this.#options;
    const type = this.#typeOf(watch);
    const query = serviceQuery(watch.query, type, limit);
    try {
      const client = accounts.clientOf(account.id);
      const answer = await client.offers.search(query, { background: true, signal: this.#closing.signal });
      const at = momentOf(clock);
      const hidden = await this.#options.hidden.list(account.id);
      const bad = await this.#options.badMachines.list(account.id);
      const matching = keepMatching(answer, query.filters).offers;
      const offers = notHidden(
        matching.map((offer) => ({ offer, isBid: type === 'bid' })),
        allLeftOut({ bad, hidden }),
      );
      if (!this.#isSignedIn(account)) return;
      const finds = await list.found(account.id, watch.id, offers);
      const seen = { at, accountId: account.id, disk: watch.query.disk };
      const found = (find: Find) => ({
        found: { offer: find.offer, isBid: find.isBid, query, seen },
        price: find.price,
      });
      if (finds.length > 0) this.#found.tell({ account, watch, finds: finds.map(found) });
      log.debug(`Watched search: ${offers.length} offers, ${finds.length} to tell.`);
    } catch (error) {
      if (this.#closing.signal.aborted || !this.#isSignedIn(account)) return;
      log.info(`A watched search failed: ${errorWords(error)}`);
      await list.failed(account.id, watch.id, error);
    } finally {
      this.#turns.searched(watch.id);
    }
    await this.#refresh();
  }

  /** Of a search for both types, one after the other. */
  #typeOf({ id, query }: OfferWatch): RentalType {
    const [first = 'on-demand', second = first] = rentalTypes(query);
    const type = this.#lastType.get(id) === first ? second : first;
    this.#lastType.set(id, type);
    return type;
  }

  #isSignedIn = ({ id }: Account): boolean => this.#options.accounts.accounts.some((one) => one.id === id);
}

/** What a person sees of watches where only their state is shown. */
const wordsOf = (listed: readonly ListedWatch[]): string =>
  JSON.stringify(
    listed.map(({ watch }) => [watch.id, watch.ended, watch.failures !== undefined, watch.limit]),
  );
