import type { Instance } from '../api/schemas/instance';
import type { Offer } from '../api/schemas/offer';
import { lifecycleOf } from './lifecycle';

/** Dollars per hour while running and while stopped; a member is missing where the service does not tell. */
export interface HourlyCost {
  running?: number;
  stopped?: number;
}

/** Storage is priced per GB and month; the service's month has 30 days. */
const hoursPerMonth = 30 * 24;

/** Dollars per hour of so many GB at `storageCost` dollars per GB and month (specification, Search offers). */
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
>;

/** What an instance costs in dollars per hour while running, while stopped, and now, by its phase. */
export function hourlyCost(instance: InstancePrices): HourlyCost & { now?: number } {
  const running = instance.search?.totalHour ?? instance.dph_total;
  const stopped = instance.instance?.totalHour ?? instance.storage_total_cost;
  const now = lifecycleOf(instance).billing === 'compute' ? running : stopped;
  return { ...given('running', running), ...given('stopped', stopped), ...given('now', now) };
}

/**
 * What an offer costs in dollars per hour with a disk of `disk` GB. `bid` is the price in dollars per hour
 * offered for an interruptible instance; the disk comes on top of it.
 */
export function offerCost(
  offer: Pick<Offer, 'search' | 'instance' | 'dph_total' | 'dph_base' | 'storage_cost'>,
  disk?: number,
  bid?: number,
): HourlyCost {
  const storage =
    disk === undefined || offer.storage_cost === undefined
      ? undefined
      : storageRate(disk, offer.storage_cost);
  const compute = bid ?? offer.dph_base;
  const running =
    compute !== undefined && storage !== undefined
      ? compute + storage
      : (bid ?? offer.search?.totalHour ?? offer.dph_total);
  const stopped = storage ?? offer.instance?.totalHour;
  return { ...given('running', running), ...given('stopped', stopped) };
}

/** What all these instances cost together right now, in dollars per hour. */
export function burnRate(instances: Iterable<InstancePrices>): number {
  let sum = 0;
  for (const instance of instances) sum += hourlyCost(instance).now ?? 0;
  return sum;
}

/** `$0.31/h`; small prices keep two significant digits, an unknown one is `$?/h`. */
export function formatPerHour(dollars: number | undefined): string {
  return `${formatDollars(dollars)}/h`;
}

/** `$7.44/day` for an hourly price. */
export function formatPerDay(dollarsPerHour: number): string {
  return `${formatDollars(dollarsPerHour * 24)}/day`;
}

/** `$223/month` for an hourly price, for the long view beside the hourly one. */
export function formatPerMonth(dollarsPerHour: number): string {
  return `${formatDollars(dollarsPerHour * hoursPerMonth)}/month`;
}

function formatDollars(dollars: number | undefined): string {
  if (dollars === undefined || !Number.isFinite(dollars)) return '$?';
  const size = Math.abs(dollars);
  if (size >= 100) return `$${dollars.toFixed(0)}`;
  if (size >= 0.1 || size === 0) return `$${dollars.toFixed(2)}`;
  if (size < 0.0005) return '<$0.001';
  return `$${dollars.toFixed(3)}`;
}

function given<K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, number>);
}
