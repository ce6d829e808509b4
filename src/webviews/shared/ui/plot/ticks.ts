/** The ends of an axis, in its unit. Both are greater than 0 on a logarithmic one. */
export interface Range {
  min: number;
  max: number;
}

/** How much of an axis stays empty at each end. */
const margin = 0.05;

/** The range of an axis that shows all these values, with some room at both ends. */
export function rangeOf(values: readonly number[], isLog: boolean): Range {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return isLog ? { min: 1, max: 10 } : { min: 0, max: 1 };
  return isLog ? logRange(min, max) : linearRange(min, max);
}

function logRange(min: number, max: number): Range {
  const isNarrow = max / min < 1.5;
  const low = isNarrow ? min / 1.5 : min;
  const high = isNarrow ? max * 1.5 : max;
  const room = (high / low) ** margin;
  // Values at the ends of what a number can be have no room beyond them.
  return { min: Math.max(low / room, Number.MIN_VALUE), max: Math.min(high * room, Number.MAX_VALUE) };
}

function linearRange(min: number, max: number): Range {
  const isNarrow = max - min <= Math.abs(max) * 1e-6;
  const room = isNarrow ? Math.abs(max) * 0.1 || 0.5 : (max - min) * margin;
  const low = min - room;
  // Nothing that is measured here is less than 0, so neither is a tick.
  return { min: min >= 0 ? Math.max(0, low) : low, max: Math.min(max + room, Number.MAX_VALUE) };
}

/** The digits of the ticks within each power of ten, from many ticks to few. */
const digits = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]];

/** Round values within a range, from low to high. @param most how many there is room for, at least 2 */
export function ticksOf({ min, max }: Range, isLog: boolean, most: number): number[] {
  if (isLog && max / min >= 10) return logTicks(min, max, most);
  return linearTicks(min, max, most);
}

function logTicks(min: number, max: number, most: number): number[] {
  const first = Math.floor(Math.log10(min));
  const last = Math.ceil(Math.log10(max));
  const ticksWith = (choice: readonly number[], step: number): number[] => {
    const ticks: number[] = [];
    for (let power = first; power <= last; power += step)
      for (const digit of choice) {
        const value = Number(`${digit}e${power}`);
        if (value >= min && value <= max) ticks.push(value);
      }
    return ticks;
  };
  for (const choice of digits) {
    const ticks = ticksWith(choice, 1);
    if (ticks.length <= most) return ticks;
  }
  return ticksWith([1], Math.ceil((last - first) / most));
}

function linearTicks(min: number, max: number, most: number): number[] {
  const least = (max - min) / most;
  const power = Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((digit) => digit * 10 ** power).find((size) => size >= least) ?? least;
  const first = Math.ceil(min / step);
  return Array.from({ length: most + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  ).filter(
    // Rounding may push a tick just out of a very narrow range.
    (tick) => tick >= min && tick <= max,
  );
}
