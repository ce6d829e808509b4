import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import * as path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  lookAtStop,
  type MachineOrder,
  sendStop,
  takeBackStop,
} from '../../../../src/ssh/stops/stopOnMachine';
import { endProcesses } from '../../support/endProcesses';
import { watchArguments } from '../../support/watchArguments';
import { sshdRemote } from '../transfer/support/sshdRemote';

const signal = new AbortController().signal;
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const key = 'the-restricted-key';
const stopped = `PUT /api/v0/instances/7/ Bearer ${key} {"state":"stopped"}`;

type Machine = Awaited<ReturnType<typeof sshdRemote>>;

/** A machine whose sessions have its key, or none. */
async function machine(variables = `CONTAINER_API_KEY=${key}`): Promise<Machine> {
  const remote = await sshdRemote([], variables);
  onTestFinished(() => killWatch(remote));
  return remote;
}

/** A service that refuses as often as it is told to, and answers after so many milliseconds, never, or after this. */
async function service(refusals = 0, delay: number | (() => Promise<void>) = 0) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
      const success = calls.length > refusals;
      if (delay === Infinity) response.destroy();
      else
        void (typeof delay === 'number' ? wait(delay) : delay()).then(() =>
          response.end(JSON.stringify({ success })),
        );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { base: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, calls };
}

const order = (base: string, seconds: number, token = 'one'): MachineOrder => ({
  ...{ token, seconds, base, instanceId: 7 },
});

const fileIn = ({ home }: Machine, name: string): string => path.join(home, '.gpu-rental/stop', name);

async function fact(remote: Machine, name: string): Promise<string> {
  const state = await readFile(fileIn(remote, 'state'), 'utf8').catch(() => '');
  return new RegExp(`^${name}=(.*)$`, 'm').exec(state)?.[1] ?? '';
}

/** Ends what a restart of the machine would end. */
const killWatch = ({ home }: Machine) => expect.poll(() => endProcesses(`HOME=${home}`)).toBe(0);

/** Ends it in the pause after a refusal, however late that is seen here. */
async function killOnceRefused(remote: Machine): Promise<void> {
  await expect.poll(() => fact(remote, 'state')).toBe('refused');
  await killWatch(remote);
  const state = await readFile(fileIn(remote, 'state'), 'utf8');
  await writeFile(fileIn(remote, 'state'), state.replace(/^state=.*$/m, 'state=refused'));
}

async function isAtWork(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

/** What a start of the machine does. */
const start = ({ home }: Machine) =>
  execFileSync('sh', [path.join(home, '.gpu-rental/hook')], {
    env: { PATH: process.env.PATH, HOME: home, CONTAINER_API_KEY: key },
  });

it('stops the machine at its time with the key of the machine, without this computer', async () => {
  const remote = await machine();
  const { base, calls } = await service();
  const before = Date.now();
  const told = await sendStop(remote, order(base, 20), signal);
  expect(told).toMatchObject({ state: 'watching', token: 'one', isAlive: true });
  expect(told.left).toBeGreaterThan(0);
  expect(told.left).toBeLessThanOrEqual(21);
  remote.stop();
  await expect.poll(() => calls).toEqual([stopped]);
  // Three clocks are read in whole seconds for it.
  expect(Date.now() - before).toBeGreaterThan(17_500);
  await expect.poll(() => fact(remote, 'state')).toBe('done');
  expect(await lookAtStop(remote, signal)).toMatchObject({ state: 'done', token: 'one' });
});

it('tries again when the service refuses', async () => {
  const remote = await machine();
  const { base, calls } = await service(1);
  await sendStop(remote, order(base, 0), signal);
  await expect.poll(() => calls).toEqual([stopped, stopped]);
  await expect.poll(() => fact(remote, 'state')).toBe('done');
});

it('goes on after a restart of the machine, and isn’t sent twice', async () => {
  const remote = await machine();
  const { base, calls } = await service();
  await sendStop(remote, order(base, 60), signal);
  await killWatch(remote);
  expect((await lookAtStop(remote, signal)).state).toBe('none');
  start(remote);
  await expect.poll(async () => (await lookAtStop(remote, signal)).state).toBe('watching');
  await expect.poll(() => calls).toEqual([stopped]);
  await expect.poll(() => fact(remote, 'state')).toBe('done');
  start(remote);
  expect((await sendStop(remote, order(base, 0), signal)).state).toBe('done');
  await wait(2000);
  expect(calls).toEqual([stopped]);
});

it('isn’t sent after a restart where nobody knows whether it was carried out', async () => {
  const remote = await machine();
  const { base, calls } = await service(0, Infinity);
  await sendStop(remote, order(base, 0), signal);
  await expect.poll(() => calls).toHaveLength(1);
  await killWatch(remote);
  expect(await lookAtStop(remote, signal)).toMatchObject({ state: 'sent', isAlive: false });
  // It may have been sent once more before it was ended.
  const before = calls.length;
  start(remote);
  await wait(2000);
  expect(calls).toHaveLength(before);
});

it('is sent after a restart only where the service has just refused it', async () => {
  const remote = await machine();
  const { base, calls } = await service(Infinity);
  await sendStop(remote, order(base, 0), signal);
  await killOnceRefused(remote);
  let before = calls.length;
  start(remote);
  await expect.poll(() => calls.length).toBeGreaterThan(before);
  await killOnceRefused(remote);
  before = calls.length;
  const longAgo = Date.now() / 1000 - 3600;
  await utimes(fileIn(remote, 'state'), longAgo, longAgo);
  start(remote);
  await wait(2000);
  expect(calls).toHaveLength(before);
});

it('doesn’t stop what was started after its time', async () => {
  const remote = await machine();
  const { base, calls } = await service();
  await sendStop(remote, order(base, 600), signal);
  await killWatch(remote);
  await writeFile(fileIn(remote, 'at'), String(Math.floor(Date.now() / 1000) - 60));
  start(remote);
  await wait(2000);
  expect(calls).toEqual([]);
});

it('sends nothing once it was taken back, also after a restart', async () => {
  const remote = await machine();
  const { base, calls } = await service();
  await sendStop(remote, order(base, 600), signal);
  const pid = Number(await fact(remote, 'pid'));
  expect((await takeBackStop(remote, 'one', signal)).state).toBe('none');
  await expect.poll(() => isAtWork(pid)).toBe(false);
  await writeFile(fileIn(remote, 'at'), String(Math.floor(Date.now() / 1000) + 2));
  start(remote);
  await wait(4000);
  expect(calls).toEqual([]);
});

it('is replaced by a newer one, which an older one’s end leaves alone', async () => {
  const remote = await machine();
  const { base, calls } = await service();
  await sendStop(remote, order(base, 600, 'older'), signal);
  const older = Number(await fact(remote, 'pid'));
  expect(await sendStop(remote, order(base, 600, 'newer'), signal)).toMatchObject({
    ...{ state: 'watching', token: 'newer' },
  });
  expect(await takeBackStop(remote, 'older', signal)).toMatchObject({ state: 'watching', token: 'newer' });
  await expect.poll(() => isAtWork(older)).toBe(false);
  expect(calls).toEqual([]);
  expect((await lookAtStop(remote, signal)).left).toBeGreaterThan(500);
});

it('says that the machine has no key', async () => {
  const remote = await machine('');
  const { base, calls } = await service();
  expect(await sendStop(remote, order(base, 0), signal)).toMatchObject({ state: 'nokey', token: 'one' });
  expect(calls).toEqual([]);
});

it('says that the machine was told nothing', async () => {
  const remote = await machine();
  expect((await lookAtStop(remote, signal)).state).toBe('none');
  expect((await takeBackStop(remote, 'one', signal)).state).toBe('none');
});

it('keeps the key out of arguments and files of the machine', async () => {
  // In the environment of a start, as of the first process of a container: sshd here would name it in its arguments.
  const remote = await machine('');
  const seen = watchArguments();
  // It looks at what it is about.
  const { base, calls } = await service(1, async () => {
    for (const one of ['stop/watch', `${base}/api/v0/instances/7/`]) await seen.sees(one);
  });
  await sendStop(remote, order(base, 1), signal);
  start(remote);
  await expect.poll(() => fact(remote, 'state')).toBe('done');
  const all = seen.end();
  // More often where it takes long to see its arguments: it gives up after half a minute then.
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(calls)).toEqual(new Set([stopped]));
  for (const form of [key, Buffer.from(key).toString('base64')]) {
    expect(all.includes(form)).toBe(false);
    expect(execFileSync('sh', ['-c', 'grep -rl -e "$1" "$0" || true', remote.home, form]).toString()).toBe(
      '',
    );
  }
  expect(existsSync(fileIn(remote, 'watch.log'))).toBe(true);
});

it('logs in to no machine whose key isn’t known', async () => {
  const remote = { ...(await machine()), isKnown: true } as const;
  await expect(lookAtStop(remote, signal)).rejects.toThrow(/Host key verification failed/);
});
