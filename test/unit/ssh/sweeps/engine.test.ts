import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { findProgram } from '../../../host/commandLine';
import { lookAtRuns } from '../../../../src/ssh/runs/lookAtRuns';
import { startRun, stopRunOn } from '../../../../src/ssh/runs/runs';
import { engineScript, serveScript, setupScript } from '../../../../src/ssh/sweeps/engine';
import { hostOf, introduce, makeKey, prepareMachine } from '../../../../src/ssh/sweeps/machines';
import { takeOver } from '../../../../src/ssh/sweeps/takeOver';
import { letRun } from '../runs/letRun';
import { temporaryFolder } from '../support/temporary';
import { sshdRemote } from '../transfer/support/sshdRemote';
import { type Machine, machine, machinesOrder } from './machines';
import { writeProgram } from '../../support/program';

const signal = new AbortController().signal;
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function sweepOf(
  count: number,
  run: string,
  values: readonly string[],
  {
    setup = 'echo set up',
    programs = '/nowhere',
    variables = {},
    parameters = {},
  }: {
    setup?: string;
    programs?: string;
    variables?: Readonly<Record<string, string>>;
    /** The same for each job. */
    parameters?: Readonly<Record<string, string>>;
  } = {},
) {
  const known = path.join(await temporaryFolder(), 'known_hosts');
  const machines: Machine[] = [];
  for (let n = 1; n <= count; n++) machines.push(await machine(n, known, () => sshdRemote()));
  const [first, ...others] = machines;
  const id = first!.runId;
  const table = {
    names: ['lr', 'word', ...Object.keys(parameters)],
    rows: values.map((value) => [value, `it's "${value}"`, ...Object.values(parameters)]),
  };
  const order = { id, workdir: '~/gpu-rental/work', run, resume: '', table };
  const key = await makeKey(first!.remote, id, signal);
  await prepareMachine(first!.remote, order, { signal });
  for (const { remote } of others) await prepareMachine(remote, order, { trusted: key, signal });
  const hosts = await Promise.all(others.map(({ remote, instanceId }) => hostOf(remote, instanceId, known)));
  await introduce(first!.remote, id, hosts, signal);
  for (const { remote, instanceId, runId } of machines) {
    const isFirst = runId === id;
    const names = hosts.map(({ name }) => name);
    const engine = `PATH='${programs}':$PATH; export PATH\n${engineScript(id, names, { every: 3, pause: 2 })}`;
    const script = isFirst ? engine : serveScript(id);
    const own = machinesOrder(runId, instanceId, script);
    const order = {
      ...own,
      variables: { ...own.variables, ...variables },
      ...(isFirst && { setup: setupScript(id, names, setup) }),
    };
    await startRun(remote, order, signal);
    await letRun(remote, runId, signal);
  }
  const sight = async (at = 0) => {
    const { remote, runId } = machines[at]!;
    return (await lookAtRuns(remote, [runId], signal)).runs.get(runId)!;
  };
  const results = path.join(first!.remote.home, `gpu-rental/work/sweep-${id}`);
  return { machines, others, id, sight, results, hosts };
}

const hasParallel = findProgram('parallel') !== undefined && findProgram('rsync') !== undefined;

it.runIf(hasParallel)(
  'gives jobs to all machines, brings their results to the first, and ends all',
  async () => {
    // The first jobs wait for the last machine, or the others would have done all by the time that it is ready.
    const begun = await temporaryFolder();
    const run = [
      `: > "${begun}/$(echo "$HOME" | tr / _)"`,
      `until [ "$(ls ${begun} | wc -l)" -eq 3 ]; do sleep 0.2; done`,
      'echo "loss=0.$lr"; printf %s "$word $SECRET" > "$GPU_RENTAL_RESULTS/out"; [ "$lr" != 4 ]',
    ].join('; ');
    const { others, machines, id, sight, results } = await sweepOf(3, run, ['1', '2', '3', '4', '5', '6']);
    await expect.poll(async () => (await sight()).phase, { interval: 500 }).toBe('ended');
    const { code, jobs = [], why } = await sight();
    expect([why, code]).toEqual(['exit', 0]);
    expect(jobs.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(
      jobs.map(({ number, code: own }) => (own === 0 ? undefined : [number, own])).filter(Boolean),
    ).toEqual([[4, 1]]);
    expect(jobs.find(({ number }) => number === 2)?.lines).toEqual(['loss=0.2']);
    expect(new Set(jobs.map(({ host }) => host))).toEqual(new Set([undefined, 'gpu-2', 'gpu-3']));
    for (const value of ['1', '2', '3', '4', '5', '6'])
      expect(await readFile(path.join(results, 'results', value, 'out'), 'utf8')).toBe(
        `it's "${value}" canary-7`,
      );
    for (const at of [1, 2])
      await expect.poll(async () => (await sight(at)).phase, { interval: 500 }).toBe('ended');
    expect(existsSync(path.join(machines[0]!.remote.home, '.gpu-rental/sweeps', id, 'key'))).toBe(false);
    // The others trust the first one no longer, and no file but the results has a value of a variable.
    for (const { remote } of others)
      expect(await readFile(path.join(remote.home, '.ssh/authorized_keys'), 'utf8')).not.toContain(id);
    for (const { remote } of machines)
      expect(
        execFileSync('sh', ['-c', `grep -rl canary-7 ${remote.home}/.gpu-rental || true`]).toString(),
      ).toBe('');
  },
);

it.runIf(hasParallel)('hands each variable of the person to each job, whatever its name', async () => {
  const named = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, `the ${name}`]));
  const variables = named('F S code ended hosts looks missing one out rounds run there waits');
  const parameters = named('n results shell task');
  const all = { ...variables, ...parameters };
  // The first jobs wait for each other, so that each machine has one.
  const begun = await temporaryFolder();
  const print = Object.keys(all).map((name) => `echo "$${name}"`);
  const run = `: > "${begun}/$lr"; until [ "$(ls ${begun} | wc -l)" -eq 2 ]; do sleep 0.2; done
{ echo "$GPU_RENTAL_JOB"; ${print.join('; ')}; } > "$GPU_RENTAL_RESULTS/told"`;
  const setup = `{ ${print.join('; ')}; } > "$HOME/told"`;
  const { machines, sight, results } = await sweepOf(2, run, ['1', '2'], { setup, variables, parameters });
  await expect.poll(async () => (await sight()).phase, { interval: 500 }).toBe('ended');
  expect((await sight()).jobs?.map(({ code }) => code)).toEqual([0, 0]);
  const told = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n');
  for (const job of ['1', '2'])
    expect(await told(path.join(results, 'results', job, 'told'))).toEqual([job, ...Object.values(all)]);
  const inSetup = (await told(path.join(machines[0]!.remote.home, 'told'))).filter((line) => line !== '');
  expect(inSetup).toEqual(Object.values(variables));
});

it.runIf(hasParallel)(
  'does the jobs of a machine that is lost elsewhere, and goes on with the others',
  async () => {
    const run = 'echo "$lr" >> "$HOME/begun"; until [ -e "$HOME/ends" ]; do sleep 0.2; done';
    const { machines, others, sight } = await sweepOf(2, run, ['1', '2', '3', '4']);
    const lost = others[0]!;
    await expect.poll(() => existsSync(path.join(lost.remote.home, 'begun')), { interval: 100 }).toBe(true);
    await lost.remote.lose();
    await writeFile(path.join(machines[0]!.remote.home, 'ends'), '');
    await expect.poll(async () => (await sight()).phase, { interval: 500 }).toBe('ended');
    const { jobs = [] } = await sight();
    expect(jobs.map(({ number, state, code }) => [number, state, code]).sort()).toEqual(
      [1, 2, 3, 4].map((number) => [number, 'ended', 0]),
    );
    expect(jobs.every(({ host }) => host === undefined)).toBe(true);
  },
);

it.runIf(hasParallel)(
  'goes on from another machine once the first is lost, and does no job again whose results are here',
  async () => {
    // Of those after the second, what is at work when the first is lost would never end.
    const run = [
      'echo "$lr" >> "$HOME/begun"',
      '[ "$lr" -lt 3 ] || { [ -e "$HOME/goes" ] && sleep 3; } || sleep 1000',
      'printf %s "$lr $SECRET" > "$GPU_RENTAL_RESULTS/out"',
    ].join('\n');
    const { machines, others, id, results, hosts } = await sweepOf(3, run, ['1', '2', '3', '4', '5', '6']);
    const [first, second, third] = machines;
    const begun = () =>
      machines.map(({ remote: { home } }) =>
        existsSync(path.join(home, 'begun')) ? readFileSync(path.join(home, 'begun'), 'utf8') : '',
      );
    await expect.poll(() => begun().every((one) => /[3-6]/.test(one))).toBe(true);
    const isHere = (lr: number): boolean => existsSync(path.join(results, `results/${lr}/out`));
    await expect.poll(() => isHere(1) && isHere(2)).toBe(true);
    await first!.remote.lose();
    first!.endAll();
    for (const { remote } of others) await writeFile(path.join(remote.home, 'goes'), '');
    const kept = [1, 2].map((number) => ({ number, host: 'gpu-1', code: 0, seconds: 1 }));
    const order = { ...machinesOrder(id, 2, ''), hasNoResults: false };
    const leaveOut = (error: unknown) => {
      throw error;
    };
    const take = () =>
      takeOver(second!.remote, [{ remote: third!.remote, host: hosts[1]! }], order, {
        kept,
        leaveOut,
        signal,
      });
    const before = begun().join('').length;
    await take();
    await expect.poll(() => begun().join('').length).toBeGreaterThan(before);
    // An answer may be lost.
    expect(await take()).toBe('begun');
    const sightOf = async () => (await lookAtRuns(second!.remote, [id], signal)).runs.get(id)!;
    await expect.poll(async () => (await sightOf()).phase, { interval: 500 }).toBe('ended');
    const { jobs = [], code } = await sightOf();
    expect(code).toBe(0);
    expect(jobs.map(({ number, state, code: own }) => [number, state, own]).sort()).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => [number, 'ended', 0]),
    );
    expect(
      jobs
        .filter(({ host }) => host === 'gpu-1')
        .map(({ number }) => number)
        .sort(),
    ).toEqual([1, 2]);
    for (const lr of [3, 4, 5, 6])
      expect(
        await readFile(
          path.join(second!.remote.home, `gpu-rental/work/sweep-${id}/results/${lr}/out`),
          'utf8',
        ),
      ).toBe(`${lr} canary-7`);
    for (const { remote, runId } of others) {
      await expect
        .poll(async () => (await lookAtRuns(remote, [runId], signal)).runs.get(runId)?.phase, {
          interval: 500,
        })
        .toBe('ended');
      expect(await readFile(path.join(remote.home, '.ssh/authorized_keys'), 'utf8')).not.toContain(id);
    }
    expect(begun().join('').match(/[12]/g)).toHaveLength(2);
    // A machine whose program doesn't wait any more can't take over.
    const late = takeOver(third!.remote, [], { ...order, instanceId: 3 }, { kept, leaveOut, signal });
    await expect(late).rejects.toThrow();
  },
);

it.runIf(hasParallel)(
  'does a job again whose results didn’t arrive, and doesn’t say before that it has ended',
  async () => {
    const programs = await temporaryFolder();
    const rsync = findProgram('rsync')!;
    // The first copy brings nothing.
    const once = `case "$*" in *--version*) ;; *) mkdir '${programs}/failed' 2>/dev/null && exit 12 ;; esac`;
    writeProgram(path.join(programs, 'rsync'), `#!/bin/sh\n${once}\nexec ${rsync} "$@"\n`);
    const run = 'sleep 1; printf %s "$lr" > "$GPU_RENTAL_RESULTS/out"';
    const { sight, results } = await sweepOf(2, run, ['1', '2', '3', '4'], { programs });
    const said = new Set<number>();
    const look = async (): Promise<string> => {
      const { phase, jobs = [] } = await sight();
      for (const { number, state } of jobs)
        if (state === 'ended' && !existsSync(path.join(results, `results/${number}/out`))) said.add(number);
      return phase;
    };
    await expect.poll(look, { interval: 200 }).toBe('ended');
    expect(existsSync(path.join(programs, 'failed'))).toBe(true);
    expect([...said]).toEqual([]);
    const { code, jobs = [] } = await sight();
    expect(code).toBe(0);
    expect(jobs.map(({ number, state }) => [number, state]).sort()).toEqual(
      [1, 2, 3, 4].map((number) => [number, 'ended']),
    );
    for (const value of ['1', '2', '3', '4'])
      expect(await readFile(path.join(results, 'results', value, 'out'), 'utf8')).toBe(value);
  },
);

it.runIf(hasParallel)('is stopped on every machine', async () => {
  const { machines, sight } = await sweepOf(2, 'echo x > "$HOME/begun"; sleep 1000', ['1', '2', '3']);
  for (const { remote } of machines)
    await expect.poll(() => existsSync(path.join(remote.home, 'begun')), { interval: 100 }).toBe(true);
  for (const { remote, runId } of machines) await stopRunOn(remote, runId, { signal, wait });
  expect([(await sight(0)).why, (await sight(1)).why]).toEqual(['stopped', 'stopped']);
  expect((await sight(0)).jobs?.filter(({ state }) => state === 'ended')).toEqual([]);
});

it.runIf(hasParallel)('ends the others at once where the set-up of the first fails', async () => {
  const { machines, sight } = await sweepOf(2, 'true', ['1'], {
    setup: 'set -e; sleep 1; false; echo no',
  });
  for (const at of [0, 1])
    await expect.poll(async () => (await sight(at)).phase, { interval: 500 }).toBe('ended');
  expect([(await sight(0)).why, (await sight(0)).setupCode, (await sight(1)).why]).toEqual([
    ...['setup', 1],
    'exit',
  ]);
  const { remote, runId } = machines[0]!;
  expect(existsSync(path.join(remote.home, '.gpu-rental/sweeps', runId, 'key'))).toBe(false);
});
