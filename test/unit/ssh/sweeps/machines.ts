import { appendFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import type { RunOrder } from '../../../../src/ssh/runs/runs';
import { runVariable } from '../../../../src/ssh/runs/supervisor';
import { endProcesses } from '../../support/endProcesses';
import type { sshdRemote } from '../transfer/support/sshdRemote';

/** What a machine does that isn't reached any more, or that restarts; says how many processes of the run there were. */
export const endAll = (runId: string): number => endProcesses(`${runVariable}=${runId}`);

export interface Machine<T = Awaited<ReturnType<typeof sshdRemote>>> {
  remote: T;
  instanceId: number;
  runId: string;
  endAll: () => void;
}

/** A machine that also trusts the keys in its home folder, as machines do. */
export async function machine<T extends { hostKey: string }>(
  instanceId: number,
  known: string,
  start: (n: number) => Promise<T>,
): Promise<Machine<T>> {
  const remote = await start(instanceId);
  await appendFile(known, `gpu-${instanceId} ${remote.hostKey}\n`);
  const runId = `run-of-${instanceId}-${process.pid}-${Date.now()}`;
  onTestFinished(() => void endAll(runId));
  return { remote, instanceId, runId, endAll: () => void endAll(runId) };
}

/** The run of one of several machines, with a variable that no file may have. */
export const machinesOrder = (id: string, instanceId: number, run: string): RunOrder => ({
  ...{
    id,
    instanceId,
    run,
    setup: 'echo set up',
    resume: '',
    limit: 600,
    then: 'keep',
    base: 'http://127.0.0.1:9',
  },
  ...{ workdir: '~/gpu-rental/work', variables: { SECRET: 'canary-7' }, hasNoResults: true },
});
