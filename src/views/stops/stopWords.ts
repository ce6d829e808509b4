import * as vscode from 'vscode';
import { closedFor, type KnownStop } from '../../domain/stops/scheduledStop';
import { formatDuration } from '../../domain/instances/uptime';
import { timeWords } from '../../ask/times';

/** "stops in 2 h 10 min", for a row. @param now milliseconds since the epoch */
export function stopText({ stop, due }: KnownStop, now: number): string {
  const destroys = stop.action === 'destroy';
  if (stop.failures)
    return destroys ? vscode.l10n.t('couldn’t be destroyed yet') : vscode.l10n.t('couldn’t be stopped yet');
  if (due !== undefined) {
    const left = timeLeft(due, now);
    return destroys ? vscode.l10n.t('destroyed in {0}', left) : vscode.l10n.t('stops in {0}', left);
  }
  if (stop.when.kind === 'idle')
    return destroys
      ? vscode.l10n.t('destroyed when idle for {0}', spanWords(stop.when.minutes))
      : vscode.l10n.t('stops when idle for {0}', spanWords(stop.when.minutes));
  return destroys
    ? vscode.l10n.t('destroyed when its windows are closed')
    : vscode.l10n.t('stops when its windows are closed');
}

/** When a stop is due and what that depends on, as a sentence. */
export function stopDetail(known: KnownStop, now: number): string {
  const { stop, due } = known;
  const text = stopText(known, now);
  switch (stop.when.kind) {
    case 'at':
      return due === undefined ? text : vscode.l10n.t('{0}, at {1}', text, timeWords(due, now));
    case 'idle':
      return vscode.l10n.t(
        '{0}, if this window’s lists show a GPU load below 5% for {1}',
        text,
        spanWords(stop.when.minutes),
      );
    case 'closed':
      return vscode.l10n.t(
        '{0}, {1} after the last window with a folder on it closes',
        text,
        spanWords(closedFor / 60_000),
      );
  }
}

/** Rounded up, so that the last minute is "1 min". */
export const timeLeft = (due: number, now: number): string =>
  formatDuration(Math.max(60, Math.ceil((due - now) / 60_000) * 60));

/** "30 min", "1 h 30 min". */
export const spanWords = (minutes: number): string => formatDuration(Math.max(1, minutes) * 60);
