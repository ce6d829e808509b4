import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stopRunOn } from '../../../../src/ssh/runs/runs';
import { canInstallByApt, installByApt } from '../../../host/apt';
import { findProgram } from '../../../host/commandLine';
import { temporaryFolder } from '../support/temporary';
import { sshdRemote } from '../transfer/support/sshdRemote';
import { nodesOf, untilShown } from './nodesOf';
import { writeProgram } from '../../support/program';

const signal = new AbortController().signal;
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A machine with temporary files of its own: the daemons of mpirun make folders there, and may not make the same at once. */
const machine = async () => sshdRemote([], `TMPDIR=${await temporaryFolder()}`);

/** On machines that all have the address of this computer, at ports of their own. */
const onPorts = (
  count: number,
  run: string,
  options: { setup?: string; named?: Readonly<Record<string, string>> } = {},
) => nodesOf(count, run, { ...options, start: machine });

/** Makes the sign of life old of which no other comes, until its run has ended; one may still have been on its way. */
const outwait = (
  { remote: { home } }: { remote: { home: string } },
  id: string,
  sign: string,
  look: () => Promise<{ phase: string }>,
) =>
  expect
    .poll(async () => {
      await utimes(path.join(home, '.gpu-rental/sweeps', id, sign), 0, 0);
      return (await look()).phase;
    })
    .toBe('ended');

it('runs the command on each with its rank, shows all of it in one log, and leaves no key', async () => {
  const { script, shown } = await untilShown();
  const run = `echo "rank $SKYPILOT_NODE_RANK of $SKYPILOT_NUM_NODES, $SECRET, $DSTACK_GPUS_NUM GPUs"
echo "$SKYPILOT_NODE_IPS" | wc -l; echo "$DSTACK_MASTER_NODE_IP"; cat "$DSTACK_MPI_HOSTFILE"
${script}`;
  const { ends, log, machines, id } = await onPorts(3, run);
  await shown(log, 3);
  expect(await ends()).toEqual(['exit', 0]);
  for (const at of [1, 2]) expect(await ends(at)).toEqual(['exit', 0]);
  const lines = (await log()).split('\n');
  for (const rank of [0, 1, 2]) {
    const own = lines.filter((line) => line.startsWith(`[${rank}] `)).map((line) => line.slice(4).trim());
    const said = [
      `rank ${rank} of 3, canary-7, 6 GPUs`,
      '3',
      '127.0.0.1',
      ...Array.from({ length: 3 }, () => '127.0.0.1 slots=2'),
      'said all',
    ];
    expect(own).toEqual(rank === 0 ? said : ['set up', ...said]);
  }
  for (const { remote } of machines) {
    expect(await readFile(path.join(remote.home, '.ssh/authorized_keys'), 'utf8')).not.toContain(id);
    expect(existsSync(path.join(remote.home, '.gpu-rental/sweeps', id, 'key'))).toBe(false);
    const kept = execFileSync('sh', [
      '-c',
      `grep -rl canary-7 ${remote.home}/.gpu-rental | grep -v /log$ || true`,
    ]);
    expect(kept.toString()).toBe('');
  }
});

it('hands each variable of the person on, on each, whatever its name', async () => {
  const names = 'S code each following how job name one rank said shell telling there what work'.split(' ');
  const named = Object.fromEntries(names.map((name) => [name, `the ${name}`]));
  const { script, shown } = await untilShown();
  const lines = names.map((name) => `echo "$${name}"`);
  const { ends, log } = await onPorts(2, [...lines, script].join('\n'), { named });
  await shown(log, 2);
  expect(await ends()).toEqual(['exit', 0]);
  const said = (await log()).split('\n');
  for (const rank of [0, 1])
    expect(said.filter((line) => line.startsWith(`[${rank}] the`)).map((line) => line.slice(4))).toEqual(
      Object.values(named),
    );
});

it('ends all of them once one fails', async () => {
  const { ends, log, sight } = await onPorts(
    3,
    'if [ "$DSTACK_NODE_RANK" = 2 ]; then exit 3; fi; sleep 1000',
  );
  expect(await ends()).toEqual(['exit', 3]);
  expect(await log()).toContain('Node 2 has failed with exit code 3.');
  await ends(1);
  await ends(2);
  expect((await sight(2)).code).toBe(3);
});

it('ends all of them where a set-up fails', async () => {
  const { ends, log } = await onPorts(2, 'sleep 1000', { setup: '[ "$SKYPILOT_NODE_RANK" = 0 ]' });
  expect((await ends())[1]).toBe(75);
  expect(await log()).toContain('The set-up of node 1 has failed, or it was ended.');
});

it('ends all of them once one is lost', async () => {
  const { ends, log, others, first, id, sight } = await onPorts(2, 'echo x > "$HOME/begun"; sleep 1000');
  await expect.poll(() => existsSync(path.join(first.remote.home, 'begun'))).toBe(true);
  await others[0]!.remote.lose();
  await outwait(first, id, 'said.1', sight);
  expect(await ends()).toEqual(['exit', 75]);
  expect(await log()).toContain('Node 1 isn’t reached any more.');
});

it('ends another one that hears nothing any more of the first', async () => {
  const { ends, first, others, id, sight } = await onPorts(2, 'echo x > "$HOME/begun"; sleep 1000');
  await expect.poll(() => existsSync(path.join(first.remote.home, 'begun'))).toBe(true);
  first.endAll();
  await outwait(others[0]!, id, 'beat', () => sight(1));
  expect(await ends(1)).toEqual(['exit', 75]);
});

it('is stopped on each, with one word to the first', async () => {
  const { ends, first, machines } = await onPorts(2, 'echo x > "$HOME/begun"; sleep 1000');
  for (const { remote } of machines)
    await expect.poll(() => existsSync(path.join(remote.home, 'begun'))).toBe(true);
  await stopRunOn(first.remote, first.runId, { signal, wait });
  expect((await ends())[0]).toBe('stopped');
  expect(await ends(1)).toEqual(['exit', 75]);
});

it('is idle only once the GPUs of all of them are', async () => {
  const programs = [await temporaryFolder(), await temporaryFolder()];
  const say = (at: number, load: string) => writeFile(path.join(programs[at]!, 'load'), `${load}\n`);
  for (const [at, folder] of programs.entries()) {
    const smi = '#!/bin/sh\necho >> "$(dirname "$0")/asked"\ncat "$(dirname "$0")/load"\n';
    writeProgram(path.join(folder, 'nvidia-smi'), smi);
    await say(at, at === 0 ? '0' : '90');
  }
  const { ends, sight } = await nodesOf(2, 'echo x > "$HOME/begun"; sleep 1000', {
    start: (n) => sshdRemote([], `PATH=${programs[n - 1]}:/usr/local/bin:/usr/bin:/bin`),
    idle: { minutes: 0.5, below: 5 },
  });
  // The first one asks every two seconds, so this is longer than the idle time.
  const asked = () => readFile(path.join(programs[0]!, 'asked'), 'utf8').catch(() => '');
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(16);
  expect((await sight()).phase).toBe('running');
  await say(1, '3');
  expect((await ends())[0]).toBe('idle');
  expect(await ends(1)).toEqual(['exit', 75]);
});

const hasMpi = (): boolean => findProgram('mpirun') !== undefined;

describe.runIf(hasMpi() || canInstallByApt())('with the mpirun of Open MPI', () => {
  beforeAll(() => installByApt(['openmpi-bin'], hasMpi));

  // All machines have the address of this computer here, so they are called by their names, which mpirun can't look up.
  it('starts one process on each, by the keys and names among the machines', async () => {
    const run = 'mpirun --host gpu-1,gpu-2 -np 2 --tag-output sh -c \'echo "in $HOME"\'';
    const { ends, log, machines } = await onPorts(2, run);
    expect(await ends(), await log()).toEqual(['exit', 0]);
    const said = await log();
    for (const { remote } of machines) expect(said).toMatch(new RegExp(`^\\[0\\] .*in ${remote.home}$`, 'm'));
    expect(await ends(1)).toEqual(['exit', 0]);
  });

  it('ends all of them where one of its processes fails', async () => {
    const run =
      'mpirun --host gpu-1,gpu-2 -np 2 sh -c \'[ "$OMPI_COMM_WORLD_RANK" = 0 ] || exit 4; sleep 1000\'';
    const { ends, log } = await onPorts(2, run);
    expect(await ends(), await log()).toEqual(['exit', 4]);
    await ends(1);
  });
});
