import * as z from 'zod/mini';
import { DEFAULT_ALLOCATED_STORAGE, DEFAULT_SEARCH_LIMIT } from '../choices';
import { compileFilters } from '../filters';
import { optional, parseBody } from '../http/body';
import type { Settings } from '../options';
import { invalidArgs } from '../serviceError';
import type { Offer } from './generateMarket';
import type { Market } from './market';
import { viewOffer, type OfferView } from './offerView';

const numeric = z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]);

const searchBody = z.catchall(
  z.object({
    order: optional(z.array(z.array(z.string()).check(z.length(2)))),
    type: optional(z.enum(['on-demand', 'ondemand', 'bid', 'ask'])),
    limit: optional(numeric),
    allocated_storage: optional(numeric),
  }),
  z.unknown(),
);

/**
 * POST bundles (specification, Search): filters of all eight operators, order, type, limit,
 * allocated_storage. Offers that are not free are left out unless `rentable` or `rented` is asked for.
 */
export function searchOffers(
  market: Market,
  body: unknown,
  now: number,
  { searchLimit, ignoresFilters }: Pick<Settings, 'searchLimit' | 'ignoresFilters'>,
): OfferView[] {
  const query = parseBody(searchBody, body);
  const limit = positive('limit', query.limit ?? DEFAULT_SEARCH_LIMIT);
  if (!Number.isInteger(limit)) throw invalidArgs('limit: not an integer');
  const storage = positive('allocated_storage', query.allocated_storage ?? DEFAULT_ALLOCATED_STORAGE);
  const bid = query.type === 'bid';
  const wantsTaken = (query.rentable ?? query.rented ?? undefined) !== undefined;
  const view = (offer: Offer) => viewOffer(offer, { bid, storage, free: market.isFree(offer), now });
  const views = market.offers.filter((offer) => wantsTaken || market.isFree(offer)).map(view);
  const [any] = market.offers;
  const matches = compileFilters<OfferView>(
    withBlanks(query),
    any === undefined ? {} : view(any),
    readOfferField,
  );
  const found = ignoresFilters ? views : views.filter(matches);
  found.sort(compareBy(query.order ?? [['score', 'desc']]));
  return found.slice(0, Math.min(limit, searchLimit));
}

/** Underscores in the names of GPUs are blanks. */
function withBlanks({ gpu_name: names, ...others }: Record<string, unknown>): Record<string, unknown> {
  if (names === undefined) return others;
  const text = JSON.stringify(names).replaceAll('_', ' ');
  return { gpu_name: JSON.parse(text) as unknown, ...others };
}

function positive(name: string, value: number | string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) throw invalidArgs(`${name}: not a positive number`);
  return number;
}

/**
 * `geolocation` compares by its two-letter country code, `driver_version` as the number that the vendor's command line
 * sends (535.86.05 is 535086005), every other field as answered.
 */
function readOfferField(view: OfferView, field: string): unknown {
  if (field === 'driver_version') {
    const [major = 0, minor = 0, patch = 0] = view.driver_version.split('.').map(Number);
    return major * 1_000_000 + minor * 1000 + patch;
  }
  if (field === 'geolocation') return view.geolocation.slice(-2);
  return isMember(view, field) ? view[field] : undefined;
}

function isMember(view: OfferView, field: string): field is keyof OfferView {
  return Object.hasOwn(view, field);
}

function compareBy(order: readonly (readonly string[])[]): (a: OfferView, b: OfferView) => number {
  for (const [, direction] of order) {
    if (direction !== 'asc' && direction !== 'desc') throw invalidArgs('order: direction is asc or desc');
  }
  return (a, b) => {
    for (const [field = '', direction] of order) {
      const difference = compareValues(readOfferField(a, field), readOfferField(b, field));
      if (difference !== 0) return direction === 'asc' ? difference : -difference;
    }
    return a.id - b.id;
  };
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  const difference = Number(a) - Number(b);
  return Number.isNaN(difference) ? 0 : difference;
}
