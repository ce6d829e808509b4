import { type SharedInstance, sharedPart } from './sharedInstance';

/** Seconds in which an instance that starts again may be `exited`; most take less than one minute. */
const longestResumption = 5 * 60;
/** The same for one that was running: somebody may have restarted it elsewhere between two lists, or it has crashed. */
const longestRestart = 2 * 60;

type States = Pick<
  SharedInstance,
  'actual_status' | 'cur_state' | 'intended_status' | 'status_msg' | 'resumes_until'
>;

/**
 * Until when an instance may be `exited` only because it starts again, in epoch seconds; undefined if it isn't, or for
 * too long. Every start of a stopped instance passes through this state, and every restart; it is also that of a crash.
 * A container that was coming up for the first time has crashed at once, and so has one that ran and now tells an error.
 *
 * @param at milliseconds since the epoch at which the service was asked
 * @param before the instance in the list before; undefined where it wasn't known
 */
export function resumesUntil(instance: States, at: number, before: States | undefined): number | undefined {
  if (!isExited(instance)) return undefined;
  const now = Math.round(at / 1000);
  if (!before || !isExited(before)) {
    const seconds = before ? secondsAfter(before, instance) : longestResumption;
    return seconds === undefined ? undefined : now + seconds;
  }
  const until = before.resumes_until;
  if (until === undefined || until <= now) return undefined;
  // One further away is from before the clock was set back.
  return Math.min(until, now + longestResumption);
}

/** How many seconds it may take to start again after the state before; undefined where `exited` is a crash. */
function secondsAfter(before: States, { status_msg: message }: States): number | undefined {
  switch (before.actual_status) {
    case 'loading':
    case 'created':
      return undefined;
    case 'running':
      return message !== before.status_msg && tellsError.test(message ?? '') ? undefined : longestRestart;
    default:
      return longestResumption;
  }
}

const tellsError = /error|fail|killed|out of memory|exited \([1-9]/i;

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
  return rows.map((row) => sharedPart({ ...row, resumes_until: resumesUntil(row, at, known.get(row.id)) }));
}
