import type { CallOptions, OfferQuery } from '../../../src/api/http/requests';
import type { Offer } from '../../../src/api/schemas/offers/offer';
import type { Clock } from '../../../src/clock';
import { keepMatching } from '../../../src/domain/offers/offerQuery';
import type { FoundOffer, SearchResult } from '../../../src/stores/offers/offerStore';

/** Time that passes when a test says so. */
export class PassingClock implements Clock {
  time = 0;
  readonly #timers = new Set<{ at: number; callback: () => void }>();
  now = () => this.time;
  monotonic = () => this.time;
  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.time + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.time)) {
      this.#timers.delete(timer);
      timer.callback();
    }
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A service whose line of searches is moved on by hand. */
export class SearchLine {
  market: Offer[];
  readonly asked: OfferQuery[] = [];
  readonly #line: {
    query: OfferQuery;
    options: CallOptions;
    onRead: ((some: readonly FoundOffer[]) => void) | undefined;
    resolve: () => void;
    reject: (error: Error) => void;
  }[] = [];

  constructor(market: Offer[]) {
    this.market = market;
  }

  get waiting(): number {
    return this.#line.length;
  }

  search = (query: OfferQuery, options: CallOptions = {}, onRead?: (some: readonly FoundOffer[]) => void) =>
    new Promise<SearchResult>((resolve, reject) => {
      const entry = {
        query,
        options,
        onRead,
        resolve: () => {
          const { offers } = keepMatching(this.market, query.filters);
          const sorted = offers.sort((a, b) => (a.dph_total ?? 0) - (b.dph_total ?? 0)).slice(0, query.limit);
          const found = sorted.map((offer) => ({ offer, isBid: query.type === 'bid', query }));
          resolve({ found, dropped: 0, contradicted: [], isCut: sorted.length >= (query.limit ?? Infinity) });
        },
        reject,
      };
      this.#line.push(entry);
      options.signal?.addEventListener('abort', () => {
        this.#line.splice(this.#line.indexOf(entry), 1);
        reject(new Error('aborted'));
      });
    });

  look = this.search;

  narrowed = (query: OfferQuery, found: readonly FoundOffer[]) => found.map((one) => ({ ...one, query }));

  /** The first one in the line is sent, and answered unless told otherwise. */
  send(): () => Promise<void> {
    const [entry] = this.#line;
    if (!entry) throw new Error('Nothing was asked.');
    this.asked.push(entry.query);
    entry.options.onSend?.();
    return async () => {
      this.#line.splice(this.#line.indexOf(entry), 1);
      entry.resolve();
      await settled();
    };
  }

  /** Some of the answer to the first one in the line have been read. */
  read(some: readonly Offer[]): void {
    const { query, onRead } = this.#line[0]!;
    onRead?.(some.map((offer) => ({ offer, isBid: query.type === 'bid', query })));
  }

  answer(): Promise<void> {
    return this.send()();
  }

  /** The first one in the line failed, and is sent again later. */
  retry(error: Error): void {
    this.#line[0]?.options.onRetry?.(error);
  }

  async fail(error: Error): Promise<void> {
    this.send();
    this.#line.shift()?.reject(error);
    await settled();
  }
}
