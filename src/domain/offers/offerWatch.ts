import * as z from 'zod/mini';
import { hour } from '../../clock';
import type { Offer } from '../../api/schemas/offers/offer';
import { formatPerHour } from '../money/cost';
import { rowKey } from './table/marketRow';
import { panelQuerySchema } from './filters/panelQuery';
import { type Plan, plannedPrice } from './plannedPrice';

/** Milliseconds after which a watch ends, unless the person renews it. */
export const watchLasts = 24 * hour;
/** Milliseconds for which an ended watch stays listed, to be begun again. */
const listedAfterEnd = 7 * 24 * hour;
/** Milliseconds between two searches of a watch. */
const betweenLooks = 60_000;
/** Milliseconds between two searches of any watches. The service takes ten a minute. */
export const betweenSearches = 30_000;
/** Milliseconds without searches after repeated failures. */
const longestPause = 15 * 60_000;
/** Offers that a watch remembers having told. More than one search returns. */
const mostTold = 300;
/** How many searches an account can watch. With more, each would be repeated too rarely. */
export const mostWatches = 10;

const time = z.number();

const isKeyWithPrice = (pair: unknown): boolean =>
  Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && Number.isFinite(pair[1]);

/** A search that is repeated, to tell when an offer costs no more than a limit. */
export const watchSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,60}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  query: panelQuerySchema,
  /** Dollars per hour while running, with the query's disk. */
  limit: z.number().check(z.positive()),
  /** When it was begun or renewed. All times are milliseconds since the epoch. */
  begun: time,
  /** When the watch last searched, and the search that was last answered. */
  tried: z.optional(time),
  looked: z.optional(time),
  /** Searches that failed since then, and until when there is none. */
  failures: z.optional(z.int().check(z.positive())),
  pausedUntil: z.optional(time),
  /** Row keys and prices of the offers that were told, the last one last. */
  told: z.array(z.custom<[string, number]>(isKeyWithPrice)),
  ended: z.optional(z.literal(true)),
});
export type OfferWatch = z.infer<typeof watchSchema>;

/** An offer of a search. */
export interface WatchedOffer {
  offer: Offer;
  isBid: boolean;
}

/** An offer to tell of. */
export interface Find extends WatchedOffer {
  /** Dollars per hour while running, with the disk; of an interruptible offer at the planned bid, or at its lowest one. */
  price: number;
}

/** Dollars per hour; undefined if unknown, or if the planned bid is too low. */
export function watchedPrice({ offer, isBid }: WatchedOffer, plan: Plan): number | undefined {
  const row = { key: rowKey(offer.id, isBid), offer, isBid };
  const { running, bid, bidTooLow } = plannedPrice(row, plan);
  return bidTooLow || (isBid && bid === undefined) ? undefined : running;
}

/**
 * What a search found: offers at most at the limit that were not told, or were told at a higher price, the cheapest
 * first.
 */
export function findsIn(watch: OfferWatch, offers: readonly WatchedOffer[]): Find[] {
  const told = new Map(watch.told);
  return offers
    .flatMap((one): Find[] => {
      const price = watchedPrice(one, watch.query);
      return price === undefined || price > watch.limit
        ? []
        : [{ offer: one.offer, isBid: one.isBid, price }];
    })
    .filter(({ offer, isBid, price }) => isCheaper(price, told.get(rowKey(offer.id, isBid))))
    .sort((a, b) => a.price - b.price);
}

/** By a difference that a person can see. */
const isCheaper = (price: number, before: number | undefined): boolean =>
  before === undefined || (price < before && formatPerHour(price) !== formatPerHour(before));

/** After a search that was answered at `now`, with its finds told. */
export function afterLook(watch: OfferWatch, finds: readonly Find[], now: number): OfferWatch {
  const { failures: _failures, pausedUntil: _pause, ...rest } = watch;
  const told = new Map(watch.told);
  for (const { offer, isBid, price } of finds) {
    told.delete(rowKey(offer.id, isBid));
    told.set(rowKey(offer.id, isBid), price);
  }
  return {
    ...rest,
    tried: now,
    looked: now,
    told: finds.length > 0 ? [...told].slice(-mostTold) : watch.told,
  };
}

/** After a search that failed. */
export function afterFailure(watch: OfferWatch, now: number): OfferWatch {
  const failures = (watch.failures ?? 0) + 1;
  const pause = Math.min(betweenLooks * 2 ** Math.min(failures - 1, 10), longestPause);
  return { ...watch, tried: now, failures, pausedUntil: now + pause };
}

/** Lasts another day from now on, and is looked at soon. What was told stays told. */
export function renewed(watch: OfferWatch, now: number): OfferWatch {
  const { failures: _failures, pausedUntil: _pause, ended: _ended, tried: _tried, ...rest } = watch;
  return { ...rest, begun: now };
}

/** Milliseconds until the watch may be looked at. */
export function untilLook({ tried, pausedUntil }: OfferWatch, now: number): number {
  return Math.max(
    left(tried === undefined ? undefined : tried + betweenLooks, betweenLooks, now),
    left(pausedUntil, longestPause, now),
  );
}

/** Milliseconds until any of these watches may be looked at, for the distance between searches. */
export const untilSearch = (watches: readonly OfferWatch[], now: number): number =>
  Math.max(0, ...watches.map(({ tried }) => left(tried && tried + betweenSearches, betweenSearches, now)));

/** A time farther away than anything waits is from before the clock was set back. */
function left(at: number | undefined, longest: number, now: number): number {
  if (at === undefined || at - now > longest) return 0;
  return Math.max(0, at - now);
}

/** Whether a watch begins in the future: the clock was set back after the watch was begun. */
export const isFromLater = ({ begun }: OfferWatch, now: number): boolean => begun - now > betweenLooks;

/** Whether an ended watch is no longer listed. */
export const isForgotten = ({ begun, ended }: OfferWatch, now: number): boolean =>
  ended === true && now - begun > watchLasts + listedAfterEnd;
