import type { OfferQuery } from '../../api/http/requests';
import { offerCost } from '../../domain/money/cost';
import { keepMatching } from '../../domain/offers/offerQuery';
import { implies } from '../../domain/offers/search/narrowing';
import { type Clock, type Moment, since } from '../../clock';
import type { FoundOffer, SearchResult } from './offerStore';

/** What the service answered to a search, and when. */
export interface Answer extends SearchResult {
  query: OfferQuery;
  at: Moment;
}

const atMost = 6;
/** Milliseconds for which an answer counts as the current market. */
const holds = 60_000;

/** The last answers of the service, from which a narrower search is answered at once. */
export class KeptAnswers {
  readonly #clock: Clock;
  #answers: readonly Answer[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(answer: Answer): void {
    this.#answers = [answer, ...this.#answers].slice(0, atMost);
  }

  /** An answer that holds all that the service has for this search. */
  for(query: OfferQuery): Answer | undefined {
    return this.#answers.find(
      (answer) =>
        since(this.#clock, answer.at) < holds && (isSame(answer.query, query) || isWhole(answer, query)),
    );
  }

  /** All that is known and matches, in the search's order. */
  matching(query: OfferQuery): readonly FoundOffer[] {
    const answer = this.for(query);
    if (answer && isSame(answer.query, query)) return answer.found;
    const known = new Map<number, FoundOffer>();
    for (const { query: asked, found } of answer ? [answer] : this.#answers) {
      if ((asked.type === 'bid') !== (query.type === 'bid')) continue;
      for (const one of found) if (!known.has(one.offer.id)) known.set(one.offer.id, one);
    }
    const all = [...known.values()];
    const { offers } = keepMatching(
      all.map(({ offer }) => offer),
      query.filters,
    );
    const matching = new Set(offers);
    return all.filter(({ offer }) => matching.has(offer)).sort(byOrder(query));
  }
}

/** Answered for just this search. */
const isSame = (one: OfferQuery, other: OfferQuery): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether the answer holds everything that matches this search. */
function isWhole({ query, isCut }: Answer, wanted: OfferQuery): boolean {
  return (
    !isCut &&
    query.type === wanted.type &&
    query.allocated_storage === wanted.allocated_storage &&
    implies(wanted.filters, query.filters)
  );
}

function byOrder({
  order = [],
  allocated_storage: disk,
}: OfferQuery): (a: FoundOffer, b: FoundOffer) => number {
  const valueOf = ({ offer }: FoundOffer, field: string): number => {
    // The price is the one with the disk that is asked for now.
    const value: unknown = field === 'dph_total' ? offerCost(offer, disk).running : Reflect.get(offer, field);
    return typeof value === 'number' ? value : Number.NaN;
  };
  return (a, b) => {
    for (const [field, direction] of order) {
      const [first, second] = [valueOf(a, field), valueOf(b, field)];
      if (Number.isNaN(first) || Number.isNaN(second)) {
        const difference = Number(Number.isNaN(first)) - Number(Number.isNaN(second));
        if (difference !== 0) return difference;
      } else if (first !== second) return direction === 'asc' ? first - second : second - first;
    }
    return 0;
  };
}
