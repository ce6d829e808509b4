import type { Instance } from '../../api/schemas/instances/instance';
import { omitUndefined } from '../omitUndefined';
import { lifecycleOf } from '../instances/lifecycle';

/** Dollars per hour while running and while stopped; a member is missing if unknown. */
export interface HourlyCost {
  running?: number;
  stopped?: number;
}

/**
 * What is billed now, in dollars per hour. Not a number, so that nobody calculates with a sum of which a part isn't known
 * without asking how sure it is.
 */
export interface Rate {
  /** Of what has a known price. What may run counts as if it ran. */
  dollars: number;
  /** Something is billed whose price isn't known. */
  isLeast: boolean;
  /** The service doesn't tell whether the GPU of something is billed; its price is counted. */
  isMost: boolean;
}

/** @param dollars per hour; undefined if unknown, and so is less than nothing */
export function rateFrom(dollars: number | undefined): Rate {
  const isKnown = dollars !== undefined && dollars >= 0;
  return { dollars: isKnown ? dollars : 0, isLeast: !isKnown, isMost: false };
}

/** Storage is priced per GB and month; the service's month has 30 days. */
export const hoursPerMonth = 30 * 24;

/** Dollars per hour for this many GB at `storageCost` dollars per GB and month (specification, Search offers). */
export const storageRate = (gigabytes: number, storageCost: number): number =>
  (gigabytes * storageCost) / hoursPerMonth;

type InstancePrices = Pick<
  Instance,
  | 'search'
  | 'instance'
  | 'dph_total'
  | 'storage_total_cost'
  | 'actual_status'
  | 'cur_state'
  | 'intended_status'
  | 'status_msg'
  | 'is_bid'
  | 'unreadable'
>;

/** The cost of an instance in dollars per hour: running, stopped, and now in its phase. */
export function hourlyCost(instance: InstancePrices): HourlyCost & { now: Rate } {
  const running = instance.search?.totalHour ?? instance.dph_total;
  const stopped = instance.instance?.totalHour ?? instance.storage_total_cost;
  const { billing } = lifecycleOf(instance);
  const rate = rateFrom(billing === 'disk' ? stopped : running);
  const now = { ...rate, isMost: billing === 'unknown' && !rate.isLeast && running !== stopped };
  return { ...omitUndefined({ running, stopped }), now };
}

/** The current total cost of these instances in dollars per hour. */
export const burnRate = (instances: Iterable<InstancePrices>): Rate =>
  sumOfRates(Array.from(instances, (instance) => hourlyCost(instance).now));

export const sumOfRates = (rates: readonly Rate[]): Rate => ({
  dollars: rates.reduce((sum, { dollars }) => sum + dollars, 0),
  isLeast: rates.some(({ isLeast }) => isLeast),
  isMost: rates.some(({ isMost }) => isMost),
});
