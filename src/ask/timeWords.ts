import * as vscode from 'vscode';
import { isSameDay, nextDay } from '../domain/money/ledger/calendar';
import { formatAgo, formatDate } from '../domain/format';

/** @param seconds Unix time */
export const dateAndTime = (seconds: number): string =>
  formatDate(seconds * 1000, { dateStyle: 'medium', timeStyle: 'short' });

/** "6:00 PM today", "6:00 PM tomorrow", or with the date. Both are milliseconds since the epoch. */
export function timeWords(at: number, now: number): string {
  const time = timeOf(at);
  if (isSameDay(at, now)) return vscode.l10n.t('{0} today', time);
  return isSameDay(at, nextDay(now)) ? vscode.l10n.t('{0} tomorrow', time) : dateAndTime(at / 1000);
}

/** "6:00 PM" where that is today, otherwise as `timeWords`. Both are milliseconds since the epoch. */
export const shortTime = (at: number, now: number): string =>
  isSameDay(at, now) ? timeOf(at) : timeWords(at, now);

/** "6:00 PM" */
export const timeOf = (at: number): string => formatDate(at, { timeStyle: 'short' });

/** @param seconds Unix time */
export const dateOnly = (seconds: number): string => formatDate(seconds * 1000, { dateStyle: 'medium' });

/** How long ago something was, in words. */
export function ageWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return vscode.l10n.t('less than a minute ago');
  return minutes < 120 ? formatAgo(minutes, 'minute') : formatAgo(Math.floor(minutes / 60), 'hour');
}
