import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { commandId } from '../../commandNames';
import { instanceName, instanceTitle } from '../../ask/instanceName';
import { formatRate, formatSum } from '../../domain/money/cost';
import { hourlyCost, type Rate, rateFrom, sumOfRates } from '../../domain/money/rate';
import { startOfDay, startOfMonth } from '../../domain/money/ledger/calendar';
import type { Bill } from '../../domain/money/ledger/bill';
import type { Ledger } from '../../domain/money/ledger/ledger';
import { Reckoning, type Sum } from '../../domain/money/ledger/reckoning';
import { instanceKey, volumeKey } from '../../domain/money/ledger/rows';
import { addSpent, isEstimate, nothingSpent, type Spent } from '../../domain/money/ledger/spending';
import { moneyText, sumText } from '../../domain/money/ledger/sumWords';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { KnownStop } from '../../domain/stops/scheduledStop';
import { scheduledText } from '../instances/instanceLine';
import { twinsOf } from '../instances/instanceNodes';
import { volumeTitle } from '../../domain/volumes/volume';
import { volumeRate } from '../../domain/volumes/volumeCost';
import type { Volume } from '../../api/schemas/volume';
import { formatFacts } from '../../domain/format';

/** What the table of costs is made from: the account in use. */
export interface CostFacts {
  instances: readonly SharedInstance[];
  volumes: readonly Volume[];
  ledger: Ledger;
  /** The service's charges, where they have been loaded. */
  bill?: Bill | undefined;
  stopOf: (instanceId: number) => KnownStop | undefined;
  /** The budget, in dollars; 0 for none. */
  perDay: number;
  /** Milliseconds since the epoch. */
  now: number;
}

interface CostRow {
  name: string;
  rate: Rate;
  /** Undefined before it was noted for the first time, which is not nothing. */
  today: Spent | undefined;
  total: Spent | undefined;
  /** The instance that can be stopped. */
  stop?: number;
}

/** More rows would not fit on the screen. The dearest are shown. */
const mostRows = 12;

/**
 * What each instance and volume costs now, cost today and cost since it was rented, as a Markdown table. Empty where
 * there is nothing. Its links are about rows of ours; every name is escaped.
 */
export function costTable({ instances, volumes, ledger, bill, stopOf, perDay, now }: CostFacts): string {
  const reckoning = new Reckoning(ledger, bill, now);
  const today = { from: startOfDay(now), to: now };
  const ever = { from: 0, to: now };
  const spent = (key: string) => ({
    today: ledger.entries[key] && reckoning.of(key, today),
    total: ledger.entries[key] && reckoning.of(key, ever),
  });
  const twins = twinsOf(instances);
  const rows: CostRow[] = [
    ...instances.map((one) => ({
      name: formatFacts(
        twins.has(one.id) ? instanceName(one) : instanceTitle(one),
        lifecycleOf(one).word,
        stopWords(one, stopOf(one.id), now),
      ),
      rate: hourlyCost(one).now,
      ...spent(instanceKey(one.id)),
      ...(lifecycleOf(one).can.stop && one.id >= 0 ? { stop: one.id } : {}),
    })),
    ...volumes.map((one) => ({
      name: volumeTitle(one),
      rate: rateFrom(volumeRate(one)),
      ...spent(volumeKey(one.id)),
    })),
  ].sort((a, b) => rank(b.rate) - rank(a.rate));
  const shown = rows.slice(0, mostRows);
  const rest = rows.slice(mostRows);
  const ended = endedToday(ledger, reckoning, now);
  const lines = [
    ...shown.map(lineOf),
    ...(rest.length > 0 ? [lineOf(together(vscode.l10n.t('{0} more', rest.length), rest))] : []),
    ...(ended.units > 0 ? [cells(vscode.l10n.t('Ended today'), '', sumCell(ended), '', '')] : []),
  ];
  if (lines.length === 0) return '';
  const all = reckoning.inAll(today);
  const month = reckoning.inAll({ from: startOfMonth(now), to: now });
  const isNoted = rows.every((row) => row.today !== undefined);
  const titles = [vscode.l10n.t('Now'), vscode.l10n.t('Today'), vscode.l10n.t('Since rented'), ''];
  const table = [
    cells('', ...titles),
    '|:--|--:|--:|--:|:--|',
    ...lines,
    ...(lines.length > 1 && isNoted
      ? [cells(`**${vscode.l10n.t('All')}**`, '', `**${sumCell(all)}**`, '', '')]
      : []),
  ].join('\n');
  const sums = [...rows.flatMap((row) => [row.today ?? nothingSpent, row.total ?? nothingSpent]), all, month];
  const note = vscode.l10n.t(
    '“About” and “at least” mark estimates, for example because VS Code was closed for a while.',
  );
  const paragraphs = [
    table,
    ...(isNoted ? [monthLine(month)] : []),
    ...(isNoted && perDay > 0 ? [budgetLine(all, perDay)] : []),
  ];
  return [...paragraphs, ...(sums.some(isEstimate) ? [escaped(note)] : [])].join('\n\n');
}

const stopWords = (instance: SharedInstance, stop: KnownStop | undefined, now: number): string =>
  scheduledText(lifecycleOf(instance), { stop, now });

/** "Today: $3.20 of the budget of $10.00" */
const budgetLine = (today: Sum, perDay: number): string =>
  escaped(vscode.l10n.t('Today: {0} of the budget of {1}', sumText(today), formatSum(perDay)));

/** "This month: $31.20, of which the service has charged $20.00" */
function monthLine(month: Sum): string {
  const line = `${escaped(vscode.l10n.t('This month:'))} ${sumCell(month)}`;
  if (month.charged === 0) return line;
  return `${line}${escaped(vscode.l10n.t(', of which the service has charged {0}', moneyText(month.charged)))}`;
}

/** What ended today, which no row shows any more. */
function endedToday(ledger: Ledger, reckoning: Reckoning, now: number): Spent {
  const today = { from: startOfDay(now), to: now };
  return Object.entries(ledger.entries)
    .filter(([, { sightings }]) => sightings.at(-1)?.state === 'gone')
    .map(([key]) => reckoning.of(key, today))
    .reduce(addSpent, nothingSpent);
}

/** What has no known price comes first. */
const rank = ({ dollars, isLeast }: Rate): number => (isLeast ? Infinity : dollars);

function together(name: string, rows: readonly CostRow[]): CostRow {
  return {
    name,
    rate: sumOfRates(rows.map(({ rate }) => rate)),
    today: sumOf(rows.map((row) => row.today)),
    total: sumOf(rows.map((row) => row.total)),
  };
}

/** Undefined where one of them is. */
const sumOf = (all: readonly (Spent | undefined)[]): Spent | undefined =>
  all.reduce((sum, one) => sum && one && addSpent(sum, one), nothingSpent);

function lineOf({ name, rate, today, total, stop }: CostRow): string {
  const link = stop === undefined ? '' : stopLink(stop);
  return cells(escaped(name), escaped(formatRate(rate)), sumCell(today), sumCell(total), link);
}

/** Apart from each other: VS Code draws columns without a space between them. */
const cells = (first: string, ...texts: string[]): string =>
  `| ${[first, ...texts.map((text) => (text === '' ? '' : `&nbsp;&nbsp;${text}`))].join(' | ')} |`;

/** Opens the panel with all that was spent. */
export const spendingLink = (): string =>
  `[${escaped(vscode.l10n.t('Show Spending'))}](command:${commandId('showSpending')})`;

function stopLink(instanceId: number): string {
  const argument = encodeURIComponent(JSON.stringify([{ instanceId, asRow: true }]));
  const title = escaped(vscode.l10n.t('Stop…'));
  return `[${title}](command:${commandId('stopInstance')}?${argument})`;
}

const sumCell = (spent: Spent | undefined): string => (spent ? escaped(sumText(spent)) : '');

/** Plain text in which Markdown finds nothing to draw. */
export const escaped = (text: string): string =>
  plainText(text, 400).replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
