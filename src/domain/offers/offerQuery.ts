import { type OfferOrder, orderFields, usualOrder } from './offerOrder';
import type { Filters, OfferQuery } from '../../api/schemas/offers/filters';
import type { Offer } from '../../api/schemas/offers/offer';
import type { Hidden } from './hidden';
import { filterTest } from './search/filterTest';
import type { OfferText, RentalType } from './search/offerText';

/** What a person looks for. */
export interface OfferChoice {
  type: RentalType;
  /** In the service's names and units; without `disk_space`, which `disk` stands for. */
  filters: Filters;
  /** GB: prices are computed with a disk of this size, and smaller machines are left out. */
  disk: number;
  order: OfferOrder;
  limit: number;
}

/** What a typed search adds to. */
export interface SearchStart {
  /** Filters that a text neither says nor changes, such as one machine. */
  fixed: Filters;
  /** Filters of a template or a saved launch: what is typed for a field wins over them (specification, Template). */
  defaults: Filters;
  type: OfferQuery['type'];
  order: OfferQuery['order'];
  /** GB; see OfferChoice. */
  disk: number;
  limit: number;
}

/** Only offers that can be rented now. */
export const freeOffers: Filters = {
  rentable: { eq: true },
  rented: { eq: false },
  external: { eq: false },
};

/** Filters that ask for free offers, which nobody drops, apart from those that say what is wanted. */
export function withoutFree(filters: Filters): { fixed: Filters; defaults: Filters } {
  const isFixed = ([field]: [string, unknown]): boolean => Object.hasOwn(freeOffers, field);
  const all = Object.entries(filters);
  return {
    fixed: Object.fromEntries(all.filter(isFixed)),
    defaults: Object.fromEntries(all.filter((one) => !isFixed(one))),
  };
}

/** Machines that a filter leaves out. */
const leftOutBy = (conditions: Filters[string] = {}): (string | number)[] =>
  Array.isArray(conditions.notin) ? conditions.notin : [];

/** The filters without leaving these machines and hosts out. */
export function withListed(filters: Filters, { machine, host }: Hidden): Filters {
  const all = { ...filters };
  for (const [field, ids] of [
    ['machine_id', machine],
    ['host_id', host],
  ] as const) {
    const { [field]: asked = {} } = all;
    const { notin: _, ...conditions } = asked;
    const left = leftOutBy(asked).filter((id) => !ids.includes(Number(id)));
    const kept = left.length > 0 ? { ...conditions, notin: left } : conditions;
    if (Object.keys(kept).length > 0) all[field] = kept;
    else Reflect.deleteProperty(all, field);
  }
  return all;
}

/** The filters, and those that hold whatever they say; what either leaves out is left out, but not the one looked for. */
export function withFixed(filters: Filters, fixed: Filters): Filters {
  const all = { ...filters };
  for (const [field, { notin: _, ...conditions }] of Object.entries(fixed)) {
    const { notin: __, ...asked } = all[field] ?? {};
    const out = new Set([...leftOutBy(all[field]), ...leftOutBy(fixed[field])]);
    const left = [...out].filter((id) => id !== asked.eq);
    all[field] = { ...asked, ...conditions, ...(left.length > 0 ? { notin: left } : {}) };
  }
  return all;
}

/** What a text says, and what the start says of everything else; fields that may be anything are dropped. */
export function searchQuery(start: SearchStart, said: Omit<OfferText, 'problems'>): OfferQuery {
  const disk = said.disk ?? start.disk;
  const wanted: Filters = { ...start.defaults, disk_space: room(disk, start, said), ...said.filters };
  for (const field of said.cleared) if (field !== 'disk_space') Reflect.deleteProperty(wanted, field);
  return {
    filters: withFixed(wanted, start.fixed),
    order: said.order ? [orderFields[said.order]] : start.order,
    type: said.type ?? start.type,
    limit: start.limit,
    allocated_storage: disk,
  };
}

/** At least the disk, and at least what a template asks for unless a person said what they need. */
function room(disk: number, { defaults }: SearchStart, said: Omit<OfferText, 'problems'>): Filters[string] {
  const { disk_space: asked } = defaults;
  if (!asked || said.disk !== undefined || said.cleared.includes('disk_space')) return { gte: disk };
  return { ...asked, gte: typeof asked.gte === 'number' ? Math.max(asked.gte, disk) : disk };
}

/** The start of a search that a person makes from nothing but their own choice. */
export function plainStart(disk: number, limit: number): SearchStart {
  return {
    fixed: freeOffers,
    defaults: {},
    type: 'on-demand',
    order: [orderFields[usualOrder]],
    disk,
    limit,
  };
}

/**
 * Applies the filters again to the service's answer, because servers are known to ignore some silently. An offer
 * without a field passes its filter. `dropped` counts the offers that don't pass.
 */
export function keepMatching(
  offers: readonly Offer[],
  filters: Filters,
): { offers: Offer[]; dropped: number } {
  const tests = Object.entries(filters).map(([field, conditions]) => filterTest(field, conditions));
  const kept = offers.filter((offer) => tests.every((test) => test(offer)));
  return { offers: kept, dropped: offers.length - kept.length };
}

/** Fields whose filter at least one of the offers doesn't pass. */
export function contradictedFields(offers: readonly Offer[], filters: Filters): string[] {
  return Object.entries(filters).flatMap(([field, conditions]) => {
    const test = filterTest(field, conditions);
    return offers.every(test) ? [] : [field];
  });
}

/**
 * The offers most similar to one that is gone, best first: same GPU and count, then price, location and reliability.
 */
export function nearestOffers(wanted: Offer, candidates: readonly Offer[], count = 5): Offer[] {
  return candidates
    .filter((offer) => offer.id !== wanted.id)
    .map((offer) => ({ offer, distance: distance(wanted, offer) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ offer }) => offer);
}

function distance(wanted: Offer, offer: Offer): number {
  const { dph_total: price } = wanted;
  const isPriced = price !== undefined && price > 0;
  // An unknown price may be any.
  const relativePrice = !isPriced
    ? 0
    : offer.dph_total === undefined
      ? 1
      : Math.abs(offer.dph_total - price) / price;
  return (
    (offer.gpu_name === wanted.gpu_name ? 0 : 10) +
    (offer.num_gpus === wanted.num_gpus ? 0 : 5) +
    relativePrice +
    (offer.geolocation === wanted.geolocation ? 0 : 0.1) +
    Math.max(0, (wanted.reliability ?? 0) - (offer.reliability ?? 0))
  );
}
