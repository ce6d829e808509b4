import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import { formatNumber, formatSpan, formatVersion } from '../../format';

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
