import * as l10n from '@vscode/l10n';
import { LocalError, signedIn } from '../../api/localError';
import type { CallOptions, OfferQuery } from '../../api/http/requests';
import type { Offer } from '../../api/schemas/offers/offer';
import type { OfferFacts } from '../../domain/launch/launchRequest';
import { contradictedFields, keepMatching } from '../../domain/offers/offerQuery';
import type { AccountStore } from '../account/accountStore';
import { type Clock, type Moment, momentOf, since } from '../../clock';

/** An offer and how it would be rented, which only its search shows. */
export interface FoundOffer {
  offer: Offer;
  /** Found by an interruptible search, so renting it needs a price. */
  isBid: boolean;
  /** The search that found it, to look for similar offers. */
  query: OfferQuery;
  /** When the service returned it, for which account and for how much disk (GB). */
  seen?: { at: Moment; accountId: string | undefined; disk: number | undefined };
}

/** The facts that a request for this offer is checked against. */
export const requestFacts = ({ isBid, offer }: FoundOffer): OfferFacts => ({
  isBid,
  diskSpace: offer.disk_space,
});

export interface SearchResult {
  found: FoundOffer[];
  /** As many as were asked for: the service may have more. */
  isCut: boolean;
  /** Offers left out because they don't match the filters of the request. */
  dropped: number;
  /** Fields of the filters that they don't match. */
  contradicted: readonly string[];
}

/** How long a price counts as current after it was looked up, in milliseconds. */
const priceHolds = 15_000;

/**
 * How many times as many offers are asked for where memory is: the service compares the whole machine's, and the
 * renter's share is only known from its answer.
 */
const shareFactor = 4;

/** Searches, and remembers what the searches of this window found. */
export class OfferStore {
  readonly #accounts: Pick<AccountStore, 'client' | 'active'>;
  readonly #clock: Clock;
  readonly #seen: { add(offers: readonly Offer[]): void } | undefined;
  readonly #found = new Map<number, FoundOffer>();
  #last: { query: OfferQuery; found: readonly FoundOffer[] } | undefined;

  /** @param seen hears of every offer that is found */
  constructor(
    accounts: Pick<AccountStore, 'client' | 'active'>,
    clock: Clock,
    seen?: { add(offers: readonly Offer[]): void },
  ) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#seen = seen;
  }

  /** Searches, and remembers what was found. Rejects with ApiError. */
  async search(query: OfferQuery, options: CallOptions = {}): Promise<SearchResult> {
    const result = await this.look(query, options);
    this.#remember(query, result.found);
    return result;
  }

  /**
   * Searches without remembering what was found, because nobody has chosen from it yet. Rejects with ApiError.
   *
   * @param onRead called with some of many that were found, while others are read
   */
  async look(
    query: OfferQuery,
    options: CallOptions = {},
    onRead?: (some: readonly FoundOffer[]) => void,
  ): Promise<SearchResult> {
    const accountId = this.#accounts.active?.id;
    const { cpu_ram: memory, ...filters } = query.filters;
    const limit = query.limit ?? Infinity;
    const most = memory ? limit * shareFactor : limit;
    const asked = Number.isFinite(most) ? { ...query, limit: most } : query;
    const asFound = (offers: readonly Offer[]): FoundOffer[] => {
      const seen = { at: momentOf(this.#clock), accountId, disk: query.allocated_storage };
      return offers.map((offer) => ({
        offer,
        isBid: query.type === 'bid' || offer.is_bid === true,
        query,
        seen,
      }));
    };
    const onSome =
      onRead && ((some: readonly Offer[]) => onRead(asFound(keepMatching(some, query.filters).offers)));
    const answer = await signedIn(this.#accounts).offers.search(asked, options, onSome);
    const { offers: kept, dropped } = keepMatching(answer, filters);
    const fitting = memory ? keepMatching(kept, { cpu_ram: memory }).offers : kept;
    const found = asFound(fitting.slice(0, limit));
    this.#seen?.add(answer);
    const contradicted = dropped > 0 ? contradictedFields(answer, filters) : [];
    return {
      found,
      dropped,
      contradicted,
      isCut: fitting.length > limit || answer.length >= most,
    };
  }

  /** Some of the offers found, as if the last search had been this narrower one. */
  narrowed(query: OfferQuery, found: readonly FoundOffer[]): readonly FoundOffer[] {
    const all = found.map((one) => ({ ...one, query }));
    this.#remember(query, all);
    return all;
  }

  /** Takes over an offer that was found elsewhere, as if a search in this window had found it. */
  remember(found: FoundOffer): void {
    this.#found.set(found.offer.id, found);
  }

  /** The offer with this id from an earlier search in this window, for the account in use. */
  known(offerId: number): FoundOffer | undefined {
    const found = this.#found.get(offerId);
    return found?.seen?.accountId === this.#accounts.active?.id ? found : undefined;
  }

  /** The offer from a search in this window, else the current one. @throws LocalError 'offer_gone' if it is gone */
  async get(offerId: number): Promise<FoundOffer> {
    const found = this.known(offerId) ?? (await this.find(offerId));
    if (found) return found;
    throw new LocalError('offer_gone', l10n.t('This offer is no longer available. Search again.'));
  }

  /**
   * All results of the last search in order, if it was this search and its prices are still current for this much disk
   * (GB).
   */
  recent(query: OfferQuery, disk: number): readonly FoundOffer[] | undefined {
    const found = this.#last?.query === query ? this.#last.found : [];
    return found.length > 0 && found.every((one) => this.isFresh(one, disk)) ? found : undefined;
  }

  /** Whether the price is recent enough not to be looked up again, and is for this much disk (GB). */
  isFresh({ offer, seen }: FoundOffer, disk: number): boolean {
    if (!seen || seen.accountId !== this.#accounts.active?.id) return false;
    // The service's totals include the disk. With their parts, the price for any disk can be computed.
    const isForDisk =
      seen.disk === disk || (offer.dph_base !== undefined && offer.storage_cost !== undefined);
    return isForDisk && since(this.#clock, seen.at) < priceHolds;
  }

  /**
   * The current offer. The same offer exists on demand and interruptible: `isBid` decides, else the last search that
   * found it, else on demand first. Undefined if it is gone.
   */
  async find(
    offerId: number,
    { disk, isBid, signal }: { disk?: number; isBid?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<FoundOffer | undefined> {
    const known = this.known(offerId);
    const bid = isBid ?? known?.isBid;
    const types =
      bid === undefined ? (['on-demand', 'bid'] as const) : [bid ? ('bid' as const) : ('on-demand' as const)];
    for (const type of types) {
      const query: OfferQuery = {
        filters: { id: { eq: offerId } },
        type,
        limit: 1,
        allocated_storage: disk,
      };
      const { found } = await this.look(query, { signal });
      const [offer] = found;
      if (!offer) continue;
      const remembered = { ...offer, query: known?.query ?? query };
      this.#found.set(offerId, remembered);
      return remembered;
    }
    this.#found.delete(offerId);
    return undefined;
  }

  #remember(query: OfferQuery, found: readonly FoundOffer[]): void {
    this.#last = { query, found };
    for (const one of found) this.#found.set(one.offer.id, one);
  }
}
