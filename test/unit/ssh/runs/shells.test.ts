import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import * as path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { lookAtRuns } from '../../../../src/ssh/runs/lookAtRuns';
import { type RunOrder, startRun, stopRunOn } from '../../../../src/ssh/runs/runs';
import { endAll } from '../sweeps/machines';
import { letRun } from './letRun';
import { type Machine, machineWith, shells } from '../support/shellMachine';
import { writeProgram } from '../../support/program';

const signal = new AbortController().signal;
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const folderOf = ({ home }: Machine, id: string): string => path.join(home, '.gpu-rental/runs', id);

async function begin(machine: Machine, name: string, more: Partial<RunOrder>): Promise<string> {
  const id = `run-${name}-${process.pid}`;
  const order = { id, workdir: `~/${name}`, setup: '', run: 'true', limit: 600, ...more };
  const end = {
    resume: '',
    variables: {},
    then: 'keep',
    hasNoResults: true,
    base: 'http://127.0.0.1:9',
    instanceId: 7,
  } as const;
  await startRun(machine, { ...end, ...order }, signal);
  await letRun(machine, id, signal);
  return id;
}

async function sight(machine: Machine, id: string) {
  const found = (await lookAtRuns(machine, [id], signal)).runs.get(id);
  if (!found) throw new Error('The machine says nothing of the run.');
  return found;
}

async function over(machine: Machine, id: string) {
  await expect
    .poll(async () => (await sight(machine, id)).phase, { interval: 500 })
    .not.toMatch(/setup|running|starting/);
  return sight(machine, id);
}

async function numberIn(machine: Machine, id: string, name: 'pid' | 'group'): Promise<number> {
  const state = await readFile(path.join(folderOf(machine, id), 'state'), 'utf8');
  return Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(state)?.[1]);
}

/** Waits until a job has noted a process; its file is empty for a moment. */
const noted = async (machine: Machine, name: string): Promise<void> =>
  expect
    .poll(() => readFile(path.join(machine.home, name, 'child'), 'utf8').catch(() => ''))
    .toMatch(/^\d+\n/);

/** Whether one of the processes is there that a job has noted: within minutes, their numbers may be those of others. */
async function isAlive({ home }: Machine, name: string): Promise<boolean> {
  const noted = await readFile(path.join(home, name, 'child'), 'utf8').catch(() => '');
  const pids = noted.trim().split('\n');
  // What ended and wasn't asked for its code by anyone is there in name only, without its environment.
  const found = pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''));
  return (await Promise.all(found)).some((environment) => environment.includes(`HOME=${home}\0`));
}

/** Plays the same on a machine with each of the shells at once, for most of it is waiting. */
const underEach = (play: (machine: Machine) => Promise<void>) => async (): Promise<void> => {
  const played = shells.map(async (shell) => {
    const machine = await machineWith(shell);
    await play(machine).catch((error: unknown) => {
      throw new Error(`Under ${shell}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    });
  });
  const failed = (await Promise.allSettled(played)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
};

const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder]);
});

describe(`the supervisor under ${shells.join(', ')}`, () => {
  it(
    'tells the exit codes of set-up and run, and ends what they left',
    underEach(async (machine) => {
      const [good, failed, killed] = await Promise.all([
        begin(machine, 'good', {
          setup: 'echo set up',
          run: 'echo "$A$name$value$D"; sleep 1000 & echo $! > child; exit 7',
          variables: { name: 'n', A: "it's\n me", value: 'v', D: 'd' },
        }),
        begin(machine, 'failed', { setup: 'exit 3', run: 'touch ran' }),
        begin(machine, 'killed', { run: 'kill -9 $$' }),
      ]);
      expect(await over(machine, good)).toMatchObject({ why: 'exit', setupCode: 0, code: 7 });
      // What became of the machine is noted later.
      await expect.poll(async () => (await sight(machine, good)).end).toBe('kept');
      expect(await readFile(path.join(folderOf(machine, good), 'log'), 'utf8')).toBe(
        "set up\nit's\n menvd\n",
      );
      expect(await isAlive(machine, 'good')).toBe(false);
      expect(await over(machine, failed)).toMatchObject({ why: 'setup', setupCode: 3, code: undefined });
      expect(existsSync(path.join(machine.home, 'failed/ran'))).toBe(false);
      expect(await over(machine, killed)).toMatchObject({ why: 'exit', code: 137 });
    }),
  );

  it(
    'has a look say which ports the run serves, and what its log says of numbers',
    underEach(async (machine) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port: elsewhere } = other.address() as AddressInfo;
      // A port that was free a moment ago may be somebody else's by now: it says itself which one it has.
      const say = '() => console.log("Serving http://localhost:" + page.address().port + "/")';
      const serve = `const page = http.createServer().listen(0, "127.0.0.1", ${say}); net.createServer().listen(0, "::")`;
      const id = await begin(machine, 'serving', {
        run: `echo "beside http://10.0.0.1:${elsewhere}/"
printf 'loss=0.5\\rloss=0.25\\n{"accuracy": NaN}\\nno number here: x\\n'
setsid ${process.execPath} -e 'const http = require("http"), net = require("net"); ${serve}' & echo $! > page
while [ ! -e go ]; do sleep 0.2; done`,
      });
      const ports = async () => (await sight(machine, id)).ports;
      // Also of what left the run's process group; not one that its log has no address of or another program's.
      await expect.poll(ports).toEqual([expect.any(Number)]);
      const log = await readFile(path.join(machine.home, '.gpu-rental/runs', id, 'log'), 'utf8');
      const [, page] = /localhost:(\d+)/.exec(log) ?? [];
      expect(await ports()).toEqual([Number(page)]);
      const { numberLines } = await sight(machine, id);
      expect(numberLines).toEqual(['loss=0.5', 'loss=0.25', '{"accuracy": NaN}']);
      const at = path.join(machine.home, 'serving');
      // Its number is noted after it began; 0 would be all of this process's group.
      const noted = () => readFile(path.join(at, 'page'), 'utf8').catch(() => '');
      await expect.poll(noted).toMatch(/^[1-9]\d*\n$/);
      process.kill(Number(await noted()), 'SIGKILL');
      await expect.poll(ports).toEqual([]);
      await writeFile(path.join(at, 'go'), '');
      expect(await over(machine, id)).toMatchObject({ phase: 'ended', ports: [] });
      other.close();
    }),
  );

  it(
    'ends a job at its limit, when it is told to and when its GPU is idle, with all that it started',
    underEach(async (machine) => {
      const loads = path.join(machine.programs, 'loads');
      await writeFile(loads, '90\n3\n');
      writeProgram(path.join(machine.programs, 'nvidia-smi'), `#!/bin/sh\ncat ${loads}\n`);
      const job = `sleep 1000 & echo $! > child; sh -c 'trap "" TERM; echo $$ >> child; sleep 1001; :' & wait`;
      const idle = { minutes: 0.05, below: 5 };
      const [limited, hung, stopped, busy] = await Promise.all([
        begin(machine, 'limited', { limit: 15, run: job }),
        begin(machine, 'hung', { limit: 15, setup: job }),
        begin(machine, 'stopped', { run: job }),
        begin(machine, 'busy', { idle, run: 'sleep 1000 & echo $! > child; wait' }),
      ]);
      await noted(machine, 'stopped');
      const last = await stopRunOn(machine, stopped, { signal, wait });
      expect(last).toMatchObject({ phase: 'ended', why: 'stopped' });
      expect(await over(machine, limited)).toMatchObject({ phase: 'ended', why: 'limit' });
      expect(await over(machine, hung)).toMatchObject({ phase: 'ended', why: 'limit', code: undefined });
      expect(await sight(machine, busy)).toMatchObject({ phase: 'running' });
      await writeFile(loads, '4\n0\n');
      expect(await over(machine, busy)).toMatchObject({ phase: 'ended', why: 'idle' });
      for (const name of ['limited', 'hung', 'stopped', 'busy'])
        expect(await isAlive(machine, name)).toBe(false);
    }),
  );

  it(
    'notes that a restart interrupted a run, and doesn’t take another process for it',
    underEach(async (machine) => {
      const id = await begin(machine, 'restarted', { run: 'echo $$ >> child; sleep 1000' });
      await expect.poll(() => numberIn(machine, id, 'group')).toBeGreaterThan(0);
      await noted(machine, 'restarted');
      execFileSync('sh', [
        '-c',
        `kill -9 ${await numberIn(machine, id, 'pid')} -${await numberIn(machine, id, 'group')}`,
      ]);
      expect(await over(machine, id)).toMatchObject({ why: 'interrupted', code: undefined });
      await begin(machine, 'restarted', {});
      const file = path.join(folderOf(machine, id), 'state');
      const state = await readFile(file, 'utf8');
      await writeFile(file, state.replace(/^pid=.*$/m, `pid=${process.pid}`));
      expect(await sight(machine, id)).toMatchObject({ phase: 'ended', why: 'interrupted' });
      expect((await readFile(path.join(machine.home, 'restarted/child'), 'utf8')).trim()).toMatch(/^\d+$/);
      // Nor does the next run wait for it before it ends the machine, for which it has no key here.
      const next = await begin(machine, 'next', { then: 'stop' });
      await expect.poll(async () => (await sight(machine, next)).end).toBe('nokey');
    }),
  );

  it(
    'isn’t lost where it ends while somebody looks',
    underEach(async (machine) => {
      const [armed, cat] = [path.join(machine.home, 'armed'), path.join(machine.programs, 'cat')];
      const id = await begin(machine, 'brief', { run: 'until [ -e over ]; do sleep 0.1; done' });
      await expect.poll(async () => (await sight(machine, id)).phase).toBe('running');
      const pid = await numberIn(machine, id, 'pid');
      const script = `#!/bin/dash
/bin/cat "$@"
[ "$1" = state ] && rm ${armed} 2>/dev/null || exit 0
: > ${machine.home}/brief/over
while kill -0 ${pid} 2>/dev/null; do sleep 0.1; done
`;
      await rm(cat, { force: true });
      writeProgram(cat, script);
      await writeFile(armed, '');
      expect((await sight(machine, id)).phase).toBe('running');
      expect(existsSync(armed)).toBe(false);
      expect(await sight(machine, id)).toMatchObject({ phase: 'ended', why: 'exit', code: 0 });
    }),
  );

  it(
    'hands each variable of the person on, whatever its name',
    underEach(async (machine) => {
      const names = ['code', 'end', 'group', 'key', 'limit', 'name', 'now', 'phase', 'value', 'why', 'W'];
      const variables = Object.fromEntries(names.map((name) => [name, `the ${name}`]));
      const run = `${names.map((name) => `echo "$${name}"`).join('; ')}; exit 7`;
      const id = await begin(machine, 'named', { variables, setup: 'true', run });
      expect(await over(machine, id)).toMatchObject({ why: 'exit', code: 7 });
      const log = await readFile(path.join(folderOf(machine, id), 'log'), 'utf8');
      expect(log.trim().split('\n')).toEqual(Object.values(variables));
    }),
  );

  it(
    'begins no run on a machine whose last one is ending it, and goes on where that was refused',
    underEach(async (machine) => {
      const [asked, answer] = ['asked', 'answer'].map((name) => path.join(machine.home, name));
      const curl = `#!/bin/dash\n: > ${asked}\nwhile [ ! -e ${answer} ]; do sleep 0.1; done\ncat ${answer}\n`;
      writeProgram(path.join(machine.programs, 'curl'), curl);
      const last = await begin(machine, 'last', { then: 'stop', variables: { CONTAINER_API_KEY: 'k' } });
      // It would wait for the end of its machine for good.
      onTestFinished(() => void endAll(last));
      // No window looks at it.
      await rm(path.join(folderOf(machine, last), 'attended'));
      await expect.poll(() => existsSync(asked ?? '')).toBe(true);
      const late = begin(machine, 'late', {});
      await expect(late).rejects.toThrow('The machine is being stopped after its last run.');
      await writeFile(answer ?? '', '{"success": false}');
      let tries = 0;
      let again: string | undefined;
      const tryAgain = async () =>
        (again = await begin(machine, `again${++tries}`, { run: 'sleep 1000', then: 'stop' }).catch(
          () => undefined,
        ));
      await expect.poll(tryAgain).toBeDefined();
      // It has no key, and ends by itself only where it's the one to end the machine.
      onTestFinished(() => void endAll(again ?? ''));
      await writeFile(answer ?? '', '{"success": true}');
      await wait(6000);
      // Another one goes on.
      expect((await sight(machine, last)).end).not.toBe('stopped');
      await stopRunOn(machine, again ?? '', { signal, wait });
      await rm(path.join(folderOf(machine, again ?? ''), 'attended'));
      await expect.poll(async () => (await sight(machine, last)).end).toBe('stopped');
    }),
  );

  it(
    'keeps the limit when its supervisor is gone',
    underEach(async (machine) => {
      const id = await begin(machine, 'alone', { limit: 60, run: 'sleep 1000 & echo $! > child; wait' });
      await noted(machine, 'alone');
      // The job may note its child before the supervisor has noted the job.
      await expect.poll(() => numberIn(machine, id, 'group')).toBeGreaterThan(0);
      process.kill(await numberIn(machine, id, 'pid'), 'SIGKILL');
      expect((await sight(machine, id)).phase).toBe('running');
      expect(await isAlive(machine, 'alone')).toBe(true);
      expect(await over(machine, id)).toMatchObject({ why: 'interrupted', code: undefined });
      // Who notes that end waits for none of the job, which was sent a signal as a whole.
      await expect.poll(() => isAlive(machine, 'alone')).toBe(false);
    }),
  );

  it(
    'keeps the limit on a machine without awk',
    underEach(async (machine) => {
      const awk = path.join(machine.programs, 'awk');
      await rm(awk, { force: true });
      writeProgram(awk, '#!/bin/sh\nexit 127\n');
      const id = await begin(machine, 'plain', { limit: 15, run: 'sleep 1000 & echo $! > child; wait' });
      expect(await over(machine, id)).toMatchObject({ why: 'limit' });
      expect(await isAlive(machine, 'plain')).toBe(false);
    }),
  );

  it(
    'does not wait for the dead that nobody buries',
    underEach(async (machine) => {
      // Its first child ends and stays in the group, as its parent, which has left that, never asks for its code.
      const parent = 'sleep 0 & exec setsid sleep 1000';
      const hasLeft = `[ "$(cut -d ' ' -f 6 /proc/$!/stat)" = $! ]`;
      const run = `sh -c '${parent}' & echo $! > child; until ${hasLeft}; do sleep 0.1; done; date +%s > left`;
      const id = await begin(machine, 'unburied', { run });
      await noted(machine, 'unburied');
      const kept = Number(await readFile(path.join(machine.home, 'unburied/child'), 'utf8'));
      onTestFinished(() => void process.kill(kept, 'SIGKILL'));
      const { why, endedAt } = await over(machine, id);
      expect(why).toBe('exit');
      const left = Number(await readFile(path.join(machine.home, 'unburied/left'), 'utf8'));
      // Who is asked to end gets 20 seconds.
      expect((endedAt ?? 0) / 1000 - left).toBeLessThan(20);
    }),
  );

  it.runIf(process.getuid?.() === 0)(
    'ends a job that has filled the disk, and says how',
    underEach(async (machine) => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', machine.home]);
      mounted.push(machine.home);
      const fill = 'head -c 9000000 /dev/zero > full';
      const full = await begin(machine, 'full', {
        setup: `${fill}; true`,
        limit: 15,
        run: `${fill}2; sleep 1000`,
      });
      expect(await over(machine, full)).toMatchObject({ phase: 'ended', setupCode: 0, why: 'limit' });
      await expect(begin(machine, 'late', {})).rejects.toThrow('The disk of the machine is full');
      await mkdir(path.join(machine.home, 'freed'));
      execFileSync('rm', [path.join(machine.home, 'full/full')]);
      const id = await begin(machine, 'late', { run: `${fill}; exit 5` });
      expect(await over(machine, id)).toMatchObject({ phase: 'ended', code: 5 });
    }),
  );
});
