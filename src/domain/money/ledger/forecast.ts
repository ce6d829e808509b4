import { hour, minute } from '../../../clock';
import { creditLasts } from '../credit';

/** What an account has, and what it pays. */
export interface Funds {
  /** Dollars per hour of all that is billed; undefined if unknown. */
  rate: number | undefined;
  /** Undefined where nothing says that nothing is. */
  isBilled: boolean | undefined;
  /** Dollars, as the service reported them at a time in milliseconds since the epoch. */
  credit: { at: number; credit: number } | undefined;
}

/** When the credit ends at this rate. */
export type Forecast =
  | { kind: 'nothingBilled' | 'notListed' | 'rateUnknown'; credit?: number | undefined }
  | { kind: 'creditUnknown'; rate: number }
  /** Dollars; dollars per hour; hours; milliseconds since the epoch. */
  | { kind: 'ends'; credit: number; rate: number; hours: number; at: number };

/** The latest time that a `Date` can hold. */
const lastTime = 8.64e15;

/** @param now milliseconds since the epoch */
export function forecastOf({ rate, isBilled, credit: told }: Funds, now: number): Forecast {
  if (isBilled === undefined) return { kind: 'notListed', credit: told?.credit };
  if (!isBilled || rate === 0) return { kind: 'nothingBilled', credit: told?.credit };
  if (rate === undefined) return { kind: 'rateUnknown', credit: told?.credit };
  if (!told) return { kind: 'creditUnknown', rate };
  const credit = creditNow(told, rate, now);
  const hours = creditLasts(credit, rate) ?? 0;
  // Rounded to the minute, so that it doesn't change while the rate stays the same.
  const at = Math.min(Math.round((now + hours * hour) / minute) * minute, lastTime);
  return { kind: 'ends', credit, rate, hours, at };
}

/** The credit reported last, less what was spent since, in dollars. */
export const creditNow = (
  { at, credit }: { at: number; credit: number },
  rate: number,
  now: number,
): number => Math.max(0, credit - (rate * Math.max(0, now - at)) / hour);
