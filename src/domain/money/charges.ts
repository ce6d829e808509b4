import type { Charge } from '../../api/schemas/account/charge';
import { sumOf, toUnits } from './units';

export const chargePeriods = ['last7Days', 'thisMonth', 'lastMonth'] as const;
export type ChargePeriod = (typeof chargePeriods)[number];

/** Unix times in seconds; the end is not part of it. Days and months are UTC, as the service counts them. */
export interface Span {
  start: number;
  end: number;
}

const day = 86_400;

/** @param now milliseconds since the epoch */
export function spanOf(period: ChargePeriod, now: number): Span {
  const today = Math.floor(now / 1000 / day) * day;
  const date = new Date(now);
  const firstOfMonth = (months: number): number =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / 1000;
  switch (period) {
    case 'last7Days':
      return { start: today - 6 * day, end: today + day };
    case 'thisMonth':
      return { start: firstOfMonth(0), end: today + day };
    case 'lastMonth':
      return { start: firstOfMonth(-1), end: firstOfMonth(0) };
  }
}

/** One entry of the bill, or one of the items that it is made of. */
export interface ChargePart {
  /** `YYYY-MM-DD`, UTC; empty where the service does not tell. */
  day: string;
  /** What it is for, such as `instance-7`. */
  source: string;
  /** Such as `gpu`. */
  type: string;
  description: string;
  units: number;
}

export interface Sums {
  units: number;
  /** The latest day first. */
  byDay: { day: string; units: number }[];
  /** The dearest first. */
  bySource: { source: string; units: number }[];
}

/** The Unix time in seconds that says on which day an entry counts. */
const timeOf = ({ day: at, start, end }: Charge): number | undefined => at ?? start ?? end;

/** The entries of a span: a service need not honour the filter. Those without a time stay. */
export function chargesIn(span: Span, charges: readonly Charge[]): Charge[] {
  return charges.filter((charge) => {
    const time = timeOf(charge);
    return time === undefined || (time >= span.start && time < span.end);
  });
}

/**
 * The entries as parts that add up to them exactly: an entry's items where these do, else the entry itself. `unreadable`
 * counts the entries without a readable amount, which no sum has.
 */
export function partsOf(charges: readonly Charge[]): { parts: ChargePart[]; unreadable: number } {
  const parts: ChargePart[] = [];
  let unreadable = 0;
  for (const charge of charges) {
    const units = toUnits(charge.amount);
    if (charge.unreadable || units === undefined) {
      unreadable += 1;
      continue;
    }
    const time = timeOf(charge);
    const whole = {
      day: time === undefined ? '' : dayName(time),
      source: charge.source ?? charge.description ?? '',
      type: charge.type ?? '',
      description: charge.description ?? '',
      units,
    };
    const items = (charge.items ?? []).flatMap((item) => {
      const itemUnits = toUnits(item.amount);
      const description = item.description ?? whole.description;
      return itemUnits === undefined
        ? []
        : [{ ...whole, type: item.type ?? whole.type, description, units: itemUnits }];
    });
    const isWhole = items.length > 0 && sumOf(items) === units;
    parts.push(...(isWhole ? items : [whole]));
  }
  return { parts, unreadable };
}

export function sumsOf(parts: readonly ChargePart[]): Sums {
  const days = [...Map.groupBy(parts, (part) => part.day)];
  const sources = [...Map.groupBy(parts, (part) => part.source)];
  const byDay = days.map(([name, own]) => ({ day: name, units: sumOf(own) }));
  const bySource = sources.map(([source, own]) => ({ source, units: sumOf(own) }));
  return {
    units: sumOf(parts),
    byDay: byDay.sort((a, b) => (a.day < b.day ? 1 : -1)),
    bySource: bySource.sort((a, b) => b.units - a.units || (a.source < b.source ? -1 : 1)),
  };
}

/** `YYYY-MM-DD` of a Unix time in seconds, UTC; empty for one that no calendar has. */
export function dayName(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
