import * as path from 'node:path';
import { nodeCommand, nodeVariables } from '../../domain/tasks/nodeCommand';
import type { Run } from '../../domain/runs/run';
import { resultsFolder } from '../../domain/runs/runFolders';
import { omitUndefined } from '../../domain/omitUndefined';
import type { Progress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { firstScript, otherScript } from '../../ssh/nodes/nodeScripts';
import { putFiles } from '../../ssh/sweeps/machines';
import { beginTogether, type StartTogether, type Ways } from '../sweeps/beginTogether';

/** A network that was made for a run, with its addresses, such as `10.1.2.0/24`. */
export interface RunNetwork {
  name: string;
  subnet?: string;
}

/**
 * Begins one run on several machines, which all begin the command once each of them is ready. Undefined if the person said no.
 *
 * @throws what kept one of them from it; none of them then runs it
 */
export async function beginNodes(
  services: Services,
  account: { id: string; baseUrl: string },
  ways: Ways,
  start: StartTogether & { network: RunNetwork | undefined },
  progress: Progress,
): Promise<Run | undefined> {
  const { plan, machines, workdir, network } = start;
  const count = machines.length;
  const { script, endsWithFirst } = nodeCommand(plan.task.run);
  // Of what was just rented, the list tells once it is reached.
  const gpus = () => services.instances.get(machines[0]?.id ?? NaN)?.num_gpus ?? 1;
  const subnet = network?.subnet;
  const begun = await beginTogether(
    services,
    account,
    ways,
    start,
    {
      reachesItself: true,
      prepare: (remote, id, options) => putFiles(remote, { id, workdir, files: { task: script } }, options),
      partOfOther: (id, rank) => ({
        script: otherScript({ id, subnet }),
        variables: nodeVariables(rank, count, gpus()),
        run: { fetch: [...plan.fetch], results: path.join(resultsFolder(plan.folder, id), `node-${rank}`) },
      }),
      partOfFirst: (id, first, others) => ({
        script: firstScript({
          id,
          first: first ?? { name: '', address: '' },
          others: others.map(({ host, run }) => ({ ...host, runId: run.id })),
          subnet,
          endsWithFirst,
          idleBelow: plan.idle?.below,
        }),
        variables: nodeVariables(0, count, gpus()),
        run: { nodes: count, ...omitUndefined({ network: network?.name }) },
      }),
    },
    progress,
  );
  return begun?.run;
}
