import { day, hour } from '../../../clock';
import type { Charge } from '../../../api/schemas/account/charge';
import type { Span } from '../charges';
import { toUnits } from '../units';
import { instanceKey, volumeKey } from './rows';
import type { TimeSpan } from './stretches';

/**
 * What the service charged, beside what was counted here.
 *
 * Which of the two counts is decided here and in `reckoning.ts`, by instance or volume and by day (UTC, as the service
 * bills):
 *
 * - A day that was over for an hour when the charges were loaded, and for which the service has charges: the charges.
 * - Today, and days without a charge: what was counted. A bill for today is behind.
 * - What was never seen here: its charges, also those of today.
 * - Where an entry can't be read: what was counted.
 * - A bill that lacks entries, or that names nothing of what was seen in its days, is not used at all.
 *
 * A day of the person's time zone takes from each day of the service as much of its charge as was counted within it.
 */
export interface Bill {
  /** When it was loaded, in milliseconds since the epoch. */
  at: number;
  /** What was asked for. */
  span: Span;
  charged: readonly Charged[];
  /** Where an entry's amount can't be read, as far as that is known: there, the rest of the bill is no sum. */
  unclear: readonly Omit<Charged, 'units'>[];
  /** Entries whose amount or time can't be read. */
  unreadable: number;
  /** Entries that the service has but didn't send. */
  missing: number;
}

/** An amount for one thing, in hundred-millionths of a dollar, in whole days. */
export interface Charged extends TimeSpan {
  /** As in the ledger, such as `instance-7`. */
  source: string;
  units: number;
}

/** Milliseconds after the end of a day until its bill is taken for complete. */
const settledAfter = hour;

/** @param missing entries that the service has but didn't send */
export function billFrom(at: number, span: Span, charges: readonly Charge[], missing: number): Bill {
  const charged: Charged[] = [];
  const unclear: Omit<Charged, 'units'>[] = [];
  let unreadable = 0;
  for (const charge of charges) {
    const units = charge.unreadable ? undefined : toUnits(charge.amount);
    const days = daysOf(charge);
    const one = days && { source: sourceOf(charge), ...days };
    if (one && units !== undefined) charged.push({ ...one, units });
    else {
      unreadable += 1;
      if (one) unclear.push(one);
    }
  }
  return { at, span, charged, unclear, unreadable, missing };
}

function daysOf(charge: Charge): TimeSpan | undefined {
  const time = charge.day ?? charge.start ?? charge.end;
  if (time === undefined) return undefined;
  const from = Math.floor((time * 1000) / day) * day;
  const to = Math.max(from + day, Math.ceil(((charge.end ?? time) * 1000) / day) * day);
  // No calendar goes that far.
  return Math.abs(to) < 1e14 ? { from, to } : undefined;
}

/** A service that names no source does so in the words of the entry: "Instance 7 Charges". */
function sourceOf({ source, description }: Charge): string {
  const text = source ?? description ?? '';
  const [, kind, id] = /^(instance|volume)[\s#_-]*(\d{1,15})\b/i.exec(text) ?? [];
  if (kind === undefined) return text;
  return kind.toLowerCase() === 'volume' ? volumeKey(Number(id)) : instanceKey(Number(id));
}

/** Whether the days until then were over, and billed in full, when the bill was loaded. */
export const isSettled = (bill: Bill, { to }: { to: number }): boolean =>
  Math.ceil(to / day) * day + settledAfter <= bill.at;

/** Charges that overlap are one span. */
export function coveredBy(charged: readonly TimeSpan[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const { from, to } of [...charged].sort((a, b) => a.from - b.from)) {
    const last = spans.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans;
}

/** The parts of a span that others leave. @param others in order and apart from each other */
export function without(span: TimeSpan, others: readonly TimeSpan[]): TimeSpan[] {
  const parts: TimeSpan[] = [];
  let { from } = span;
  for (const other of others) {
    if (other.to <= from || other.from >= span.to) continue;
    if (other.from > from) parts.push({ from, to: other.from });
    from = other.to;
  }
  return from < span.to ? [...parts, { from, to: span.to }] : parts;
}

export const overlap = (one: TimeSpan, other: TimeSpan): TimeSpan | undefined => {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
  return from < to ? { from, to } : undefined;
};
