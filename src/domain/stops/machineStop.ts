import * as z from 'zod/mini';
import { hour, minute } from '../../clock';
import type { Phase } from '../instances/lifecycle';
import { conditionsOf } from './scheduledStop';
import type { AgreedStop, ScheduledStop } from './stopSchema';

/** What a machine was told, as far as this computer knows. */
export const toldStopSchema = z.object({
  /** Of the schedule. */
  token: z.string(),
  /** When it stops, in milliseconds since the epoch, as all times below. */
  at: z.number(),
  toldAt: z.number(),
  /** Whether it does so: without a key, it can't. */
  watches: z.boolean(),
  /** The instance didn't run since, and a machine that was restarted may not watch any more. */
  wasDown: z.optional(z.boolean()),
  /** When the person was told that it couldn't be taken back. */
  warnedAt: z.optional(z.number()),
});
export type ToldStop = z.infer<typeof toldStopSchema>;

/** Milliseconds before its time in which a machine isn't told any more: VS Code is there. */
const leastAhead = 20_000;
/** Milliseconds that the reported start of an instance may be wrong by. */
const startError = 10 * minute;

/**
 * The time at which an instance can stop itself; undefined if VS Code has to do it. Whatever else it waits for, VS Code
 * sees to. A machine never destroys itself: at the time of a destruction it stops itself, in case VS Code isn't open. After
 * a run its supervisor stops it.
 *
 * @param runEnds when runs on it end it themselves
 */
export function machineTime(
  stop: Pick<AgreedStop, 'when' | 'others'>,
  runEnds: readonly number[] = [],
): number | undefined {
  const at = conditionsOf(stop).find(({ kind }) => kind === 'at');
  return at?.kind === 'at' && !runEnds.includes(at.at) ? at.at : undefined;
}

/** Whether the machine was told this very stop. */
export const isTold = (
  { token }: Pick<ScheduledStop, 'token'>,
  at: number | undefined,
  told: ToldStop,
): boolean => told.token === token && told.at === at;

/** Whether the machine stops itself as scheduled. */
export const stopsItself = (stop: ScheduledStop, told: ToldStop | undefined): boolean =>
  told !== undefined && told.watches && !told.wasDown && isTold(stop, machineTime(stop), told);

export interface Facts {
  stop: ScheduledStop | undefined;
  told: ToldStop | undefined;
  /** When runs on it end it themselves. */
  runEnds: readonly number[];
  /** Undefined if it isn't listed. */
  phase: Phase | undefined;
  /** Epoch seconds; undefined if it isn't known. */
  runningSince: number | undefined;
}

/** `noteDown`: only this computer notes that it didn't run; `forget`: its machine has nothing to be taken back. */
export type MachineTask = 'send' | 'takeBack' | 'noteDown' | 'forget';

/** In which a watch on the machine has ended, or will. */
const downPhases: readonly (Phase | undefined)[] = [
  ...(['provisioning', 'loading', 'stopping', 'stopped', 'scheduling'] as const),
  ...(['outbid', 'restarting', 'failed', 'exited'] as const),
];

export function taskOf(
  { stop, told, runEnds, phase, runningSince }: Facts,
  now: number,
): MachineTask | undefined {
  const at = stop && machineTime(stop, runEnds);
  const isSame = stop !== undefined && told !== undefined && isTold(stop, at, told);
  // A watch that is started after its time does nothing.
  if (phase === 'stopped' && told && !isSame && (told.at <= now || !told.watches)) return 'forget';
  if (downPhases.includes(phase)) return told && !told.wasDown ? 'noteDown' : undefined;
  // It is gone, or was another account's.
  if (phase === undefined && told && !stop && now - told.at > 24 * hour) return 'forget';
  if (phase !== 'running') return undefined;
  const wasRestarted =
    told !== undefined &&
    (told.wasDown === true || (runningSince !== undefined && runningSince * 1000 > told.toldAt + startError));
  if (at !== undefined && at - now >= leastAhead && (!isSame || wasRestarted)) return 'send';
  if (!told || isSame) return undefined;
  return told.watches ? 'takeBack' : 'forget';
}

/** Whether the machine may stop although that isn't wanted any more, at a time that is still to come. */
export const isOwed = (
  stop: ScheduledStop | undefined,
  told: ToldStop | undefined,
  now: number,
): told is ToldStop =>
  told !== undefined &&
  told.watches &&
  told.at > now &&
  (stop === undefined || !isTold(stop, machineTime(stop), told));
