import * as vscode from 'vscode';
import { dateAndTime, timeWords } from '../../ask/timeWords';
import { minute } from '../../clock';
import { formatDuration } from '../../domain/instances/uptime';
import { formatSum } from '../../domain/money/cost';
import { readSpan, readStopTime } from '../../domain/stops/stopTime';
import { afterMinutes, closedFor } from '../../domain/stops/triggers';
import type { StopWhen, TriggerKind } from '../../domain/stops/stopSchema';

/** A row of the question when to stop, with the text that is asked for next. */
export interface Way<K extends TriggerKind = TriggerKind> {
  /** The kind of the condition. */
  sets: K;
  label: string;
  description?: string;
  /** Makes sense only for an instance that can be stopped now. */
  needsRunning?: true;
  /** Without, nothing more is asked. */
  asks?: { prompt: (now: number) => string; example: string };
  /** The text for a condition that is set; undefined for one that another way has set. */
  text?(when: StopWhen<K>): string | undefined;
  /** Undefined if the text can't be read. */
  read: (text: string, now: number) => StopWhen | undefined;
}

/** Methods, so that a row can be used for a stop of which only that it has some trigger is known. */
interface Words<K extends TriggerKind> {
  ways(): readonly Way<K>[];
  /** A clause for a question: "at 18:00", "when it is idle for 30 min". */
  clause(when: StopWhen<K>, now: number): string;
  /** The same in a few words, for a row that has no room for more. */
  brief?(when: StopWhen<K>): string;
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

/** As a person types it. */
const spanText = (minutes: number): string => `${Math.round(minutes)} min`;

/** The words of each trigger in `domain/stops/triggers.ts`, in the order in which the question has them. */
const words: { readonly [K in TriggerKind]: Words<K> } = {
  at: {
    ways: () => [
      {
        sets: 'at',
        label: `$(watch) ${vscode.l10n.t('After Some Time…')}`,
        asks: {
          prompt: () => vscode.l10n.t('After how long, such as 3 h, 90 min or 2 h 30 min'),
          example: '3 h',
        },
        text: ({ span }) => (span === undefined ? undefined : spanText(span / minute)),
        read: (text, now) => {
          const minutes = readSpan(text);
          return minutes === undefined ? undefined : afterMinutes(minutes, now);
        },
      },
      {
        sets: 'at',
        label: `$(clock) ${vscode.l10n.t('At a Time of Day…')}`,
        asks: {
          prompt: (now) =>
            vscode.l10n.t(
              'Time on this computer, such as 18:00 or 18:00 tomorrow. Now it is {0}',
              dateAndTime(now / 1000),
            ),
          example: '18:00',
        },
        text: ({ at, span }) => (span === undefined ? new Date(at).toISOString() : undefined),
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
        sets: 'idle',
        label: `$(pulse) ${vscode.l10n.t('When Its GPU Is Idle…')}`,
        description: vscode.l10n.t('if the service reports the GPU load'),
        needsRunning: true,
        asks: {
          prompt: () => vscode.l10n.t('Idle for how long, such as 30 min or 1 h: a GPU load below 5%'),
          example: '30 min',
        },
        text: ({ minutes }) => spanText(minutes),
        read: (text) => {
          const minutes = readSpan(text);
          return minutes === undefined ? undefined : { kind: 'idle', minutes };
        },
      },
    ],
    clause: ({ minutes }) => vscode.l10n.t('when its GPU has been idle for {0}', spanWords(minutes)),
    brief: ({ minutes }) => vscode.l10n.t('idle for {0}', spanWords(minutes)),
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
  spent: {
    ways: () => [
      {
        sets: 'spent',
        label: `$(credit-card) ${vscode.l10n.t('After Spending…')}`,
        asks: {
          prompt: () => vscode.l10n.t('Dollars that it may still cost from now on, such as 2.50'),
          example: '2.50',
        },
        text: ({ dollars }) => String(dollars),
        read: (text) => {
          const dollars = Number(text.trim().replace(/^\$/, '').replace(',', '.'));
          return dollars > 0 && dollars < 1e6 ? { kind: 'spent', dollars } : undefined;
        },
      },
    ],
    clause: ({ dollars }) => vscode.l10n.t('when it has cost another {0}', formatSum(dollars)),
    brief: ({ dollars }) => vscode.l10n.t('{0} spent', formatSum(dollars)),
    conditions: () =>
      vscode.l10n.t(
        'Costs are counted from the prices that the service lists. What isn’t known of them counts as if the instance ran.',
      ),
    row: ({ dollars }, destroys) =>
      destroys
        ? vscode.l10n.t('destroyed after another {0}', formatSum(dollars))
        : vscode.l10n.t('stops after another {0}', formatSum(dollars)),
    detail: ({ dollars }, text, due) =>
      due === undefined
        ? text
        : vscode.l10n.t(
            '{0}, when it has cost {1} since it was scheduled, about {2}',
            text,
            formatSum(dollars),
            timeWords(due.at, due.now),
          ),
    reason: (name) => vscode.l10n.t('{0} has cost what you allowed it.', name),
  },
  runs: {
    ways: () => [
      {
        sets: 'runs',
        label: `$(run-all) ${vscode.l10n.t('When Its Runs Have Ended')}`,
        description: vscode.l10n.t('counts runs that GPU Rental started on it'),
        needsRunning: true,
        read: () => ({ kind: 'runs' }),
      },
    ],
    clause: () => vscode.l10n.t('when its runs have ended'),
    brief: () => vscode.l10n.t('runs ended'),
    conditions: () =>
      vscode.l10n.t(
        'Runs are those in the view Runs. It happens 5 minutes after the last of them ended. Before a destruction, their results must be on this computer.',
      ),
    row: (_, destroys) =>
      destroys
        ? vscode.l10n.t('destroyed when its runs have ended')
        : vscode.l10n.t('stops when its runs have ended'),
    detail: (_, text) =>
      vscode.l10n.t('{0}, {1} after its last run ended', text, spanWords(closedFor / minute)),
    reason: (name) => vscode.l10n.t('The runs on {0} have ended.', name),
  },
  closed: {
    ways: () => [
      {
        sets: 'closed',
        label: `$(window) ${vscode.l10n.t('When the Last Window on It Is Closed')}`,
        description: vscode.l10n.t('counts windows with a folder open on it, not terminals'),
        read: () => ({ kind: 'closed' }),
      },
    ],
    clause: () => vscode.l10n.t('when the last window on it is closed'),
    brief: () => vscode.l10n.t('windows closed'),
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
export const stopWays = (): readonly Way[] =>
  Object.values(words).flatMap((one): readonly Way[] => one.ways());
