import type { OfferQuery } from '../../api/http/requests';
import { type Blame, blameFilters } from '../../domain/offers/search/narrowing';
import { type Clock, type Moment, momentOf, since } from '../../clock';
import type { FoundOffer, OfferStore } from './offerStore';

/** How many offers stand for the market. */
const size = 1000;
/** Milliseconds for which they do. */
const holds = 300_000;
/** Milliseconds for which a search has found nothing before it is explained: the next letter may come. */
const patience = 700;

/** One broad search shows what each filter does to a search that finds nothing. */
export class MarketSample {
  readonly #offers: Pick<OfferStore, 'search'>;
  readonly #clock: Clock;
  readonly #changed: () => void;
  #sample: { type: OfferQuery['type']; found: readonly FoundOffer[]; isCut: boolean; at: Moment } | undefined;
  #abort: AbortController | undefined;
  #endPatience: (() => void) | undefined;

  constructor(offers: Pick<OfferStore, 'search'>, clock: Clock, changed: () => void) {
    this.#offers = offers;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Undefined while the market is not known. */
  blame(
    { type, filters }: OfferQuery,
    fields: readonly string[],
  ): { filters: Blame[]; isCut: boolean } | undefined {
    const sample = this.#sample;
    if (!sample || sample.type !== type || since(this.#clock, sample.at) > holds) return undefined;
    const market = sample.found.map(({ offer }) => offer);
    return { filters: blameFilters(market, filters, fields), isCut: sample.isCut };
  }

  /** Looks, after a moment, unless it has looked lately. @param query what all offers are asked for with */
  lookAt(query: OfferQuery): void {
    this.pause();
    if (this.blame(query, [])) return;
    this.#endPatience = this.#clock.after(patience, () => void this.#look({ ...query, limit: size }));
  }

  /** Something else is asked first. */
  pause(): void {
    this.#endPatience?.();
    this.#endPatience = undefined;
    this.#abort?.abort();
    this.#abort = undefined;
  }

  close(): void {
    this.pause();
  }

  async #look(query: OfferQuery): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const { found, isCut } = await this.#offers.search(query, { signal: abort.signal });
      this.#sample = { type: query.type, found, isCut, at: momentOf(this.#clock) };
      this.#changed();
    } catch {
      // The empty result stands there without the reason; every filter can be dropped all the same.
    }
  }
}
