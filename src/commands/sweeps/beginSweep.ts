import { CancelledError } from '../../api/cancelled';
import type { Run } from '../../domain/runs/run';
import { isResumable } from '../../domain/tasks/projectRun';
import { ignore } from '../../log/log';
import type { Progress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { engineScript, serveScript, setupScript, sweepResults } from '../../ssh/sweeps/engine';
import { prepareMachine } from '../../ssh/sweeps/machines';
import { beginTogether, type StartTogether, type Ways } from './beginTogether';

interface Begun {
  /** The run of the first machine. */
  run: Run;
  /** Machines that take part, and those that couldn't begin. */
  instanceIds: readonly number[];
  failed: readonly number[];
}

/**
 * Begins the runs of a sweep: one of every other machine, which waits for jobs, and last that of the first, which gives
 * them. A machine other than the first that can't begin is left out.
 *
 * @throws what kept the first machine from it; the others then go on as they were
 */
export async function beginSweep(
  services: Services,
  account: { id: string; baseUrl: string },
  ways: Ways,
  start: Omit<StartTogether, 'machines'>,
  progress: Pick<Progress, 'signal' | 'report'>,
): Promise<Begun | undefined> {
  const { plan, workdir } = start;
  const { sweep, task } = plan;
  if (!sweep) return undefined;
  const { table, machines } = sweep;
  const failed: number[] = [];
  const resume = isResumable(plan.resume, task) ? (plan.resume ?? '') : '';
  const order = { workdir, run: task.run, resume, table };
  const begun = await beginTogether(
    services,
    account,
    ways,
    { ...start, machines },
    {
      reachesItself: false,
      prepare: (remote, id, options) => prepareMachine(remote, { ...order, id }, options),
      // A machine that comes back after it was outbid takes part again.
      partOfOther: (id) => ({ script: serveScript(id), resume: serveScript(id) }),
      partOfFirst: (id, _, others) => {
        const names = others.map(({ host }) => host.name);
        const script = engineScript(id, names);
        return {
          ...{ script, resume: script, setup: setupScript(id, names, task.setup) },
          run: {
            fetch: [`/${sweepResults(id)}/`],
            sweep: { names: [...table.names], rows: table.rows.map((row) => [...row]), jobs: [] },
          },
        };
      },
      without: (id) => (error) => {
        if (error instanceof CancelledError) throw error;
        ignore(services.log, `the sweep goes on without instance ${id}`)(error);
        failed.push(id);
        return undefined;
      },
    },
    progress,
  );
  if (!begun) return undefined;
  return { run: begun.run, instanceIds: begun.instanceIds.filter((id) => !failed.includes(id)), failed };
}
