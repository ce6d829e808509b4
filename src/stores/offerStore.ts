import type { OfferQuery } from '../api/requests';
import type { Offer } from '../api/schemas/offer';
import { keepMatching } from '../domain/offerQuery';
import type { AccountStore } from './accountStore';
import { signedIn } from './signedIn';

/** An offer with what only its search tells: how it would be rented. */
export interface FoundOffer {
  offer: Offer;
  /** Found by an interruptible search, so that a price is needed to rent it. */
  isBid: boolean;
  /** The search that found it, to look for others like it. */
  query: OfferQuery;
}

export interface SearchResult {
  found: FoundOffer[];
  /** Offers left out because they contradict the filters that the service was given. */
  dropped: number;
}

/** Searches, and remembers what the searches of this window found. */
export class OfferStore {
  readonly #accounts: Pick<AccountStore, 'client'>;
  readonly #found = new Map<number, FoundOffer>();

  constructor(accounts: Pick<AccountStore, 'client'>) {
    this.#accounts = accounts;
  }

  /** Rejects with ApiError. */
  async search(query: OfferQuery, signal?: AbortSignal): Promise<SearchResult> {
    const answer = await signedIn(this.#accounts).searchOffers(query, signal ? { signal } : {});
    const { offers, dropped } = keepMatching(answer, query.filters);
    const found = offers.map((offer) => ({
      offer,
      isBid: query.type === 'bid' || offer.is_bid === true,
      query,
    }));
    for (const one of found) this.#found.set(one.offer.id, one);
    return { found, dropped };
  }

  /** What a search of this window found under this id, maybe a while ago. */
  known(offerId: number): FoundOffer | undefined {
    return this.#found.get(offerId);
  }

  /**
   * The offer as it is now. The same offer is found on demand and among the interruptible ones: `isBid` says which is
   * meant, else the last search that found it; without either, on demand first. Undefined when it is gone.
   */
  async find(
    offerId: number,
    { disk, isBid }: { disk?: number; isBid?: boolean } = {},
  ): Promise<FoundOffer | undefined> {
    const known = this.#found.get(offerId);
    const bid = isBid ?? known?.isBid;
    const types =
      bid === undefined ? (['on-demand', 'bid'] as const) : [bid ? ('bid' as const) : ('on-demand' as const)];
    for (const type of types) {
      const query: OfferQuery = {
        filters: { id: { eq: offerId } },
        type,
        limit: 1,
        ...(disk === undefined ? {} : { allocated_storage: disk }),
      };
      const { found } = await this.search(query);
      const [offer] = found;
      if (!offer) continue;
      const remembered = { ...offer, query: known?.query ?? query };
      this.#found.set(offerId, remembered);
      return remembered;
    }
    this.#found.delete(offerId);
    return undefined;
  }
}
