import { isNotFound } from '../../api/errors';
import type { Run } from '../../domain/runs/run';
import type { RunKeeperStores } from './stoppedRuns';

/** The second line, for a machine that has no key to end itself with. Nothing unfetched is destroyed. */
export async function endInstance(
  { accounts, instances, log }: Pick<RunKeeperStores, 'accounts' | 'instances' | 'log'>,
  accountId: string,
  run: Run,
  isFetched: boolean,
): Promise<void> {
  if (accounts.active?.id !== accountId || !accounts.client) return;
  const mayDestroy = run.then === 'destroy' && isFetched;
  const sending = mayDestroy
    ? accounts.client.instances.destroy(run.instanceId)
    : accounts.client.instances.setState(run.instanceId, 'stopped');
  await sending.catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  log.info(`Run ${run.id} is over: ${mayDestroy ? 'destroyed' : 'stopped'} instance ${run.instanceId}.`);
  instances.burst();
}
