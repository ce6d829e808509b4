import * as vscode from 'vscode';
import { formatChoice } from '../../domain/format';
import { formatDuration } from '../../domain/instances/uptime';
import type { KnownStop } from '../../domain/stops/scheduledStop';
import type { StopWhen } from '../../domain/stops/stopSchema';
import { agreedTime } from '../../domain/stops/triggers';
import { triggerWords } from './stopWords';

/** "stops in 2 h 10 min", for a row. @param now milliseconds since the epoch */
export function stopText(known: KnownStop, now: number): string {
  const text = ownText(known, now);
  const { others = [], failures } = known.stop;
  return others.length === 0 || failures ? text : vscode.l10n.t('{0} or earlier', text);
}

/** By the condition that is due first. */
function ownText({ stop, due }: KnownStop, now: number): string {
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

/** "idle for 30 min · stops in 12 min": what it depends on first, because a narrow view cuts off the rest. */
export function stopRow(known: KnownStop, now: number): string {
  const { when, others = [], failures, action } = known.stop;
  const at = known.due ?? agreedTime(when);
  const isAlone = known.isOnMachine && action === 'stop' && others.length === 0;
  const then = action === 'destroy' ? vscode.l10n.t('then it is destroyed') : vscode.l10n.t('then it stops');
  const why = formatChoice([when, ...others].map((one) => briefWords(one, now)));
  if (failures) return `${ownText(known, now)} · ${why}`;
  if (at === undefined) return `${why} · ${then}`;
  const own = isAlone ? vscode.l10n.t('stops itself in {0}', timeLeft(at, now)) : ownText(known, now);
  return `${why} · ${own}`;
}

function briefWords(when: StopWhen, now: number): string {
  const words = triggerWords(when);
  return words.brief?.(when) ?? words.clause(when, now);
}

/** When a stop is due and what that depends on, as a sentence. */
export function stopDetail(known: KnownStop, now: number): string {
  const { stop, due } = known;
  const at = due === undefined ? undefined : { at: due, now };
  const text = triggerWords(stop.when).detail(stop.when, ownText(known, now), at);
  const others = (stop.others ?? []).map((when) => triggerWords(when).clause(when, now));
  return byWhom(formatChoice([text, ...others]), known);
}

/** Who carries it out: without VS Code, only the machine can. */
function byWhom(text: string, { stop, isOnMachine }: KnownStop): string {
  if (!isOnMachine) return vscode.l10n.t('{0}, while VS Code is open', text);
  if (stop.action === 'destroy')
    return vscode.l10n.t(
      '{0}, while VS Code is open. Otherwise the instance stops itself at that time',
      text,
    );
  return stop.others
    ? vscode.l10n.t('{0}. The instance itself keeps the time; the rest needs VS Code to be open', text)
    : vscode.l10n.t('{0}, by the instance itself', text);
}

/** Rounded up, so that the last minute is "1 min". */
export const timeLeft = (due: number, now: number): string =>
  formatDuration(Math.max(60, Math.ceil((due - now) / 60_000) * 60));
