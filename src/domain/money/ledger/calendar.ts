import type { TimeSpan } from './stretches';

/** The beginning of a day or a month in this computer's time zone, in milliseconds since the epoch. */
export function startOfDay(now: number): number {
  return dayFrom(now, 0);
}

export function startOfMonth(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
}

export const nextDay = (now: number): number => dayFrom(now, 1);

/** Whether both are on the same day. Milliseconds since the epoch. */
export const isSameDay = (one: number, other: number): boolean => startOfDay(one) === startOfDay(other);

/** The beginning of the day that is so many days later, or earlier. */
function dayFrom(now: number, days: number): number {
  const date = new Date(now);
  // Not 24 hours: a day in which the clocks change is longer or shorter.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/** `YYYY-MM-DD` in this computer's time zone. @param now milliseconds since the epoch */
function nameOfDay(now: number): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The days that a span touches, each with the part of it that is in the span. */
export function daysIn({ from, to }: TimeSpan): { day: string; span: TimeSpan }[] {
  const days: { day: string; span: TimeSpan }[] = [];
  for (let start = from; start < to;) {
    const next = nextDay(start);
    days.push({ day: nameOfDay(start), span: { from: start, to: Math.min(next, to) } });
    start = next;
  }
  return days;
}

export const periods = ['last7Days', 'last30Days', 'last90Days', 'thisMonth', 'lastMonth'] as const;
export type Period = (typeof periods)[number];

/** Whole days of this computer's time zone, until now at most. @param now milliseconds since the epoch */
export function spanOfPeriod(period: Period, now: number): TimeSpan {
  switch (period) {
    case 'last7Days':
      return { from: dayFrom(now, -6), to: now };
    case 'last30Days':
      return { from: dayFrom(now, -29), to: now };
    case 'thisMonth':
      return { from: startOfMonth(now), to: now };
    case 'lastMonth':
      return { from: startOfMonth(startOfMonth(now) - 1), to: startOfMonth(now) };
    case 'last90Days':
      return { from: dayFrom(now, -89), to: now };
  }
}
