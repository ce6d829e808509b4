import type { Run } from './run';

/** What a run has cost so far, in dollars; undefined where its price isn't known. @param now milliseconds */
export function dollarsOf({ rate, startedAt, endedAt, stoppedAt }: Run, now: number): number | undefined {
  if (rate === undefined || startedAt === undefined) return undefined;
  return (rate * Math.max(0, (endedAt ?? stoppedAt ?? now) - startedAt)) / 3_600_000;
}

/** The most that a run can cost, in dollars; undefined where its price isn't known. */
export const mostDollars = ({ rate, limitHours }: Pick<Run, 'rate' | 'limitHours'>): number | undefined =>
  rate === undefined ? undefined : rate * limitHours;

/** Undefined where one of them isn't known. */
export const sumOfDollars = (values: readonly (number | undefined)[]): number | undefined =>
  values.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
