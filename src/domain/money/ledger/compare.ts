import type { ChargePart, Span } from '../charges';
import { sumOf } from '../units';
import { type Ledger, spentBy } from './ledger';
import { addSpent, nothingSpent, type Spent } from './spending';

/** What was counted here and what the service charged for the same instances and volumes. */
export interface Comparison {
  counted: Spent;
  /** Hundred-millionths of a dollar. The service's sum is the one that is paid. */
  charged: number;
}

/**
 * Compares a bill with the ledger. Only what both know is in it. Undefined where that is nothing.
 *
 * @param now milliseconds since the epoch
 */
export function comparison(
  ledger: Ledger,
  parts: readonly ChargePart[],
  span: Span,
  now: number,
): Comparison | undefined {
  const known = parts.filter(({ source }) => Object.hasOwn(ledger.entries, source));
  if (known.length === 0) return undefined;
  const time = { from: span.start * 1000, to: Math.min(span.end * 1000, now) };
  const sources = [...new Set(known.map(({ source }) => source))];
  const counted = sources.map((source) => spentBy(ledger, source, time, now)).reduce(addSpent, nothingSpent);
  return { counted, charged: sumOf(known) };
}
