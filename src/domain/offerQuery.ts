import type { FilterOperator, Filters, FilterValue, OfferQuery } from '../api/requests';
import type { Offer } from '../api/schemas/offer';

/** What a person narrows a search by. Prices in dollars per hour, sizes in GB. */
export interface OfferChoice {
  type: 'on-demand' | 'bid';
  /** GPU model names as the service spells them ("RTX 4090"); empty for any. */
  gpuNames: readonly string[];
  numGpus?: number;
  maxPrice?: number;
  minGpuRamGb?: number;
  verifiedOnly: boolean;
  /** Prices are computed with a disk of this size, and smaller machines are left out. */
  disk: number;
  order: OfferOrder;
  limit: number;
}

export const offerOrders = ['price', 'performancePerDollar', 'reliability'] as const;
export type OfferOrder = (typeof offerOrders)[number];

const orderFields: Record<OfferOrder, [string, 'asc' | 'desc']> = {
  price: ['dph_total', 'asc'],
  performancePerDollar: ['dlperf_per_dphtotal', 'desc'],
  reliability: ['reliability', 'desc'],
};

/** The search body for a choice (specification, "Search"): names and units are the REST interface's. */
export function offerQuery(choice: OfferChoice): OfferQuery {
  const filters: Filters = {
    rentable: { eq: true },
    rented: { eq: false },
    external: { eq: false },
    disk_space: { gte: choice.disk },
  };
  if (choice.verifiedOnly) filters.verified = { eq: true };
  const [onlyGpu] = choice.gpuNames;
  if (onlyGpu !== undefined) {
    filters.gpu_name = choice.gpuNames.length === 1 ? { eq: onlyGpu } : { in: [...choice.gpuNames] };
  }
  if (choice.numGpus !== undefined) filters.num_gpus = { eq: choice.numGpus };
  if (choice.maxPrice !== undefined) filters.dph_total = { lte: choice.maxPrice };
  if (choice.minGpuRamGb !== undefined) filters.gpu_ram = { gte: choice.minGpuRamGb * 1000 };
  return {
    filters,
    order: [orderFields[choice.order]],
    type: choice.type,
    limit: choice.limit,
    allocated_storage: choice.disk,
  };
}

/**
 * Applies the filters again to what the service answered, because servers are known to drop some silently.
 * A field that an offer does not have says nothing against it. `dropped` counts the contradictions.
 */
export function keepMatching(
  offers: readonly Offer[],
  filters: Filters,
): { offers: Offer[]; dropped: number } {
  const kept = offers.filter((offer) => matches(offer, filters));
  return { offers: kept, dropped: offers.length - kept.length };
}

function matches(offer: Offer, filters: Filters): boolean {
  return Object.entries(filters).every(([field, conditions]) => {
    const actual = offerField(offer, field);
    if (actual === undefined) return true;
    return Object.entries(conditions).every(([operator, wanted]) =>
      holds(field, actual, operator as FilterOperator, wanted),
    );
  });
}

type Scalar = string | number | boolean;

function offerField(offer: Offer, field: string): Scalar | undefined {
  // Responses carry `verification`, a word; `verified` is the name of the filter.
  if (field === 'verified') {
    return (
      offer.verified ?? (offer.verification === undefined ? undefined : offer.verification === 'verified')
    );
  }
  const value = new Map<string, unknown>(Object.entries(offer)).get(field);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

function holds(field: string, actual: Scalar, operator: FilterOperator, wanted: FilterValue): boolean {
  const isOneOf = () =>
    (Array.isArray(wanted) ? wanted : [wanted]).some((one) => equal(field, actual, one as Scalar));
  switch (operator) {
    case 'eq':
    case 'in':
      return isOneOf();
    case 'neq':
    case 'notin':
      return !isOneOf();
    case 'lt':
      return Number(actual) < Number(wanted);
    case 'lte':
      return Number(actual) <= Number(wanted);
    case 'gt':
      return Number(actual) > Number(wanted);
    case 'gte':
      return Number(actual) >= Number(wanted);
  }
}

function equal(field: string, actual: Scalar, wanted: Scalar): boolean {
  // "California, US" answers to the filter value "US".
  if (field === 'geolocation') return actual === wanted || String(actual).endsWith(`, ${String(wanted)}`);
  return actual === wanted || String(actual) === String(wanted);
}

/** The offers most like one that is gone, best first: same GPU and count, then price, place and reliability. */
export function nearestOffers(wanted: Offer, candidates: readonly Offer[], count = 5): Offer[] {
  return candidates
    .filter((offer) => offer.id !== wanted.id)
    .map((offer) => ({ offer, distance: distance(wanted, offer) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ offer }) => offer);
}

function distance(wanted: Offer, offer: Offer): number {
  const price = wanted.dph_total ?? 0;
  const relativePrice = price > 0 ? Math.abs((offer.dph_total ?? price) - price) / price : 0;
  return (
    (offer.gpu_name === wanted.gpu_name ? 0 : 10) +
    (offer.num_gpus === wanted.num_gpus ? 0 : 5) +
    relativePrice +
    (offer.geolocation === wanted.geolocation ? 0 : 0.1) +
    Math.max(0, (wanted.reliability ?? 0) - (offer.reliability ?? 0))
  );
}
