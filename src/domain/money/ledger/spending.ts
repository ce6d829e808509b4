import { hour } from '../../../clock';
import { type Reason, type Seen, type Stretch, stretchesOf, type TimeSpan, unknownIn } from './stretches';
import { cent } from '../units';

/** Money in hundred-millionths of a dollar. Where part of it is an estimate, `least` and `most` are its limits. */
export interface Spent {
  units: number;
  least: number;
  most: number;
  /** Something is not in it, because its price, or its beginning, is not known. */
  isLeast: boolean;
}

export const nothingSpent: Spent = { units: 0, least: 0, most: 0, isLeast: false };

/** Whether a sum rests on something that was not seen and may be off by more than a cent. */
export const isEstimate = ({ least, most, isLeast }: Spent): boolean => isLeast || most - least > cent;

export const addSpent = (a: Spent, b: Spent): Spent => ({
  units: a.units + b.units,
  least: a.least + b.least,
  most: a.most + b.most,
  isLeast: a.isLeast || b.isLeast,
});

/** What one thing has cost. Sums of spans that follow each other are exactly the sum of the whole. */
export interface Meter {
  spent(span: TimeSpan): Spent;
  /** Why the cost in a span is an estimate, the largest part first. */
  why(span: TimeSpan): Reason[];
}

/** Of what has ended, whose costs are the same at any time. */
const ended = new WeakMap<Seen, Meter>();

/**
 * @param seen never changed afterwards
 * @param now milliseconds since the epoch
 * @param fresh milliseconds for which the last sighting holds
 */
export function meterOf(seen: Seen, now: number, fresh: number): Meter {
  if (seen.sightings.at(-1)?.state !== 'gone') return newMeter(seen, now, fresh);
  const meter = ended.get(seen) ?? newMeter(seen, now, fresh);
  ended.set(seen, meter);
  return meter;
}

function newMeter(seen: Seen, now: number, fresh: number): Meter {
  const stretches = stretchesOf(seen, now, fresh);
  const rate = sumsOf(stretches, 'rate');
  // Most of what is seen all the time is certain.
  const isSure = (of: 'least' | 'most'): boolean => stretches.every((one) => one[of] === one.rate);
  const least = isSure('least') ? undefined : sumsOf(stretches, 'least');
  const most = isSure('most') ? undefined : sumsOf(stretches, 'most');
  const unpriced = stretches.filter(({ isUnpriced }) => isUnpriced === true);
  const unknown = unknownIn(seen);
  const isCut = (span: TimeSpan): boolean =>
    unknown !== undefined && span.from < unknown.to && span.to > unknown.from;
  const overlaps = (span: TimeSpan) => (one: TimeSpan) => one.from < span.to && one.to > span.from;
  const whole = { from: stretches[0]?.from ?? 0, to: stretches.at(-1)?.to ?? 0 };
  return {
    spent: (span) => {
      // Most things cost something on few of the days that are asked for.
      if (!overlaps(span)(whole) && !isCut(span)) return nothingSpent;
      const units = rate(span);
      const isLeast = isCut(span) || unpriced.some(overlaps(span));
      return { units, least: least?.(span) ?? units, most: most?.(span) ?? units, isLeast };
    },
    why: (span) => {
      const off = new Map<Reason, number>(isCut(span) ? [['beginning', Infinity]] : []);
      for (const one of stretches.filter(overlaps(span))) {
        const time = Math.min(one.to, span.to) - Math.max(one.from, span.from);
        const size = one.isUnpriced === true ? Infinity : (one.most - one.least) * time;
        if (size > 0) off.set(one.why, (off.get(one.why) ?? 0) + size);
      }
      return [...off].sort(([, a], [, b]) => (a === b ? 0 : b - a)).map(([reason]) => reason);
    },
  };
}

/**
 * Counted in whole numbers and rounded once, from the beginning. A sum is kept as whole units and the rest of one in
 * units × milliseconds, because the product of both is too large for a number, and a bigint is many times slower.
 */
function sumsOf(stretches: readonly Stretch[], of: 'rate' | 'least' | 'most'): (span: TimeSpan) => number {
  // What had been spent when each stretch began.
  const units = new Float64Array(stretches.length + 1);
  const rests = new Float64Array(stretches.length + 1);
  // What has been spent since the stretch began, added to that.
  let [unit, rest] = [0, 0];
  const add = (index: number, stretch: Stretch, to: number): void => {
    const [rate, time] = [Math.round(stretch[of]), Math.round(to - stretch.from)];
    const [hours, perMillisecond] = [Math.floor(time / hour), Math.floor(rate / hour)];
    const part = time - hours * hour;
    const sum = (rests[index] ?? 0) + (rate - perMillisecond * hour) * part;
    const carried = Math.floor(sum / hour);
    unit = (units[index] ?? 0) + rate * hours + perMillisecond * part + carried;
    rest = sum - carried * hour;
  };
  for (const [index, stretch] of stretches.entries()) {
    add(index, stretch, stretch.to);
    units[index + 1] = unit;
    rests[index + 1] = rest;
  }
  const until = (time: number): number => {
    const index = lastBefore(stretches, time);
    const stretch = stretches[index];
    if (!stretch) return 0;
    add(index, stretch, Math.min(stretch.to, time));
    return rest >= hour / 2 ? unit + 1 : unit;
  };
  return ({ from, to }) => until(to) - until(from);
}

/** The index of the last stretch that began before a time; -1 if none did. */
function lastBefore(stretches: readonly Stretch[], time: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.from ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
