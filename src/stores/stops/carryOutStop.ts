import type { EpochMs } from '../../clock';
import { ifNotFound } from '../../api/errors';
import type { Client } from '../../api/client';
import type { Instance } from '../../api/schemas/instances/instance';
import { loadOf } from '../../domain/instances/load';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { OrUnknown } from '../../domain/orUnknown';
import { isAgreedRun, mayBeLaterRun } from '../../domain/stops/scheduledStop';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import { type Obstacle, triggerOf } from '../../domain/stops/triggers';
import { type SharedInstance, sharedPart } from '../../domain/instances/sharedInstance';
import { runningSince } from '../../domain/instances/runningSince';
import { contradictory, type GoneInstances } from '../instances/goneInstance';

export type StopOutcome =
  /** `isRunSure`: false if it may have been started again after the time, which the service doesn't tell. */
  | { kind: 'done'; instance: SharedInstance; isRunSure: boolean }
  /** It is gone, so nothing was sent. */
  | { kind: 'gone' }
  /** It was stopped before, so nothing was sent. */
  | { kind: 'alreadyStopped'; instance: SharedInstance }
  /** It was started again after it should have been stopped, so nothing was sent. */
  | { kind: 'startedAgain'; instance: SharedInstance }
  /** The same for what was to be destroyed, but nobody knows. Nothing was sent. */
  | { kind: 'perhapsStartedAgain'; instance: SharedInstance }
  | Obstacle
  /** It was called off or changed, or what it waits for has changed during the look. Nothing was sent. */
  | { kind: 'calledOff' };

interface Situation {
  id: number;
  stop: ScheduledStop;
  now: EpochMs;
  gone: Pick<GoneInstances, 'find' | 'denied'>;
  /** Asked right before sending: the look may have taken long, and much may have changed since. */
  isAgreed: () => Promise<boolean>;
  /** Whether its machine has stopped itself for this stop, so that what runs now was started since. */
  hasStopped?: () => Promise<boolean>;
}

/**
 * Stops or destroys an instance as agreed, after a look at how it is now. Can be repeated after any failure: the look
 * finds what an earlier attempt has done.
 *
 * @throws ApiError or LocalError if it may still be running
 */
export async function carryOutStop(
  accountId: string,
  client: Pick<Client, 'instances'>,
  { id, stop, now, gone, isAgreed, hasStopped }: Situation,
): Promise<StopOutcome> {
  // Before the look at the instance, which then says that it is being stopped.
  const wasStopped = (await hasStopped?.()) ?? false;
  const found = await gone.find(accountId, client, id);
  if (!found) return { kind: 'gone' };
  const run = runOf(found, stop, now, wasStopped);
  const obstacle = obstacleOf(found, stop, run);
  if (obstacle) return obstacle;
  if (!(await isAgreed())) return { kind: 'calledOff' };
  const done = { kind: 'done', instance: sharedPart(found), isRunSure: run === true } as const;
  if (stop.action === 'stop') {
    await client.instances.setState(id, 'stopped');
    return done;
  }
  const isDestroyed = await client.instances
    .destroy(id)
    .then(() => true)
    .catch(ifNotFound);
  if (isDestroyed) gone.denied(accountId, id);
  else if (await gone.find(accountId, client, id)) throw contradictory(id);
  return isDestroyed ? done : { kind: 'gone' };
}

/** Why nothing may be sent now. @throws LocalError if that can't be told */
function obstacleOf(
  found: Instance,
  { action, when }: ScheduledStop,
  run: OrUnknown<boolean>,
): StopOutcome | undefined {
  const instance = sharedPart(found);
  const { phase, can } = lifecycleOf(found);
  if (run === false) return { kind: 'startedAgain', instance };
  if (action === 'stop' && !can.stop) return { kind: 'alreadyStopped', instance };
  if (run === 'unknown' && action === 'destroy') return { kind: 'perhapsStartedAgain', instance };
  return triggerOf(when).obstacle({ phase, load: loadOf(found), action });
}

/** Whether it is the run that was to end. One that is stopped has none. @param wasStopped by its machine's word */
function runOf(found: Instance, stop: ScheduledStop, now: number, wasStopped: boolean): OrUnknown<boolean> {
  const { phase } = lifecycleOf(found);
  if (phase === 'stopped') return true;
  const since = runningSince(found, now) ?? 'unknown';
  if (wasStopped && phase === 'running' && mayBeLaterRun(stop, since)) return false;
  return isAgreedRun(stop, since, now);
}
