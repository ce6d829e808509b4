import { formatUnits } from '../units';
import { csvOf, textCell } from '../../csv';
import type { Sum } from './reckoning';
import type { Report } from './report';
import { isEstimate } from './spending';

/**
 * What was spent as comma-separated values: a line for each day and each instance or volume that cost something in it.
 * `charged` is the part of `dollars` that the service charged, `counted` what was counted here for the same; `certain` is
 * `no` where part of it is an estimate.
 *
 * @param nameOf what a person calls a source
 */
export function reportCsv({ days }: Pick<Report, 'days'>, nameOf: (source: string) => string): string {
  const header = ['day', 'source', 'name', 'dollars', 'charged', 'counted', 'certain'];
  const lineOf = (day: string, source: string, sum: Sum): string[] => [
    day,
    textCell(source),
    textCell(nameOf(source)),
    ...[sum.units, sum.charged, sum.counted].map((units) => formatUnits(units, decimals)),
    isEstimate(sum) ? 'no' : 'yes',
  ];
  const lines = days.flatMap(({ day, parts }) => parts.map(({ source, sum }) => lineOf(day, source, sum)));
  return csvOf([header, ...lines]);
}

/** All that is counted: the columns then add up. */
const decimals = 8;
