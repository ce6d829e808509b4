import { type SharedInstance, sharedPart } from './sharedInstance';

/** Seconds in which an instance that starts again may be `exited`; most take less than one minute. */
const longestResumption = 5 * 60;

type States = Pick<SharedInstance, 'actual_status' | 'cur_state' | 'intended_status' | 'resumed_at'>;

/**
 * Since when an instance may be `exited` only because it starts again, in epoch seconds; undefined if it isn't, or for
 * too long. Every start of a stopped instance passes through this state, which is also that of a crash. A container that
 * was seen running, or coming up for the first time, has crashed at once.
 *
 * @param at milliseconds since the epoch at which the service was asked
 * @param before the instance in the list before; undefined where it wasn't known
 */
export function resumedAt(instance: States, at: number, before: States | undefined): number | undefined {
  if (!isExited(instance)) return undefined;
  const now = Math.round(at / 1000);
  if (!before) return now;
  if (!isExited(before)) return endsInCrash.has(before.actual_status) ? undefined : now;
  const since = before.resumed_at;
  // A time in the future is from before the clock was set back.
  if (since === undefined || since > now) return since && now;
  return now - since < longestResumption ? since : undefined;
}

const endsInCrash: ReadonlySet<unknown> = new Set(['running', 'loading', 'created']);

/** The contract has its GPU, and the container has exited. */
function isExited({ actual_status: actual, cur_state: current, intended_status: intended }: States): boolean {
  if (actual !== 'exited' || current === 'stopped' || intended === 'stopped') return false;
  return current === 'running' || intended === 'running';
}

/** A list with what only a look at the list before can tell. @param at milliseconds since the epoch */
export function withResumptions(
  rows: readonly SharedInstance[],
  before: readonly SharedInstance[],
  at: number,
): SharedInstance[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return rows.map((row) => sharedPart({ ...row, resumed_at: resumedAt(row, at, known.get(row.id)) }));
}
