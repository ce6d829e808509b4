import { isNotFound } from '../../api/errors';
import { lacksResults, type Run } from '../../domain/runs/run';
import type { RunKeeperStores } from './stoppedRuns';

/**
 * The second line, for a machine that has no key to end itself with. Nothing unfetched is destroyed, of no run.
 *
 * @param holdsMore the machine has results of other runs that weren't fetched, also of runs that aren't known here
 */
export async function endInstance(
  { accounts, instances, runs, log }: Pick<RunKeeperStores, 'accounts' | 'instances' | 'runs' | 'log'>,
  accountId: string,
  run: Run,
  { isFetched, holdsMore = false }: { isFetched: boolean; holdsMore?: boolean | undefined },
): Promise<void> {
  if (accounts.active?.id !== accountId || !accounts.client) return;
  const others = runs
    .known(accountId)
    .filter((one) => one.instanceId === run.instanceId && one.id !== run.id);
  const mayDestroy = run.then === 'destroy' && isFetched && !holdsMore && !others.some(lacksResults);
  const sending = mayDestroy
    ? accounts.client.instances.destroy(run.instanceId)
    : accounts.client.instances.setState(run.instanceId, 'stopped');
  await sending.catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  log.info(`Run ${run.id} is over: ${mayDestroy ? 'destroyed' : 'stopped'} instance ${run.instanceId}.`);
  instances.burst();
}
