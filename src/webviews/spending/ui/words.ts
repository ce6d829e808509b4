import * as l10n from '@vscode/l10n';
import { formatPerHour, formatSum } from '../../../domain/money/cost';
import { formatHours } from '../../../domain/money/credit';
import type { Period } from '../../../domain/money/ledger/calendar';
import { moneyText } from '../../../domain/money/ledger/sumWords';
import type { RowView, SpendingPage, SumView } from '../protocol';
import { counted, formatDate, formatSentences } from '../../../domain/format';
import { cent } from '../../../domain/money/units';

/** "about $2.06" */
export const sumWords = ({ units, certainty }: SumView): string => moneyText(units, certainty);

/** "$5.34 (−$0.02)": what was counted where the service's charge is shown, and how much more that is; empty elsewhere. */
export function countedWords({ charged, unseen, counted }: SumView): string {
  if (charged === unseen && counted === 0) return '';
  const more = counted - (charged - unseen);
  if (Math.abs(more) < cent) return moneyText(counted);
  const sign = more > 0 ? '+' : '−';
  return l10n.t('{0} ({1})', moneyText(counted), `${sign}${moneyText(Math.abs(more))}`);
}

/** "Nov 21", or "Saturday, November 21, 2026". @param day `YYYY-MM-DD` */
export function dayWords(day: string, length: 'short' | 'long'): string {
  const options: Intl.DateTimeFormatOptions =
    length === 'short'
      ? { month: 'short', day: 'numeric' }
      : { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' };
  // A day has no time zone.
  return formatDate(Date.parse(`${day}T00:00:00Z`), { ...options, timeZone: 'UTC' });
}

/** "Nov 21, 2026". @param at milliseconds since the epoch */
export const dateWords = (at: number): string => formatDate(at, { dateStyle: 'medium' });

const timeWords = (at: number): string =>
  formatDate(at, { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

export function periodWords(period: Period): string {
  switch (period) {
    case 'last7Days':
      return l10n.t('Last 7 days');
    case 'last30Days':
      return l10n.t('Last 30 days');
    case 'last90Days':
      return l10n.t('Last 90 days');
    case 'thisMonth':
      return l10n.t('This month');
    case 'lastMonth':
      return l10n.t('Last month');
  }
}

/** What something is now: "running", "destroyed on Nov 3, 2026". */
export function stateWords(row: RowView): string {
  const { state, kind } = row;
  switch (state) {
    case 'running':
      return l10n.t('running');
    case 'stopped':
      return l10n.t('not running');
    case 'unclear':
      return l10n.t('state unknown');
    case 'volume':
      return l10n.t('volume');
    case 'billed':
      return l10n.t('only in the charges');
    case 'old':
      return '';
    case 'ended':
      return endWords(row, kind === 'volume');
  }
}

/** Nobody may have looked when it ended. */
function endWords({ ended = 0, lastSeen = ended }: RowView, isVolume: boolean): string {
  const [first, last] = [dateWords(lastSeen), dateWords(ended)];
  if (first !== last)
    return isVolume
      ? l10n.t('deleted between {0} and {1}', first, last)
      : l10n.t('destroyed between {0} and {1}', first, last);
  return isVolume ? l10n.t('deleted on {0}', last) : l10n.t('destroyed on {0}', last);
}

const creditWords = (credit: number | undefined): string => (credit === undefined ? '–' : formatSum(credit));

/** In a few words, and what they rest on. */
export function forecastWords(forecast: SpendingPage['forecast']): { short: string; long: string } {
  switch (forecast.kind) {
    case 'nothingBilled':
      return { short: creditWords(forecast.credit), long: l10n.t('Nothing is billed now.') };
    case 'notListed':
      return { short: creditWords(forecast.credit), long: l10n.t('What is billed now is unknown.') };
    case 'rateUnknown':
      return {
        short: creditWords(forecast.credit),
        long: l10n.t('When the credit ends is unknown, because a price is unknown.'),
      };
    case 'creditUnknown':
      return {
        short: '–',
        long: l10n.t('{0} now. The credit left is unknown.', formatPerHour(forecast.rate)),
      };
    case 'ends': {
      const { credit, rate, hours, at } = forecast;
      if (hours <= 0) return { short: formatSum(0), long: l10n.t('The credit is used up.') };
      return {
        short: formatSum(credit),
        long: l10n.t(
          'The credit lasts {0} at {1}, until about {2}.',
          formatHours(hours),
          formatPerHour(rate),
          // More would promise too much.
          hours > 48 ? dateWords(at) : timeWords(at),
        ),
      };
    }
  }
}

/** What the service's charges have to do with the sums; undefined where there is nothing to say. */
export function billWords({ bill, inPeriod }: SpendingPage): string | undefined {
  switch (bill?.state) {
    case undefined:
      return undefined;
    case 'loading':
      return l10n.t('Loading the service’s charges…');
    case 'failed':
      return l10n.t(
        'Couldn’t load the service’s charges. Totals show what was counted here. {0}',
        bill.message ?? '',
      );
    case 'incomplete':
      return l10n.t('The service didn’t send all charges. Totals show what was counted here.');
    case 'foreign':
      return l10n.t(
        'The service’s charges include nothing that was seen here. Totals show what was counted here.',
      );
    case 'outdated':
      return formatSentences([
        l10n.t('Couldn’t refresh the service’s charges. {0}', bill.message ?? ''),
        usedWords(inPeriod),
        unreadableWords(bill.unreadable),
      ]);
    case 'used':
      return formatSentences([usedWords(inPeriod), unreadableWords(bill.unreadable)]);
  }
}

function usedWords({ charged, unseen, counted }: SumView): string {
  if (charged === 0 && counted === 0)
    return l10n.t(
      'The service has billed no full day of this period yet. Totals show what was counted here.',
    );
  return formatSentences([
    l10n.t(
      'Billed days show the service’s charges, {0} in total. Other days show what was counted here.',
      moneyText(charged),
    ),
    unseen === 0
      ? ''
      : l10n.t('{0} of the charges are for instances or volumes never seen here.', moneyText(unseen)),
    charged === unseen && counted === 0 ? '' : differenceWords(charged - unseen, counted),
  ]);
}

function differenceWords(charged: number, counted: number): string {
  const more = counted - charged;
  if (Math.abs(more) < cent) return l10n.t('GPU Rental counted the same for the billed days.');
  return more > 0
    ? l10n.t('GPU Rental counted {0} for the billed days, {1} more.', moneyText(counted), moneyText(more))
    : l10n.t('GPU Rental counted {0} for the billed days, {1} less.', moneyText(counted), moneyText(-more));
}

const unreadableWords = (count: number): string =>
  count === 0
    ? ''
    : counted(
        count,
        l10n.t('{0} entry of the charges can’t be read.|{0} entries of the charges can’t be read.'),
      );
