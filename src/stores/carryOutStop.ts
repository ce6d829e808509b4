import { ApiError } from '../api/errors';
import type { Client } from '../api/client';
import { lifecycleOf } from '../domain/lifecycle';
import { idleBelow, type ScheduledStop, startedAfter } from '../domain/scheduledStop';
import { type SharedInstance, sharedPart } from '../domain/sharedInstance';
import { runningSince } from '../domain/uptime';

export type StopOutcome =
  | { kind: 'done'; instance: SharedInstance }
  /** It was destroyed or stopped before, so nothing was sent. */
  | { kind: 'alreadyDone' }
  /** It was started again after it should have been stopped, so nothing was sent. */
  | { kind: 'startedAgain'; instance: SharedInstance }
  /** It was to end when idle, but now has a load, in percent. Nothing was sent. */
  | { kind: 'busy'; load: number }
  /** It was called off or changed during the look, so nothing was sent. */
  | { kind: 'calledOff' };

/**
 * Stops or destroys an instance as agreed, after a look at how it is now. Can be repeated after any failure: the look
 * finds what an earlier attempt has done.
 *
 * @param now milliseconds since the epoch
 * @param isAgreed asked right before sending: the look may have taken long, and the person may have called it off since
 * @throws ApiError if it may still be running
 */
export async function carryOutStop(
  { instances }: Pick<Client, 'instances'>,
  id: number,
  stop: ScheduledStop,
  now: number,
  isAgreed: () => Promise<boolean>,
): Promise<StopOutcome> {
  const found = await instances.get(id).catch(ifGone);
  if (!found) return { kind: 'alreadyDone' };
  const instance = sharedPart(found);
  if (startedAfter(stop, runningSince(found, now))) return { kind: 'startedAgain', instance };
  if (stop.action === 'stop' && !lifecycleOf(found).can.stop) return { kind: 'alreadyDone' };
  const { gpu_util: load = 0 } = found;
  if (stop.when.kind === 'idle' && load >= idleBelow) return { kind: 'busy', load };
  if (!(await isAgreed())) return { kind: 'calledOff' };
  if (stop.action === 'stop') {
    await instances.setState(id, 'stopped');
    return { kind: 'done', instance };
  }
  const isDestroyed = await instances
    .destroy(id)
    .then(() => true)
    .catch(ifGone);
  return !isDestroyed ? { kind: 'alreadyDone' } : { kind: 'done', instance };
}

/** Undefined for the service's answer that there is no such instance. */
export function ifGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  return undefined;
}
