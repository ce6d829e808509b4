import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect } from 'vitest';
import { nodeCommand, nodeVariables } from '../../../../src/domain/tasks/nodeCommand';
import type { IdleEnd } from '../../../../src/domain/runs/run';
import { firstScript, otherScript } from '../../../../src/ssh/nodes/nodeScripts';
import { lookAtRuns } from '../../../../src/ssh/runs/lookAtRuns';
import { startRun } from '../../../../src/ssh/runs/runs';
import { hostOf, introduce, makeKey, putFiles } from '../../../../src/ssh/sweeps/machines';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { letRun } from '../runs/letRun';
import { temporaryFolder } from '../support/temporary';
import { type Machine, machine, machinesOrder } from '../sweeps/machines';

const signal = new AbortController().signal;

/**
 * What a command does last so that it doesn't end before all that it said is in the log of the first: what is still to be
 * shown doesn't hold up the end for long.
 */
export async function untilShown() {
  const go = path.join(await temporaryFolder(), 'go');
  /** @param count of the machines whose command says so */
  const shown = async (log: () => Promise<string>, count: number): Promise<void> => {
    await expect.poll(async () => (await log()).match(/^\[\d\] said all$/gm)).toHaveLength(count);
    await writeFile(go, '');
  };
  return { go, script: `echo said all; until [ -e '${go}' ]; do sleep 0.2; done`, shown };
}

/**
 * Begins a run on so many machines, which are called gpu-1, gpu-2 and so on.
 *
 * @param options their set-up, and how a machine is started, with the network that they have then
 */
export async function nodesOf<T extends Remote & { home: string; hostKey: string }>(
  count: number,
  run: string,
  {
    setup = '',
    start,
    subnet,
    idle,
    named = {},
  }: {
    setup?: string;
    /** Variables of the task. */
    named?: Readonly<Record<string, string>>;
    start: (n: number) => Promise<T>;
    subnet?: string;
    idle?: IdleEnd;
  },
) {
  const known = path.join(await temporaryFolder(), 'known_hosts');
  const machines: Machine<T>[] = [];
  for (let n = 1; n <= count; n++) machines.push(await machine(n, known, start));
  const [first, ...others] = machines as [Machine<T>, ...Machine<T>[]];
  const id = first.runId;
  const { script, endsWithFirst } = nodeCommand(run);
  const trusted = await makeKey(first.remote, id, signal);
  for (const { remote } of machines)
    await putFiles(
      remote,
      { id, workdir: '~/gpu-rental/work', files: { task: script } },
      { trusted, signal },
    );
  const hosts = await Promise.all(
    machines.map(({ remote, instanceId }) => hostOf(remote, instanceId, known)),
  );
  await introduce(first.remote, id, hosts, signal);
  const nodes = {
    id,
    first: hosts[0]!,
    others: others.map(({ runId }, index) => ({ ...hosts[index + 1]!, runId })),
    endsWithFirst,
    subnet,
    idleBelow: idle?.below,
  };
  for (const [rank, { remote, instanceId, runId }] of [...machines.entries()].reverse()) {
    const own = rank === 0 ? firstScript(nodes, { every: 1 }) : otherScript(nodes);
    const order = machinesOrder(runId, instanceId, own);
    const variables = { ...order.variables, ...named, ...nodeVariables(rank, count, 2) };
    await startRun(
      remote,
      { ...order, setup: setup || order.setup, variables, ...(rank === 0 && { idle }) },
      signal,
    );
    await letRun(remote, runId, signal);
  }
  const sight = async (at = 0) => {
    const { remote, runId } = machines[at]!;
    return (await lookAtRuns(remote, [runId], signal)).runs.get(runId)!;
  };
  const ends = async (at = 0) => {
    await expect.poll(async () => (await sight(at)).phase, { interval: 300 }).toBe('ended');
    const { why, code } = await sight(at);
    return [why, code];
  };
  const log = () => readFile(path.join(first.remote.home, '.gpu-rental/runs', id, 'log'), 'utf8');
  return { machines, first, others, id, sight, ends, log };
}
