import { hour, minute } from '../../clock';
import { longestGap } from '../instances/load';
import type { OrUnknown } from '../orUnknown';
import type { AgreedStop, ScheduledStop, StopWhen } from './stopSchema';
import { agreedTime, type Sight, triggerOf } from './triggers';

/** How long before a stop the person is warned. */
export const warningLead = 5 * minute;

export const conditionsOf = ({ when, others = [] }: Pick<ScheduledStop, 'when' | 'others'>) => [
  when,
  ...others,
];

/** The stop with these conditions; undefined without any. */
export function withConditions<T extends AgreedStop>(
  { others: _, ...stop }: T,
  [when, ...others]: readonly StopWhen[],
): T | undefined {
  return when && ({ ...stop, when, ...(others.length > 0 ? { others } : {}) } as T);
}

/** The stop with another time in the place of one; undefined without any condition then. The same object without that one. */
export function withTime<T extends AgreedStop>(stop: T, from: number, at: number | undefined): T | undefined {
  const conditions = conditionsOf(stop);
  const isIt = (when: StopWhen): boolean => when.kind === 'at' && when.at === from;
  if (!conditions.some(isIt)) return stop;
  const moved: StopWhen[] = at === undefined ? [] : [{ kind: 'at', at }];
  return withConditions(
    stop,
    conditions.flatMap((when) => (isIt(when) ? moved : [when])),
  );
}

/** The stop with the condition that is due first in front, by which it goes. The same object if that is so. */
export function firstDue(stop: ScheduledStop, sight: Sight): ScheduledStop {
  if (!stop.others) return stop;
  const due = (when: StopWhen): number => triggerOf(when).due(when, stop, sight) ?? Infinity;
  const conditions = conditionsOf(stop).toSorted((one, other) => (due(one) < due(other) ? -1 : 0));
  return conditions[0] === stop.when ? stop : (withConditions(stop, conditions) ?? stop);
}

/** When it is due, in milliseconds since the epoch; undefined while that isn't known yet. */
export function dueAt(all: ScheduledStop, sight: Sight): number | undefined {
  const stop = firstDue(all, sight);
  const due = triggerOf(stop.when).due(stop.when, stop, sight);
  const { action, warnedAt } = stop;
  const isWarnedLate = action === 'destroy' && due !== undefined && warnedAt !== undefined && warnedAt >= due;
  return isWarnedLate ? warnedAt + warningLead : due;
}

/** A scheduled end within this time, in milliseconds, is soon enough for an idle GPU. */
const soonEnough = 2 * hour;

/** Whether a scheduled end makes a warning of an idle GPU needless; one that is far away or isn't known yet doesn't. */
export const endsIdling = (stop: ScheduledStop | undefined, now: number): boolean =>
  stop !== undefined &&
  (conditionsOf(stop).some(({ kind }) => kind === 'idle') ||
    (dueAt(stop, {}) ?? Infinity) - now <= soonEnough);

/** Longer than a warning can be old that is about this stop. */
const warningLasts = 2 * warningLead;

/**
 * Whether a destruction has to wait for a warning of its own, although it is due: nobody was warned in the last minutes.
 *
 * Then VS Code didn't run, the computer slept, or its clock was set forward, and nothing here can tell which: the
 * monotonic clock may stop during a sleep too, and the service's time is known only as well as its answers have one. What
 * is destroyed is lost, so it costs five more minutes to be sure that the person could object. A stop is carried out at
 * once: the disk stays, a start undoes it, and until then the GPU is billed.
 */
const lacksWarning = ({ action, warnedAt, failures = 0 }: ScheduledStop, now: number): boolean =>
  action === 'destroy' &&
  failures === 0 &&
  (warnedAt === undefined || now < warnedAt || now - warnedAt > warningLasts);

/** What to do about it now. A failed attempt is repeated after a while, which doubles up to half an hour. */
export function dutyOf(
  stop: ScheduledStop,
  due: number | undefined,
  now: number,
): 'nothing' | 'warn' | 'carryOut' {
  if (due === undefined || now < due - warningLead) return 'nothing';
  const { when, others, warnedAt, failures = 0, failedAt = 0 } = stop;
  if (now >= due) {
    if (lacksWarning(stop, now)) return 'warn';
    const sinceFailure = now - failedAt;
    const isWaiting = failures > 0 && sinceFailure >= 0 && sinceFailure < pauseAfter(failures);
    return isWaiting ? 'nothing' : 'carryOut';
  }
  if (warnedAt === undefined) return 'warn';
  // Idle times and windows begin again, so they are warned about again, and so is another condition.
  const mayChange = agreedTime(when) === undefined || others !== undefined;
  return mayChange && Math.abs(now - warnedAt) > warningLasts ? 'warn' : 'nothing';
}

/** Milliseconds until the next attempt. */
const pauseAfter = (failures: number): number => Math.min(30_000 * 2 ** (failures - 1), 30 * minute);

/**
 * The schedule by a clock that was set back: a span and idle time are counted from now, so that they never take longer
 * than the person asked for. A time of day stays, and a warning of later is forgotten. The same object if nothing has to
 * change.
 */
export function byThisClock(stop: ScheduledStop, now: number): ScheduledStop {
  const { createdAt, warnedAt = now, busyAt = now, idle } = stop;
  if (warnedAt > now + minute) {
    const { warnedAt: _, ...unwarned } = stop;
    return byThisClock(unwarned, now);
  }
  if (idle && idle.last > now + minute) {
    const { idle: _, ...unseen } = stop;
    return byThisClock(unseen, now);
  }
  if (busyAt > now + minute) return byThisClock({ ...stop, busyAt: now }, now);
  const before = conditionsOf(stop);
  const fromNow = before.map((when) => triggerOf(when).fromNow(when, now));
  if (now >= createdAt - minute || fromNow.every((one) => one === undefined)) return stop;
  const { warnedAt: _, failedAt: __, ...others } = stop;
  const counted = withConditions(
    others,
    before.map((when, index) => fromNow[index] ?? when),
  );
  return { ...(counted ?? others), createdAt: now };
}

/** Hosts report the uptime only now and then. */
const uptimeError = 10 * minute;

/** How often it is noted that the GPU works, in milliseconds. */
const noteEvery = minute;

/** Whether windows note this down for each other. */
export const notes = (stop: ScheduledStop, what: 'load' | 'windows'): boolean =>
  conditionsOf(stop).some((when) => triggerOf(when).notes === what);

/** Whether to note down that its GPU works now, for windows that don't see it. */
export const notesWork = (stop: ScheduledStop, now: number): boolean =>
  notes(stop, 'load') && Math.abs(now - (stop.busyAt ?? -Infinity)) >= noteEvery;

/** What a window's own list says of its GPU, in milliseconds since the epoch. */
export interface IdleSight {
  /** When the list was requested. */
  at: number;
  /** Since when it is idle; undefined if it works, or that isn't known. */
  from: number | undefined;
}

/** The schedule with what a window has seen of the idle time, for the others. The same object if it says nothing new. */
export function withIdleSight(stop: ScheduledStop, { at, from }: IdleSight): ScheduledStop {
  const { idle, ...others } = stop;
  const isOld = at <= Math.max(stop.busyAt ?? -Infinity, idle?.last ?? -Infinity);
  if (!notes(stop, 'load') || isOld) return stop;
  if (from === undefined) return idle ? others : stop;
  if (!idle || at - idle.last > longestGap) return { ...stop, idle: { from, last: at } };
  return at - idle.last < noteEvery ? stop : { ...stop, idle: { from: Math.min(from, idle.from), last: at } };
}

/** Since when the GPU is idle by what all windows have seen. @param own what this one has seen */
export function idleSinceOf(
  { idle }: ScheduledStop,
  own: number | undefined,
  now: number,
): number | undefined {
  if (!idle || now < idle.last || now - idle.last > longestGap) return own;
  return Math.min(idle.from, own ?? Infinity);
}

/**
 * Whether what runs now is the run that the person agreed to end. One that was started only after it should have been
 * stopped, for example while VS Code wasn't running, isn't. Shortly after the time, no later run is possible. Long after,
 * only the uptime tells; where the service doesn't tell that, it isn't known: a stop is then carried out and said to be
 * uncertain, because the disk stays and a start undoes it. Nothing is destroyed; the person is asked.
 *
 * @param runningSince epoch seconds
 * @param now milliseconds since the epoch
 */
export function isAgreedRun(
  { when }: ScheduledStop,
  runningSince: OrUnknown<number>,
  now: number,
): OrUnknown<boolean> {
  const agreed = agreedTime(when);
  if (agreed === undefined || Math.abs(now - agreed) <= uptimeError) return true;
  return runningSince === 'unknown' ? 'unknown' : runningSince * 1000 <= agreed + uptimeError;
}

/**
 * Whether what runs now can have been started since the machine stopped itself, as the machine says. It is another
 * person's, so its word isn't enough where it runs for longer by the service's.
 */
export function mayBeLaterRun({ when }: ScheduledStop, runningSince: OrUnknown<number>): boolean {
  const agreed = agreedTime(when);
  return agreed === undefined || runningSince === 'unknown' || runningSince * 1000 >= agreed - uptimeError;
}

/** A scheduled stop as this window knows it. */
export interface KnownStop {
  stop: ScheduledStop;
  /** Milliseconds since the epoch; undefined while that isn't known. */
  due?: number | undefined;
  /** The machine stops itself at its time, also without VS Code. */
  isOnMachine?: boolean;
}
