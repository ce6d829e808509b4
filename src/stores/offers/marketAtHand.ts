import { isDeepStrictEqual } from 'node:util';
import { type Clock, type Moment, momentOf, oldest, since } from '../../clock';
import { rowKey } from '../../domain/offers/table/marketRow';
import {
  allFilters,
  matchingRows,
  type PanelQuery,
  rentalTypes,
  serviceQuery,
  wholeMarket,
} from '../../domain/offers/filters/panelQuery';
import type { RentalType } from '../../domain/offers/search/offerText';
import { KnownOffers, type MarketRequest } from './knownOffers';
import type { FoundOffer, OfferStore, SearchResult } from './offerStore';

/** The most offers that one request asks for; more than the market has. */
const mostOffers = 10_000;
/** Milliseconds after which the market is asked for again while it is seen. */
const renewedAfter = 60_000;
/** Offers that a person may look at while the others are read: more than a screen shows. */
const firstScreen = 40;
/** Milliseconds without a change of the query before the service is asked for it. */
const pause = 400;

/** What is known of the market. */
export interface MarketState {
  /** All offers at hand; a new list only when they changed. */
  rows: readonly FoundOffer[];
  /** More of them are being read. */
  isPart: boolean;
  status: 'asking' | 'done' | 'failed';
  /** Why the last request for one of the types failed. */
  error?: unknown;
  /** When the whole market was last answered, of each rental type that is asked for the oldest. */
  seen?: Moment | undefined;
  /** The service has more offers than it was asked for. */
  isCut: boolean;
  /** Fields whose filter the service's last answer to this query did not keep to. */
  contradicted: readonly string[];
}

export interface MarketOptions {
  offers: Pick<OfferStore, 'look' | 'narrowed'>;
  clock: Clock;
  query: PanelQuery;
  changed: () => void;
}

/**
 * Offers held for a person who compares them: one broad request covers every narrower filter, so a changed filter is
 * answered at once from what is held. The service is asked for the changed query too, one request at a time, and for
 * the whole market again every minute while it is seen.
 */
export class MarketAtHand {
  readonly #options: MarketOptions;
  readonly #wholes = new Map<RentalType, { at: Moment; isCut: boolean }>();
  readonly #known: KnownOffers;
  #query: PanelQuery;
  #waiting: MarketRequest[] = [];
  #running: { abort: AbortController; request: MarketRequest; isSent: boolean } | undefined;
  /** Why the last requests failed. */
  readonly #errors = new Map<RentalType, unknown>();
  #contradicted: readonly string[] = [];
  #endPause: (() => void) | undefined;
  #endRenewal: (() => void) | undefined;
  #isSeen = true;
  #isClosed = false;

  constructor(options: MarketOptions) {
    this.#options = options;
    this.#query = options.query;
    this.#known = new KnownOffers(options.clock);
  }

  get query(): PanelQuery {
    return this.#query;
  }

  get state(): MarketState {
    const isAsking = this.#running !== undefined || this.#waiting.length > 0 || this.#endPause !== undefined;
    const wholes = rentalTypes(this.#query).map((type) => this.#wholes.get(type));
    const moments = wholes.map((whole) => whole?.at);
    const failed = rentalTypes(this.#query).find((type) => this.#errors.has(type));
    return {
      rows: this.#known.rows,
      isPart: this.#known.isPart,
      status: failed ? 'failed' : isAsking ? 'asking' : 'done',
      ...(failed ? { error: this.#errors.get(failed) } : {}),
      seen: oldest(moments, this.#options.clock),
      isCut: wholes.some((whole) => whole?.isCut),
      contradicted: this.#contradicted,
    };
  }

  /** Asks for the whole market. */
  open(): void {
    this.#askForWhole();
  }

  /** The person looks for something else now. */
  change(query: PanelQuery): void {
    if (isDeepStrictEqual(query, this.#query)) return;
    const before = this.#query;
    this.#query = query;
    this.#contradicted = [];
    this.#endPause?.();
    this.#endPause = undefined;
    this.#waiting = this.#waiting.filter(({ isWhole }) => isWhole);
    // A request that still waits for its turn is not needed any more.
    if (this.#running && !this.#running.isSent && !this.#running.request.isWhole) this.#running.abort.abort();
    for (const type of rentalTypes(query)) if (!this.#wholes.has(type)) this.#enqueue(this.#whole(type));
    const isSameSearch =
      before.type === query.type && isDeepStrictEqual(allFilters(before), allFilters(query));
    if (!isSameSearch)
      this.#endPause = this.#options.clock.after(pause, () => {
        this.#endPause = undefined;
        for (const type of rentalTypes(this.#query)) this.#enqueue(this.#narrow(type));
        this.#options.changed();
      });
    this.#options.changed();
  }

  /** Looks at the whole market again, now. */
  refresh(): void {
    this.#askForWhole();
  }

  /** Nothing is renewed while nobody sees it; what is too old is renewed as soon as it is seen again. */
  setSeen(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    if (isSeen) this.#planRenewal();
    else this.#endRenewal?.();
  }

  /** An offer at hand, as one of a search for this query: others like it are looked for with its filters. */
  take(key: string): FoundOffer | undefined {
    const wanted = this.#known.get(key);
    if (!wanted) return undefined;
    const type = wanted.isBid ? 'bid' : 'on-demand';
    const query = serviceQuery(this.#query, type, mostOffers);
    const found = matchingRows(this.state.rows, { ...this.#query, type });
    const all = found.includes(wanted) ? found : [wanted, ...found];
    return this.#options.offers
      .narrowed(query, all)
      .find(({ offer, isBid }) => rowKey(offer.id, isBid) === key);
  }

  close(): void {
    this.#isClosed = true;
    this.#endPause?.();
    this.#endRenewal?.();
    this.#waiting = [];
    this.#running?.abort.abort();
  }

  #askForWhole(): void {
    this.#endRenewal?.();
    this.#errors.clear();
    for (const type of rentalTypes(this.#query)) this.#enqueue(this.#whole(type));
    this.#options.changed();
  }

  readonly #whole = (type: RentalType): MarketRequest => ({
    query: wholeMarket(type, this.#query.disk, mostOffers),
    type,
    isWhole: true,
  });

  readonly #narrow = (type: RentalType): MarketRequest => ({
    query: serviceQuery(this.#query, type, mostOffers),
    type,
    isWhole: false,
  });

  #enqueue(request: MarketRequest): void {
    const isAsked = (one: MarketRequest): boolean =>
      one.type === request.type && one.isWhole === request.isWhole;
    const running = this.#running;
    if (running && isAsked(running.request) && isDeepStrictEqual(running.request.query, request.query))
      return;
    this.#waiting = [...this.#waiting.filter((one) => !isAsked(one)), request];
    this.#next();
  }

  #next(): void {
    if (this.#running || this.#isClosed) return;
    const [request] = this.#waiting;
    if (!request) {
      this.#planRenewal();
      return;
    }
    this.#waiting = this.#waiting.slice(1);
    void this.#ask(request);
  }

  async #ask(request: MarketRequest): Promise<void> {
    const running = { abort: new AbortController(), request, isSent: false };
    this.#running = running;
    const { signal } = running.abort;
    try {
      const onSend = (): void => void (running.isSent = true);
      let some: readonly FoundOffer[] = [];
      const onRead = (more: readonly FoundOffer[]): void => {
        if (signal.aborted || this.#known.rows.length > 0) return;
        some = [...some, ...more];
        if (matchingRows(some, this.#query).length < firstScreen) return;
        this.#known.takeFirst(request.type, some);
        this.#options.changed();
      };
      const result = await this.#options.offers.look(request.query, { signal, onSend }, onRead);
      if (!signal.aborted) this.#take(request, result);
    } catch (error) {
      // What was asked for is no longer wanted.
      if (!signal.aborted) this.#errors.set(request.type, error);
    }
    this.#running = undefined;
    this.#known.endPart();
    if (this.#isClosed) return;
    this.#next();
    this.#options.changed();
  }

  #take(request: MarketRequest, result: SearchResult): void {
    const { type, isWhole } = request;
    this.#errors.delete(type);
    this.#known.take(request, result);
    if (isWhole) this.#wholes.set(type, { at: momentOf(this.#options.clock), isCut: result.isCut });
    else this.#contradicted = [...new Set([...this.#contradicted, ...result.contradicted])];
  }

  /** A failed request is repeated by the next renewal. */
  #planRenewal(): void {
    this.#endRenewal?.();
    if (!this.#isSeen || this.#isClosed || this.#running) return;
    const { clock } = this.#options;
    const { seen, status } = this.state;
    const age = seen === undefined || status === 'failed' ? 0 : since(clock, seen);
    this.#endRenewal = clock.after(Math.max(0, renewedAfter - age), () => this.#askForWhole());
  }
}
