import * as vscode from 'vscode';
import type { KnownStop } from '../../domain/stops/scheduledStop';
import { formatDuration } from '../../domain/instances/uptime';
import { agreedTime } from '../../domain/stops/triggers';
import { triggerWords } from './triggerWords';

/** "stops in 2 h 10 min", for a row. @param now milliseconds since the epoch */
export function stopText({ stop, due }: KnownStop, now: number): string {
  const destroys = stop.action === 'destroy';
  if (stop.failures)
    return destroys ? vscode.l10n.t('couldn’t be destroyed yet') : vscode.l10n.t('couldn’t be stopped yet');
  const at = due ?? agreedTime(stop.when);
  if (at !== undefined) {
    const left = timeLeft(at, now);
    return destroys ? vscode.l10n.t('destroyed in {0}', left) : vscode.l10n.t('stops in {0}', left);
  }
  return triggerWords(stop.when).row(stop.when, destroys);
}

/** When a stop is due and what that depends on, as a sentence. */
export function stopDetail(known: KnownStop, now: number): string {
  const { stop, due } = known;
  const at = due === undefined ? undefined : { at: due, now };
  return triggerWords(stop.when).detail(stop.when, stopText(known, now), at);
}

/** Rounded up, so that the last minute is "1 min". */
export const timeLeft = (due: number, now: number): string =>
  formatDuration(Math.max(60, Math.ceil((due - now) / 60_000) * 60));
