import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import {
  englishCountry,
  formatCountry,
  formatDollars,
  formatNumber,
  formatPercent,
  formatSpan,
  formatVersion,
} from '../format';
import { formatPerHour, perHour, priceDecimals } from '../money/cost';

/** At most as many decimals, and none that are zeros; '' for no number. */
export const short = (value: number, digits = 2): string =>
  Number.isFinite(value) ? formatNumber(value, digits) : '';

/** A size that a person planned. */
export const numberWords = (value: number): string =>
  Number.isFinite(value) && value >= 0 ? short(value) : '?';

export const whole = (value: number): string => short(Math.floor(value));
/** Of MB, as the sizes are known: 24,564 MB is 24 GB. */
export const gigabytes = (megabytes: number): string => short(megabytes / 1024, megabytes < 10_240 ? 1 : 0);
export const megabits = (value: number): string => short(value, value < 10 ? 1 : 0);
export const version = (value: number): string =>
  Math.abs(value) < 1e9 ? formatVersion(value) : formatNumber(value);
export const yesOrNo = (value: boolean): string => (value ? l10n.t('yes') : l10n.t('no'));
export const plainName = (value: string): string => plainText(value, 100);

/** A unit beside a number or in a title: some have other words in other languages. */
export function unitWords(unit: string): string {
  switch (unit) {
    case 'h':
      return l10n.t('h');
    case '/h':
      return l10n.t('/h');
    case '$/h':
      return l10n.t('$/h');
    case 'days':
      return l10n.t('days');
    default:
      return unit;
  }
}

/** Of seconds: "59 days", and hours where it is less than two days. */
export function days(seconds: number): string {
  if (seconds >= 172_800) return formatSpan(Math.floor(seconds / 86_400), 'day');
  return formatSpan(Math.floor(seconds / 3600), 'hour');
}

/** "Sweden, SE" is Sweden; "Texas, US" needs both. */
export function placeName(place: string): string {
  const [, name = '', code = ''] = /^(.*), ([A-Z]{2})$/.exec(place) ?? [];
  return code !== '' && name === englishCountry(code) ? formatCountry(code) : place;
}

/** As wide as a digit, in almost every font. */
const figureSpace = '\u2007';

/** The texts of one column, those that are shorter filled up at the left so that their ends line up. */
export function alignRight(texts: readonly string[]): string[] {
  const width = Math.max(0, ...texts.map(({ length }) => length));
  return texts.map((text) => text.padStart(width, figureSpace));
}

/**
 * Prices in dollars per hour as a column: all with as many decimals as it takes to see which of two neighbours is the
 * lower one, at most four. A price alone is the one that is shown everywhere.
 */
export function priceColumn(prices: readonly (number | undefined)[]): string[] {
  const shown = prices.map(formatPerHour);
  const known = prices.flatMap((price) => (price !== undefined && Number.isFinite(price) ? [price] : []));
  const usual = Math.max(0, ...known.map(priceDecimals));
  const isTold = (digits: number): boolean =>
    known.every((price, index) => {
      const next = known[index + 1];
      return next === undefined || isAlike(price, next) || price.toFixed(digits) !== next.toFixed(digits);
    });
  const digits = [usual, 2, 3, 4].find((some) => some >= usual && isTold(some)) ?? 4;
  const isExact = digits === usual && prices.length === 1;
  return alignRight(
    prices.map((price, index) =>
      isExact || price === undefined || !Number.isFinite(price) || price < 0.0005
        ? (shown[index] ?? '')
        : perHour(formatDollars(price, digits)),
    ),
  );
}

/** Less apart than any price is told. */
const isAlike = (one: number, other: number): boolean => Math.abs(one - other) < 0.00005;

/** A share as a percentage that never promises more than there is: 0.99996 is 99.99%, and only 1 is 100%. */
export function percent(share: number): string {
  return share >= 1 ? formatPercent(1) : formatPercent(Math.floor(share * 10_000 + 1e-7) / 10_000, 2, 2);
}
