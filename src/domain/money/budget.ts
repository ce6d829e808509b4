import { minute, hour } from '../../clock';
import { toDollars } from './units';
import { nextDay } from './ledger/calendar';
import type { Spent } from './ledger/spending';

/** What a person wants to spend at most, in dollars; a member is missing where there is no limit. */
export interface Budget {
  /** In one day of this computer's time zone, for all that is billed on an account. */
  perDay?: number | undefined;
  /** For one instance, since it was rented. */
  perInstance?: number | undefined;
}

/** What an account would cost from now on, if the person agrees. */
export interface SpendingPlan {
  /** Milliseconds since the epoch. */
  now: number;
  /** What everything has cost since the day began. */
  today: Spent;
  /** Dollars per hour of all that is then billed, as far as known. What may run counts as if it ran. */
  rate: number;
  /** Something is billed whose price isn't known. */
  isLeast: boolean;
  /** The instances that the person is asked about: what each has cost, and dollars per hour from now on. */
  instances: readonly { spent: Spent; rate: number | undefined }[];
}

/** A limit that a plan passes, or of which that isn't known. Dollars, and milliseconds since the epoch. */
export interface PassedLimit {
  of: 'today' | 'tomorrow' | 'instance';
  limit: number;
  /** When it is reached at this rate: not after `now` if it is reached already, undefined if that isn't known. */
  at: number | undefined;
  /** Spent so far of what the limit is for. */
  spent: number;
  /** Spent when the day ends; of an instance so far. */
  spentThen: number;
  /** Not all is known, so that it may be reached earlier. */
  isLeast: boolean;
}

/** What the person agreed to spend, and until when. */
export interface AgreedSpending {
  /** When to stop what is rented or started, in milliseconds since the epoch; undefined if they said nothing of it. */
  stopAt?: number;
}

/** Milliseconds. An instance that would reach its limit later is likely to be gone by then. */
const horizon = 30 * 24 * hour;
/** A stop that is due sooner, in milliseconds, is no use: its warning comes five minutes before. */
const shortest = 10 * minute;

/**
 * The limits that are reached today or tomorrow, of an instance within 30 days, if everything goes on to cost what it
 * does. Unknown prices are never taken for nothing: where they could make the difference, the limit is in the result
 * without a time.
 */
export function passedLimits(budget: Budget, plan: SpendingPlan): PassedLimit[] {
  const day = isLimit(budget.perDay) ? passedDay(budget.perDay, plan) : undefined;
  const instance = isLimit(budget.perInstance) ? passedByInstance(budget.perInstance, plan) : undefined;
  return [day, instance].filter((one) => one !== undefined);
}

/**
 * A stop that keeps to all limits that can be kept to: the last whole minute before the first one is reached. Undefined
 * if one is reached already, or too soon for a stop.
 */
export function stopBefore(limits: readonly PassedLimit[], now: number): number | undefined {
  const times = limits.flatMap(({ at }) => at ?? []);
  if (times.length === 0) return undefined;
  const at = Math.floor(Math.min(...times) / minute) * minute;
  return at - now < shortest ? undefined : at;
}

const isLimit = (dollars: number | undefined): dollars is number => dollars !== undefined && dollars > 0;

function passedDay(limit: number, plan: SpendingPlan): PassedLimit | undefined {
  const { now, today, rate } = plan;
  const isLeast = plan.isLeast || today.isLeast;
  const spent = toDollars(today.units);
  const midnight = nextDay(now);
  const first = { limit, spent, spentThen: spentAt(spent, rate, midnight - now), isLeast };
  const at = reached(limit, spent, rate, now);
  if (at < midnight) return { of: 'today', ...first, at };
  const tomorrowEnds = nextDay(midnight);
  const spentTomorrow = spentAt(0, rate, tomorrowEnds - midnight);
  const tomorrow = reached(limit, 0, rate, midnight);
  if (tomorrow < tomorrowEnds)
    return { of: 'tomorrow', limit, spent: 0, at: tomorrow, spentThen: spentTomorrow, isLeast: plan.isLeast };
  return isLeast ? { of: 'today', ...first, at: undefined } : undefined;
}

/** Of several instances, the first one that reaches the limit. */
function passedByInstance(limit: number, { now, instances }: SpendingPlan): PassedLimit | undefined {
  const all = instances.map(({ spent: { units, isLeast }, rate }) => {
    const spent = toDollars(units);
    const isUnsure = isLeast || rate === undefined;
    const at = reached(limit, spent, rate, now);
    return { of: 'instance' as const, limit, spent, spentThen: spent, at, isLeast: isUnsure };
  });
  const soon = all.filter(({ at }) => at <= now + horizon).sort((one, other) => one.at - other.at);
  const unsure = all.find(({ isLeast }) => isLeast);
  return soon[0] ?? (unsure && { ...unsure, at: undefined });
}

/** When a limit is reached, in milliseconds since the epoch: never before `now`. Infinity where nothing says so. */
const reached = (limit: number, spent: number, rate: number | undefined, now: number): number =>
  spent >= limit ? now : rate !== undefined && rate > 0 ? now + ((limit - spent) / rate) * hour : Infinity;

const spentAt = (spent: number, rate: number, milliseconds: number): number =>
  spent + (rate * milliseconds) / hour;
