import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { formatBid } from '../bid';

/** At most as many decimals, and none that are zeros. A number that no machine has stays short; '' for none. */
export function short(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return '';
  return Math.abs(value) >= 1e9 ? value.toExponential(1) : String(Number(value.toFixed(digits)));
}

/** A size that a person planned. */
export const numberWords = (value: number): string =>
  Number.isFinite(value) && value >= 0 ? short(value) : '?';

export const whole = (value: number): string => short(Math.floor(value));
/** Of MB, as the sizes are known: 24,564 MB is 24 GB. */
export const gigabytes = (megabytes: number): string => short(megabytes / 1024, megabytes < 10_240 ? 1 : 0);
export const megabits = (value: number): string => short(value, value < 10 ? 1 : 0);
export const version = (value: number): string => (Math.abs(value) >= 1e9 ? short(value) : value.toFixed(1));
export const yesOrNo = (value: boolean): string => (value ? l10n.t('yes') : l10n.t('no'));
export const plainName = (value: string): string => plainText(value, 100);

/** Of seconds: "59 days", and hours where it is less than two days. */
export function days(seconds: number): string {
  if (seconds >= 172_800) return l10n.t('{0} days', short(Math.floor(seconds / 86_400)));
  const hours = Math.floor(seconds / 3600);
  return hours === 1 ? l10n.t('1 hour') : l10n.t('{0} hours', hours);
}

/** A bid as it is typed again: `$0.052`. */
export const bidPrice = (dollars: number): string => formatBid(dollars).replace(/\/h$/, '');
