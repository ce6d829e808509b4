import * as l10n from '@vscode/l10n';
import type { Rate } from './rate';
import { formatSpan } from '../format';

/**
 * Hours a credit lasts at a burn rate; undefined if nothing is spent, zero if it is used up.
 *
 * @param credit dollars
 * @param burn dollars per hour
 */
export function creditLasts(credit: number, burn: number): number | undefined {
  if (!(burn > 0)) return undefined;
  return Math.max(0, credit / burn);
}

/**
 * The hours that a credit lasts, as far as they can be promised; undefined if nothing is spent or that isn't known. With
 * an unknown price it lasts less than that, which is said only where it's little anyway.
 *
 * @param low hours below which it's little
 */
export function sureHours(credit: number, rate: Rate, low: number): number | undefined {
  const hours = creditLasts(credit, rate.dollars);
  if (hours === undefined || rate.isMost) return undefined;
  return rate.isLeast && hours >= low ? undefined : hours;
}

/** Rounded down, so that it never promises too much: "5 hours", "33 days". */
export function formatHours(hours: number): string {
  if (hours < 1) return l10n.t('less than an hour');
  if (hours < 48) return formatSpan(Math.floor(hours), 'hour');
  const days = Math.floor(hours / 24);
  return days > 365 ? l10n.t('more than a year') : formatSpan(days, 'day');
}
