import { isOver, lacksResults, type Run } from '../../domain/runs/run';
import { ignore } from '../../log/log';
import type { RunKeeperStores } from './stoppedRuns';

/** Whether nothing is left of a run but its network, as was agreed. */
const isDone = (run: Run): boolean =>
  run.network !== undefined && run.then === 'destroy' && isOver(run) && !lacksResults(run);

/** Deletes the networks of runs whose instances are all destroyed as agreed. One that still has some is never deleted here. */
export async function deleteNetworks(
  { runs, accounts, instances, log }: Pick<RunKeeperStores, 'runs' | 'accounts' | 'instances' | 'log'>,
  accountId: string,
): Promise<void> {
  const all = runs.known(accountId);
  const its = (run: Run): Run[] => all.filter(({ id, serves }) => id === run.id || serves === run.id);
  const done = all.filter((run) => isDone(run) && its(run).every((one) => !instances.get(one.instanceId)));
  const { client } = accounts;
  if (done.length === 0 || !client || accounts.active?.id !== accountId) return;
  const networks = await client.overlays.list();
  for (const { id, network } of done) {
    const found = networks.find(({ name }) => name === network);
    // What it says nothing of may still have some.
    if (found && found.instances?.length !== 0) continue;
    if (found) await client.overlays.delete(found.name);
    await runs
      .edit(accountId, id, ({ network: _, ...run }) => run)
      .catch(ignore(log, 'the next look finds it gone'));
    log.info(`Deleted the network of run ${id}.`);
  }
}
