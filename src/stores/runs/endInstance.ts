import { ifNotFound } from '../../api/errors';
import { hour, minute } from '../../clock';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { agreedThen } from '../../domain/runs/agreedThen';
import { lacksResults, type Run } from '../../domain/runs/run';
import type { RunReport } from '../../domain/runs/runReport';
import type { RunKeeperStores } from './stoppedRuns';

type Stores = Pick<RunKeeperStores, 'accounts' | 'clock' | 'destroyWithin' | 'instances' | 'runs' | 'log'>;

/** By how much the service's uptime may be off. */
const uptimeError = 10 * minute;

/** Whether an instance was started again since a run on it ended, as far as both are known: then it does other work. */
export function wasStartedSince(
  { endedAt }: Pick<Run, 'endedAt'>,
  instance: Pick<SharedInstance, 'running_since'> | undefined,
): boolean {
  const since = instance?.running_since;
  return since !== undefined && endedAt !== undefined && since * 1000 > endedAt + uptimeError;
}

/**
 * The second line, for a machine that has no key to end itself with, until it was seen stopped: a person may start it
 * again. Nothing unfetched is destroyed, of no run, and nothing later than was agreed to.
 */
export async function endInstance(
  { accounts, clock, destroyWithin, instances, runs, log }: Stores,
  accountId: string,
  run: Run,
  { end, holdsMore = false }: Pick<RunReport, 'end' | 'holdsMore'>,
): Promise<void> {
  if (end !== 'nokey' || run.stopAt === undefined) return;
  if (accounts.active?.id !== accountId || !accounts.client) return;
  const its = runs.known(accountId).filter((one) => one.instanceId === run.instanceId);
  const then = agreedThen(run, its);
  if (then === 'keep') return;
  const isAgreed = run.endedAt !== undefined && clock.now() - run.endedAt <= destroyWithin() * hour;
  const isSafe = run.fetchedAt !== undefined && !holdsMore && !its.some(lacksResults);
  const mayDestroy = then === 'destroy' && isAgreed && isSafe;
  const sending = mayDestroy
    ? accounts.client.instances.destroy(run.instanceId)
    : accounts.client.instances.setState(run.instanceId, 'stopped');
  await sending.catch(ifNotFound);
  log.info(`Run ${run.id} is over: ${mayDestroy ? 'destroyed' : 'stopped'} instance ${run.instanceId}.`);
  instances.burst();
}
