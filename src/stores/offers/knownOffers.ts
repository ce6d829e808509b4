import type { OfferQuery } from '../../api/http/requests';
import { type Clock, since } from '../../clock';
import { keepMatching } from '../../domain/offers/offerQuery';
import type { RentalType } from '../../domain/offers/search/offerText';
import { rowKey } from '../../domain/offers/table/marketRow';
import type { FoundOffer, SearchResult } from './offerStore';

/** What the service is asked for. */
export interface MarketRequest {
  query: OfferQuery;
  type: RentalType;
  /** The whole market, not only what matches the person's query. */
  isWhole: boolean;
}

/** Milliseconds for which an offer is kept that an answer may have left out because it was cut. */
const forgottenAfter = 600_000;

/** The offers that answers have brought, on demand and interruptible ones. */
export class KnownOffers {
  readonly #clock: Clock;
  #known: ReadonlyMap<string, FoundOffer> = new Map();
  #rows: readonly FoundOffer[] = [];
  #isPart = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new list only when it has changed. */
  get rows(): readonly FoundOffer[] {
    return this.#rows;
  }

  /** Whether more of them are being read. */
  get isPart(): boolean {
    return this.#isPart;
  }

  get(key: string): FoundOffer | undefined {
    return this.#known.get(key);
  }

  /** Some of an answer, where nothing else is known. */
  takeFirst(type: RentalType, some: readonly FoundOffer[]): void {
    this.#isPart = true;
    this.#keep(new Map(some.map((one) => entryOf(one, type))));
  }

  /** A whole answer in the place of what it covers. */
  take({ query, type, isWhole }: MarketRequest, { found, isCut }: SearchResult): void {
    const isBid = type === 'bid';
    const ofType = [...this.#known.values()].filter((one) => one.isBid === isBid);
    const offers = ofType.map(({ offer }) => offer);
    const covered = isWhole ? offers : keepMatching(offers, query.filters).offers;
    const known = new Map(this.#known);
    if (!isCut) for (const { id } of covered) known.delete(rowKey(id, isBid));
    else if (isWhole)
      for (const { offer } of ofType.filter(this.#isOld)) known.delete(rowKey(offer.id, isBid));
    for (const one of found) known.set(...entryOf(one, type));
    this.#isPart = false;
    this.#keep(known);
  }

  /** The answer of which some were taken broke off. */
  endPart(): void {
    if (this.#isPart) this.#rows = [...this.#rows];
    this.#isPart = false;
  }

  #keep(known: ReadonlyMap<string, FoundOffer>): void {
    this.#known = known;
    this.#rows = [...known.values()];
  }

  readonly #isOld = ({ seen }: FoundOffer): boolean =>
    seen !== undefined && since(this.#clock, seen.at) > forgottenAfter;
}

function entryOf(found: FoundOffer, type: RentalType): [string, FoundOffer] {
  const isBid = type === 'bid';
  return [rowKey(found.offer.id, isBid), { ...found, isBid }];
}
