import * as vscode from 'vscode';
import { dateAndTime, timeWords } from '../../ask/times';
import { minute } from '../../clock';
import { formatDuration } from '../../domain/instances/uptime';
import { readSpan, readStopTime } from '../../domain/stops/stopTime';
import type { KnownStop } from '../../domain/stops/scheduledStop';
import {
  afterMinutes,
  agreedTime,
  closedFor,
  type StopWhen,
  type TriggerKind,
} from '../../domain/stops/triggers';

/** A row of the question when to stop, with the text that is asked for next. */
export interface Way {
  label: string;
  description?: string;
  /** Makes sense only for an instance that can be stopped now. */
  needsRunning?: true;
  /** Without, nothing more is asked. */
  asks?: { prompt: (now: number) => string; example: string };
  /** Undefined if the text can't be read. */
  read: (text: string, now: number) => StopWhen | undefined;
}

/** Methods, so that a row can be used for a stop of which only that it has some trigger is known. */
interface Words<K extends TriggerKind> {
  ways(): readonly Way[];
  /** A clause for a question: "at 18:00", "when it is idle for 30 min". */
  clause(when: StopWhen<K>, now: number): string;
  /** What the person has to know before agreeing. */
  conditions(): string;
  /** For a row, while it isn't known when the stop is due. */
  row(when: StopWhen<K>, destroys: boolean): string;
  /** A row's text with what the stop depends on. */
  detail(when: StopWhen<K>, text: string, due: { at: number; now: number } | undefined): string;
  /** Why a warning comes. */
  reason(name: string): string;
}

/** "30 min", "1 h 30 min". */
export const spanWords = (minutes: number): string => formatDuration(Math.max(1, minutes) * 60);

/** The words of each trigger in `domain/stops/triggers.ts`, in the order in which the question has them. */
const words: { readonly [K in TriggerKind]: Words<K> } = {
  at: {
    ways: () => [
      {
        label: `$(watch) ${vscode.l10n.t('After Some Time…')}`,
        asks: {
          prompt: () => vscode.l10n.t('After how long, such as 3 h, 90 min or 2 h 30 min'),
          example: '3 h',
        },
        read: (text, now) => {
          const minutes = readSpan(text);
          return minutes === undefined ? undefined : afterMinutes(minutes, now);
        },
      },
      {
        label: `$(clock) ${vscode.l10n.t('At a Time of Day…')}`,
        asks: {
          prompt: (now) =>
            vscode.l10n.t(
              'Time on this computer, such as 18:00 or 18:00 tomorrow. Now it is {0}',
              dateAndTime(now / 1000),
            ),
          example: '18:00',
        },
        read: (text, now) => {
          const at = readStopTime(text, now);
          return at === undefined ? undefined : { kind: 'at', at };
        },
      },
    ],
    clause: ({ at }, now) => vscode.l10n.t('at {0}', timeWords(at, now)),
    conditions: () => '',
    row: () => '',
    detail: (_, text, due) =>
      due === undefined ? text : vscode.l10n.t('{0}, at {1}', text, timeWords(due.at, due.now)),
    reason: () => '',
  },
  idle: {
    ways: () => [
      {
        label: `$(pulse) ${vscode.l10n.t('When Its GPU Is Idle…')}`,
        description: vscode.l10n.t('if the service reports the GPU load'),
        needsRunning: true,
        asks: {
          prompt: () => vscode.l10n.t('Idle for how long, such as 30 min or 1 h: a GPU load below 5%'),
          example: '30 min',
        },
        read: (text) => {
          const minutes = readSpan(text);
          return minutes === undefined ? undefined : { kind: 'idle', minutes };
        },
      },
    ],
    clause: ({ minutes }) => vscode.l10n.t('when its GPU has been idle for {0}', spanWords(minutes)),
    conditions: () =>
      vscode.l10n.t(
        'Idle means that, from now on, the service reports a GPU load below 5% each time a window refreshes the list while this account is in use. CPU work alone counts as idle.',
      ),
    row: ({ minutes }, destroys) =>
      destroys
        ? vscode.l10n.t('destroyed when idle for {0}', spanWords(minutes))
        : vscode.l10n.t('stops when idle for {0}', spanWords(minutes)),
    detail: ({ minutes }, text) =>
      vscode.l10n.t('{0}, if this window’s lists show a GPU load below 5% for {1}', text, spanWords(minutes)),
    reason: (name) => vscode.l10n.t('The GPU of {0} is idle.', name),
  },
  closed: {
    ways: () => [
      {
        label: `$(window) ${vscode.l10n.t('When the Last Window on It Is Closed')}`,
        description: vscode.l10n.t('counts windows with a folder open on it, not terminals'),
        read: () => ({ kind: 'closed' }),
      },
    ],
    clause: () => vscode.l10n.t('when the last window on it is closed'),
    conditions: () =>
      vscode.l10n.t(
        'Only this editor’s windows on this computer with a folder open on the instance count. Terminals and SSH logins don’t. It happens 5 minutes later, so you can reload a window.',
      ),
    row: (_, destroys) =>
      destroys
        ? vscode.l10n.t('destroyed when its windows are closed')
        : vscode.l10n.t('stops when its windows are closed'),
    detail: (_, text) =>
      vscode.l10n.t(
        '{0}, {1} after the last window with a folder on it closes',
        text,
        spanWords(closedFor / minute),
      ),
    reason: (name) => vscode.l10n.t('The last window on {0} was closed.', name),
  },
};

export const triggerWords = ({ kind }: StopWhen): Words<TriggerKind> => words[kind];

/** What a person can choose from. */
export const stopWays = (): readonly Way[] => Object.values(words).flatMap((one) => one.ways());

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
