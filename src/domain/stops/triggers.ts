import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { hour, minute } from '../../clock';
import type { Phase } from '../instances/lifecycle';
import { isIdle } from '../instances/load';
import type { OrUnknown } from '../orUnknown';
import type { StopWhen, TriggerKind } from './stopSchema';

/** What this window has seen of an instance, in milliseconds since the epoch. */
export interface Sight {
  /** Since when every list said that its GPU was idle. */
  idleSince?: number | undefined;
  /** Since when no window on it is open. */
  closedSince?: number | undefined;
  /** What it has cost at a time since the stop was agreed to, in dollars, and costs per hour. */
  spent?: { at: number; dollars: number; rate?: number | undefined } | undefined;
  /** Since when all of its runs are over, of which one ended after the stop was agreed to. */
  runsOverSince?: number | undefined;
}

/** What windows have noted of a schedule. */
interface Noted {
  createdAt: number;
  busyAt?: number | undefined;
  wasOpen?: boolean | undefined;
}

/** The instance in the last look before a stop is sent. */
interface LastLook {
  phase: Phase;
  load: OrUnknown<number>;
  action: 'stop' | 'destroy';
}

/** Why nothing is sent after the last look. */
export type Obstacle =
  /** It was to end when idle, but now has a load, in percent, or doesn't run. */
  | { kind: 'busy'; load: OrUnknown<number> }
  /** It doesn't run, and may have been stopped to keep its disk. */
  | { kind: 'notRunning'; isStopped: boolean };

/** Methods, so that a row can be used for a stop of which only that it has some trigger is known. */
interface Trigger<K extends TriggerKind> {
  /** When it is due, in milliseconds since the epoch; undefined while that isn't known. */
  due(when: StopWhen<K>, noted: Noted, sight: Sight): number | undefined;
  /** The agreed time, for a trigger that doesn't depend on what is seen. */
  agreedTime?(when: StopWhen<K>): number;
  /** What counts from now where the clock was set back; undefined if that changes nothing. */
  fromNow(when: StopWhen<K>, now: number): StopWhen<K> | undefined;
  /** What windows note down for each other. */
  notes?: 'load' | 'windows';
  /** @throws LocalError if it can't be told */
  obstacle(look: LastLook): Obstacle | undefined;
}

/** A window that is reloaded is gone for a moment, so it counts as closed only after this time. */
export const closedFor = 5 * minute;
/** Milliseconds after the last run, in which the person is warned. */
const afterRuns = 5 * minute;

/**
 * One row for each trigger; its words stand in `views/stops/stopWords.ts`, a program's arguments for it in
 * `stopArguments.ts`, what a copied launch takes over of it in `limitsOfStop.ts`.
 */
const triggers: { readonly [K in TriggerKind]: Trigger<K> } = {
  at: {
    due: ({ at }) => at,
    agreedTime: ({ at }) => at,
    fromNow: (when, now) => (when.span === undefined ? undefined : { ...when, at: now + when.span }),
    obstacle: () => undefined,
  },
  idle: {
    // Idle time from before the person agreed would end it at once, without a warning.
    due: ({ minutes }, { createdAt, busyAt = createdAt }, { idleSince }) =>
      idleSince === undefined ? undefined : Math.max(idleSince, createdAt, busyAt) + minutes * minute,
    fromNow: (when) => when,
    notes: 'load',
    obstacle: ({ phase, load }) => {
      if (phase === 'running' && load === 'unknown') throw loadUnknown();
      return isIdle(load) ? undefined : { kind: 'busy', load };
    },
  },
  spent: {
    due: ({ dollars, rate }, { createdAt }, { spent }) => {
      const perHour = spent?.rate ?? rate;
      if (perHour === undefined || perHour <= 0) return undefined;
      // Without a look at its costs, as if it had run all the time.
      const { at, dollars: before } = spent ?? { at: createdAt, dollars: 0 };
      return at + (Math.max(0, dollars - before) / perHour) * hour;
    },
    fromNow: (when) => when,
    obstacle: () => undefined,
  },
  runs: {
    due: (_, __, { runsOverSince }) => (runsOverSince === undefined ? undefined : runsOverSince + afterRuns),
    fromNow: () => undefined,
    obstacle: () => undefined,
  },
  closed: {
    due: (_, { wasOpen }, { closedSince }) =>
      closedSince === undefined || !wasOpen ? undefined : closedSince + closedFor,
    fromNow: () => undefined,
    notes: 'windows',
    obstacle: ({ phase, action }) =>
      action === 'stop' || phase === 'running'
        ? undefined
        : { kind: 'notRunning', isStopped: phase === 'stopped' || phase === 'stopping' },
  },
};

export const triggerOf = ({ kind }: StopWhen): Trigger<TriggerKind> => triggers[kind];

/** The agreed time in milliseconds since the epoch; undefined where the stop depends on what is seen. */
export const agreedTime = (when: StopWhen): number | undefined => triggerOf(when).agreedTime?.(when);

export function afterMinutes(minutes: number, now: number): StopWhen<'at'> {
  const span = minutes * minute;
  return { kind: 'at', at: now + span, span };
}

const loadUnknown = (): LocalError =>
  new LocalError('may_pass', l10n.t('The service doesn’t report whether its GPU is idle.'));
