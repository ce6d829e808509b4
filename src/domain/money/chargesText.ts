import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { type ChargePart, dayName, type Span, sumsOf } from './charges';
import { decimalsFor, sumOf, toDollars, cent } from './units';
import { addSpent, isEstimate, nothingSpent, type Spent } from './ledger/spending';
import { formatDollars } from '../format';
import { type Ledger, spentBy } from './ledger/ledger';

export interface ChargesReport {
  /** Whose bill it is. */
  account: string;
  span: Span;
  parts: readonly ChargePart[];
  /** Entries that no sum has, because their amount cannot be read. */
  unreadable: number;
  /** Entries that the service has but did not send; 0 where all are there. */
  missing: number;
  /** What was counted here, where anything of it was. */
  comparison?: Comparison | undefined;
  /** What a person calls a source, where more than the service's word for it is known. */
  nameOf: (source: string) => string;
}

/** Most kinds of cost with a column each; the others share one. */
const mostColumns = 4;

/** A bill by instance and by day, with sums, as text whose columns line up in a fixed-width font. */
export function chargesText(report: ChargesReport): string {
  const { account, span, parts, unreadable, missing } = report;
  const { units, byDay } = sumsOf(parts);
  const decimals = decimalsFor(parts.map((part) => part.units));
  const money = (amount: number): string => formatDollars(toDollars(amount), decimals);
  const lines = [
    l10n.t('Charges of {0}', account),
    l10n.t('{0} to {1}, days in UTC', dayName(span.start), dayName(span.end - 1)),
    '',
    l10n.t('Total: {0}', money(units)),
    ...(report.comparison ? [comparisonLine(report.comparison)] : []),
    ...(unreadable > 0
      ? [l10n.t('Not in the totals: {0} entries whose amount can’t be read.', unreadable)]
      : []),
    ...(missing > 0
      ? [l10n.t('Incomplete: the service has {0} more entries and didn’t send them.', missing)]
      : []),
    '',
  ];
  if (parts.length === 0) return [...lines, l10n.t('Nothing was charged in this period.'), ''].join('\n');
  const columns = columnsOf(parts);
  // A narrow window cuts off the end.
  const titles = [l10n.t('Total'), ...columns.map(({ title }) => title)];
  const section = (title: string, own: readonly ChargePart[]): string[][] => [
    [title, ...titles],
    ...rowsOf(own, columns, report.nameOf, money),
    [],
  ];
  const rows = [
    ...section(l10n.t('All days'), parts),
    ...byDay.flatMap(({ day }) =>
      section(
        day || l10n.t('Day unknown'),
        parts.filter((part) => part.day === day),
      ),
    ),
  ];
  const widths = ['', ...titles].map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))));
  return [...lines, ...rows.map((row) => lineOf(row, widths))].join('\n');
}

/** How far what was counted here is from the bill, for what both know. */
function comparisonLine({ counted, charged }: Comparison): string {
  const money = (amount: number): string => formatDollars(toDollars(amount));
  const difference = counted.units - charged;
  if (Math.abs(difference) <= cent)
    return l10n.t('GPU Rental counted the same for what it saw: {0}', money(counted.units));
  const words =
    difference > 0
      ? l10n.t(
          'GPU Rental counted {0} for what it saw, {1} more than was charged.',
          money(counted.units),
          money(difference),
        )
      : l10n.t(
          'GPU Rental counted {0} for what it saw, {1} less than was charged.',
          money(counted.units),
          money(-difference),
        );
  return isEstimate(counted) ? `${words}\n${l10n.t('Part of this is an estimate.')}` : words;
}

interface Column {
  title: string;
  has: (type: string) => boolean;
}

/** The kinds of cost, the dearest first. */
function columnsOf(parts: readonly ChargePart[]): Column[] {
  const kinds = [...Map.groupBy(parts, ({ type }) => type)]
    .map(([type, own]) => ({ type, units: sumOf(own) }))
    .sort((a, b) => b.units - a.units)
    .map(({ type }) => type);
  const own = kinds.slice(0, kinds.length > mostColumns ? mostColumns - 1 : mostColumns);
  const others = new Set(kinds.slice(own.length));
  return [
    ...own.map((kind) => ({ title: titleOf(kind), has: (type: string) => type === kind })),
    ...(others.size > 0 ? [{ title: l10n.t('Other'), has: (type: string) => others.has(type) }] : []),
  ];
}

/** The service's words that are known; it may have others. */
const kindWords: Readonly<Record<string, () => string>> = {
  gpu: () => 'GPU',
  storage: () => l10n.t('Storage'),
  disk: () => l10n.t('Disk'),
  instance: () => l10n.t('Instance'),
  volume: () => l10n.t('Volume'),
};

function titleOf(type: string): string {
  const text = plainText(type, 16);
  if (text === '') return l10n.t('Unnamed');
  const known = Object.hasOwn(kindWords, text) ? kindWords[text] : undefined;
  return known?.() ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** A row for each source, the dearest first, and their sum. */
function rowsOf(
  parts: readonly ChargePart[],
  columns: readonly Column[],
  nameOf: (source: string) => string,
  money: (units: number) => string,
): string[][] {
  const cells = (own: readonly ChargePart[]): string[] => [
    money(sumOf(own)),
    ...columns.map(({ has }) => {
      const those = own.filter(({ type }) => has(type));
      return those.length > 0 ? money(sumOf(those)) : '';
    }),
  ];
  const sources = sumsOf(parts).bySource.map(({ source }) => [
    `  ${plainText(nameOf(source), 40) || l10n.t('Unnamed')}`,
    ...cells(parts.filter((part) => part.source === source)),
  ]);
  return [...sources, [`  ${l10n.t('Total')}`, ...cells(parts)]];
}

/** The name to the left, amounts to the right. */
function lineOf(
  [name = '', ...amounts]: readonly string[],
  [first = 0, ...widths]: readonly number[],
): string {
  const space = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text)));
  const right = amounts.map((amount, index) => `   ${space(amount, widths[index] ?? 0)}${amount}`);
  return amounts.length === 0 ? name : `${name}${space(name, first)}${right.join('')}`;
}

/** Fixed-width fonts draw Chinese, Japanese and Korean characters in the width of two others. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu;
const widthOf = (text: string): number => Array.from(text.replaceAll(wide, '00')).length;

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
