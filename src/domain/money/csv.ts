import type { ChargePart } from './charges';
import { decimalsFor, formatUnits } from './units';
import type { Sum } from './ledger/reckoning';
import type { Report } from './ledger/report';
import { isEstimate } from './ledger/spending';

/** Rows as comma-separated values (RFC 4180). @param rows cells as `textCell` makes them, or numbers of ours */
const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');

/**
 * A spreadsheet would take a cell that begins like this for a formula, and run it. Where its lists are separated by
 * something else than a comma, quotes in the middle of a line count for nothing, and a cell begins after each separator.
 */
const beginsFormula = /(?<=^|[,;\|\t\r\n])(?=[[\s\p{C}"]--[\t\r\n]]*[=+\-@\|%＝＋－＠])/gv;

/** A text from outside as a cell. */
function textCell(text: string): string {
  const marked = text.replace(beginsFormula, "'");
  const harmless = /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
  return /[",\r\n\t;]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A bill as comma-separated values, a line for each part, amounts in dollars. */
export function chargesCsv(parts: readonly ChargePart[]): string {
  const header = ['day', 'source', 'type', 'description', 'dollars'];
  const rows = parts.map(({ day, source, type, description, units }) => [
    ...[day, source, type, description].map(textCell),
    // Ours, so a minus sign is a number's.
    formatUnits(units, decimalsFor([units])),
  ]);
  return csvOf([header, ...rows]);
}

/**
 * What was spent as comma-separated values: a line for each day and each instance or volume that cost something in it.
 * `charged` is the part of `dollars` that the service charged, `counted` what was counted here for the same; `certain` is
 * `no` where part of it is an estimate.
 *
 * @param nameOf what a person calls a source
 */
export function reportCsv({ days }: Pick<Report, 'days'>, nameOf: (source: string) => string): string {
  // All that is counted: the columns then add up.
  const decimals = 8;
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
