import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lookAtRuns } from '../../../../src/ssh/runs/lookAtRuns';
import { dropRun, type RunOrder, startRun, stopRunOn } from '../../../../src/ssh/runs/runs';
import { letRun } from './letRun';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { watchArguments } from '../../support/watchArguments';
import { temporaryFolder } from '../support/temporary';
import { sshdRemote } from '../transfer/support/sshdRemote';
import { writeProgram } from '../../support/program';

const signal = new AbortController().signal;
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

let made = 0;
async function order(more: Partial<RunOrder> = {}): Promise<RunOrder> {
  const id = `test-${process.pid}-${Date.now()}-${++made}`;
  return {
    id,
    workdir: await temporaryFolder(),
    setup: '',
    run: 'echo hello',
    resume: '',
    variables: {},
    limit: 600,
    then: 'keep',
    hasNoResults: true,
    base: 'http://127.0.0.1:9',
    instanceId: 7,
    ...more,
  };
}

async function sight(remote: Remote, id: string) {
  const found = (await lookAtRuns(remote, [id], signal)).runs.get(id);
  if (!found) throw new Error('The machine says nothing of the run.');
  return found;
}

async function begin(remote: Remote, run: RunOrder): Promise<void> {
  await startRun(remote, run, signal);
  await letRun(remote, run.id, signal);
}

const folderIn = (remote: { home: string }, id: string): string =>
  path.join(remote.home, '.gpu-rental/runs', id);

async function fact(remote: { home: string }, id: string, name: string): Promise<string> {
  const state = await readFile(path.join(folderIn(remote, id), 'state'), 'utf8');
  return new RegExp(`^${name}=(.*)$`, 'm').exec(state)?.[1] ?? '';
}

/** Ends what a restart of the machine would end: the run and what watches it. */
async function restart(remote: { home: string }, id: string): Promise<void> {
  const group = Number(await fact(remote, id, 'group'));
  const pid = Number(await fact(remote, id, 'pid'));
  process.kill(pid, 'SIGKILL');
  // The job may be noted before it leads its group.
  const hasGroup = () => isAtWork(group).then((is) => !is || existsGroup(group));
  await expect.poll(hasGroup, { interval: 5 }).toBe(true);
  if (group > 0 && existsGroup(group)) process.kill(-group, 'SIGKILL');
  // A signal takes a moment, and until then they are at work.
  await expect.poll(() => Promise.all([pid, group].map(isAtWork)), { interval: 10 }).toEqual([false, false]);
}

function existsGroup(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** Not what is gone, or dead and not buried. */
async function isAtWork(pid: number): Promise<boolean> {
  if (!(pid > 0)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

const ended = (remote: Remote, id: string) =>
  expect.poll(async () => (await sight(remote, id)).phase, { timeout: 60_000, interval: 300 }).toBe('ended');

it('runs on without the connection, and keeps the exit code and the log', async () => {
  const remote = await sshdRemote();
  const run = await order({
    setup: 'echo set up',
    run: 'pwd; echo "$GREETING"; while [ ! -e go ]; do sleep 0.2; done; echo last; exit 7',
    variables: { GREETING: "it's\n me" },
  });
  await begin(remote, run);
  expect((await sight(remote, run.id)).phase).not.toBe('ended');
  await writeFile(path.join(run.workdir, 'go'), '');
  await ended(remote, run.id);
  expect(await sight(remote, run.id)).toMatchObject({
    code: 7,
    setupCode: 0,
    why: 'exit',
    lastLine: 'last',
    end: 'kept',
  });
  const folder = path.join(remote.home, '.gpu-rental/runs', run.id);
  expect(await readFile(path.join(folder, 'log'), 'utf8')).toBe(`set up\n${run.workdir}\nit's\n me\nlast\n`);
  // The value of a variable is in no file.
  const files = execFileSync('sh', ['-c', 'grep -rl "it\'s" "$0" || true', folder])
    .toString()
    .trim()
    .split('\n');
  expect(files).toEqual([path.join(folder, 'log')]);
});

it('starts once, however often it is told to', async () => {
  const remote = await sshdRemote();
  const run = await order({ run: 'echo x >> count; sleep 2' });
  await begin(remote, run);
  await begin(remote, run);
  await ended(remote, run.id);
  expect(await readFile(path.join(run.workdir, 'count'), 'utf8')).toBe('x\n');
});

it('ends at its limit also when it never begins, as when its files never arrive', async () => {
  const remote = await sshdRemote();
  const run = await order({ run: 'touch ran', limit: 15 });
  await startRun(remote, run, signal);
  expect((await sight(remote, run.id)).phase).toBe('starting');
  await ended(remote, run.id);
  expect(await sight(remote, run.id)).toMatchObject({ why: 'limit', code: undefined });
  expect(existsSync(path.join(run.workdir, 'ran'))).toBe(false);
});

it('is taken back before it begins, and its machine goes on', async () => {
  const remote = await sshdRemote();
  const { base, calls } = await service(0);
  const run = await order({ base, then: 'destroy', variables: { CONTAINER_API_KEY: 'k' } });
  await startRun(remote, run, signal);
  await dropRun(remote, run.id, signal);
  await ended(remote, run.id);
  await expect.poll(async () => (await sight(remote, run.id)).end).toBe('kept');
  expect(calls).toEqual([]);
});

describe('after a restart of its machine', () => {
  it('is noted as interrupted, without an exit code, and ends its machine as agreed', async () => {
    const remote = await sshdRemote();
    const { base, calls } = await service(0);
    const variables = { CONTAINER_API_KEY: 'k' };
    const run = await order({ base, run: 'sleep 1000', then: 'stop', variables });
    await begin(remote, run);
    await expect.poll(() => fact(remote, run.id, 'group')).not.toBe('');
    await restart(remote, run.id);
    // The key is in the environment of a start, which a session hasn't.
    hook(remote, variables);
    expect(await sight(remote, run.id)).toMatchObject({
      phase: 'ended',
      why: 'interrupted',
      code: undefined,
    });
    execFileSync('touch', ['-d', '-1 hour', path.join(folderIn(remote, run.id), 'attended')]);
    await expect.poll(() => calls, { timeout: 30_000 }).toHaveLength(1);
    await endSupervisor(remote, run.id);
  });

  it('goes on with its resume command, its variables and what is left of its limit', async () => {
    const remote = await sshdRemote();
    const run = await order({
      run: 'echo first; sleep 1000',
      resume: 'echo "again $GREETING"; sleep 1000',
      variables: { GREETING: "it's\n me" },
    });
    await begin(remote, run);
    const spent = path.join(folderIn(remote, run.id), 'spent');
    await expect.poll(() => readFile(path.join(folderIn(remote, run.id), 'log'), 'utf8')).toBe('first\n');
    // The job may have begun before the state says so.
    await expect.poll(() => fact(remote, run.id, 'group')).not.toBe('');
    await restart(remote, run.id);
    // Nearly all of the ten minutes.
    await writeFile(spent, '570');
    expect(await sight(remote, run.id)).toMatchObject({ phase: 'running', resumes: 1 });
    expect((await stat(path.join(folderIn(remote, run.id), 'env'))).mode & 0o777).toBe(0o600);
    await ended(remote, run.id);
    expect(await sight(remote, run.id)).toMatchObject({ why: 'limit', resumes: 1 });
    const log = await readFile(path.join(folderIn(remote, run.id), 'log'), 'utf8');
    expect(log).toBe("first\nagain it's\n me\n");
  }, 60_000);

  it('is watched once, however often its hook runs', async () => {
    const remote = await sshdRemote();
    const run = await order({ run: 'sleep 1000', resume: 'echo x >> count; sleep 1000' });
    await begin(remote, run);
    await expect.poll(() => fact(remote, run.id, 'group')).not.toBe('');
    await restart(remote, run.id);
    await Promise.all(Array.from({ length: 4 }, () => lookAtRuns(remote, [run.id], signal)));
    await expect.poll(() => readFile(path.join(run.workdir, 'count'), 'utf8').catch(() => '')).toBe('x\n');
    expect((await sight(remote, run.id)).resumes).toBe(1);
    await stopRunOn(remote, run.id, { signal, wait });
    expect(await readFile(path.join(run.workdir, 'count'), 'utf8')).toBe('x\n');
  });

  it('waits for a job that goes on without its supervisor', async () => {
    const remote = await sshdRemote();
    const run = await order({ run: 'while [ ! -e go ]; do sleep 0.2; done', resume: 'touch resumed' });
    await begin(remote, run);
    await expect.poll(() => fact(remote, run.id, 'group')).not.toBe('');
    process.kill(Number(await fact(remote, run.id, 'pid')), 'SIGKILL');
    expect(await sight(remote, run.id)).toMatchObject({ phase: 'running', resumes: 0 });
    await writeFile(path.join(run.workdir, 'go'), '');
    await ended(remote, run.id);
    expect(await sight(remote, run.id)).toMatchObject({ resumes: 1, code: 0 });
    expect(existsSync(path.join(run.workdir, 'resumed'))).toBe(true);
  });

  it('is ended again only where the service is known to have refused it', async () => {
    const remote = await sshdRemote();
    const { base, calls } = await service(1);
    const variables = { CONTAINER_API_KEY: 'k' };
    const refused = await order({ base, then: 'stop', variables });
    await begin(remote, refused);
    await ended(remote, refused.id);
    await expect.poll(() => calls, { timeout: 30_000 }).toHaveLength(1);
    await expect.poll(() => existsSync(path.join(folderIn(remote, refused.id), 'refused'))).toBe(true);
    execFileSync('touch', ['-d', '-1 hour', path.join(folderIn(remote, refused.id), 'attended')]);
    await endSupervisor(remote, refused.id);
    // A child that still sleeps holds the lock for a moment.
    await expect
      .poll(() => (hook(remote, variables), calls.length), { timeout: 30_000, interval: 500 })
      .toBe(2);
    await expect.poll(() => fact(remote, refused.id, 'end')).toBe('stopped');
    await endSupervisor(remote, refused.id);
    hook(remote, variables);
    await wait(1000);
    expect(calls).toHaveLength(2);
  }, 60_000);

  /** What a start of the machine does. */
  const hook = (remote: { home: string }, variables: Record<string, string>) =>
    execFileSync('sh', [path.join(remote.home, '.gpu-rental/hook')], {
      env: { PATH: process.env.PATH, HOME: remote.home, ...variables },
    });
});

it('says of a run that the machine doesn’t know that it is lost', async () => {
  const remote = await sshdRemote();
  expect(await sight(remote, 'never-started-1')).toMatchObject({ phase: 'lost', code: undefined });
});

/** A service that answers to the instance's own key, and refuses as often as it is told to. */
async function service(refusals: number) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
      response.end(JSON.stringify({ success: calls.length > refusals }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { base: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, calls };
}

it('stops its machine with the restricted key, and tries again when that is refused', async () => {
  const remote = await sshdRemote();
  const { base, calls } = await service(1);
  const run = await order({ base, then: 'stop', variables: { CONTAINER_API_KEY: 'the-key' } });
  await begin(remote, run);
  await ended(remote, run.id);
  await expect.poll(() => calls.length, { timeout: 60_000 }).toBe(2);
  expect(calls[1]).toBe('PUT /api/v0/instances/7/ Bearer the-key {"state":"stopped"}');
  await expect.poll(async () => (await sight(remote, run.id)).end).toBe('stopped');
  await endSupervisor(remote, run.id);
});

it('destroys its machine only after the results were fetched', async () => {
  const remote = await sshdRemote();
  const { base, calls } = await service(0);
  const kept = { base, then: 'destroy', variables: { CONTAINER_API_KEY: 'k' } } as const;
  const unfetched = await order({ ...kept, hasNoResults: false });
  await begin(remote, unfetched);
  await ended(remote, unfetched.id);
  const folder = path.join(remote.home, '.gpu-rental/runs', unfetched.id);
  // Nobody looks any more.
  execFileSync('touch', ['-d', '-1 hour', path.join(folder, 'attended')]);
  await expect
    .poll(() => calls, { timeout: 30_000 })
    .toEqual(['PUT /api/v0/instances/7/ Bearer k {"state":"stopped"}']);
  await writeFile(path.join(folder, 'done-with'), '');
  await endSupervisor(remote, unfetched.id);
  // They came here from the stopped disk, which the machine hasn't heard.
  const fetched = await order({ ...kept, fetchedBefore: [unfetched.id, 'never-was'] });
  await begin(remote, fetched);
  await ended(remote, fetched.id);
  await expect.poll(() => calls.at(-1), { timeout: 30_000 }).toBe('DELETE /api/v0/instances/7/ Bearer k {}');
  await endSupervisor(remote, fetched.id);
});

it('doesn’t destroy its machine while results of another run are only there', async () => {
  const remote = await sshdRemote();
  const { base, calls } = await service(0);
  const kept = { base, then: 'destroy', variables: { CONTAINER_API_KEY: 'k' } } as const;
  const other = await order({ ...kept, hasNoResults: false });
  await begin(remote, other);
  await ended(remote, other.id);
  const run = await order(kept);
  await begin(remote, run);
  await ended(remote, run.id);
  const seen = await Promise.all([run, other].map(({ id }) => sight(remote, id)));
  expect(seen.map(({ holdsMore, othersWork }) => [holdsMore, othersWork])).toEqual([
    [true, true],
    [false, true],
  ]);
  await wait(6000);
  expect(calls).toEqual([]);
  // Its window is closed before it has fetched them.
  execFileSync('touch', ['-d', '-1 hour', path.join(folderIn(remote, other.id), 'attended')]);
  await expect.poll(() => calls.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(new Set(calls)).toEqual(new Set(['PUT /api/v0/instances/7/ Bearer k {"state":"stopped"}']));
  for (const { id } of [other, run]) await endSupervisor(remote, id);
  expect((await sight(remote, run.id)).othersWork).toBe(false);
});

it('doesn’t end its machine while another run is at work there', async () => {
  const remote = await sshdRemote();
  const { base, calls } = await service(0);
  const other = await order({ run: 'while [ ! -e go ]; do sleep 0.2; done' });
  await begin(remote, other);
  const first = await order({ base, then: 'stop', variables: { CONTAINER_API_KEY: 'k' } });
  await begin(remote, first);
  await ended(remote, first.id);
  await wait(3000);
  expect(calls).toEqual([]);
  await writeFile(path.join(other.workdir, 'go'), '');
  await expect.poll(() => calls.length, { timeout: 30_000 }).toBe(1);
  await endSupervisor(remote, first.id);
});

it('ends when a GPU was idle for long enough, and not when its load isn’t known', async () => {
  const remote = await sshdRemote();
  const programs = await mkdtemp(path.join(os.tmpdir(), 'gpu-rental-smi-'));
  onTestFinished(() => rm(programs, { recursive: true, force: true }));
  const smi = '#!/bin/sh\necho >> "$(dirname "$0")/asked"\ncat "$(dirname "$0")/load"\n';
  writeProgram(path.join(programs, 'nvidia-smi'), smi);
  await writeFile(path.join(programs, 'load'), '[N/A]\n');
  const run = await order({
    idle: { minutes: 0.05, below: 5 },
    run: 'sleep 1000',
    variables: { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` },
  });
  await begin(remote, run);
  // It asks every two seconds, so this is longer than the idle time.
  const asked = () => readFile(path.join(programs, 'asked'), 'utf8').catch(() => '');
  await expect.poll(async () => (await asked()).length, { timeout: 60_000 }).toBeGreaterThan(4);
  expect((await sight(remote, run.id)).phase).toBe('running');
  await writeFile(path.join(programs, 'load'), '3\n0\n');
  await ended(remote, run.id);
  expect(await sight(remote, run.id)).toMatchObject({ why: 'idle' });
});

it('is ended at its limit, also where its job leads its group late', async () => {
  const remote = await sshdRemote();
  const programs = await temporaryFolder();
  writeProgram(path.join(programs, 'setsid'), '#!/bin/sh\nsleep 6\nexec /usr/bin/setsid "$@"\n');
  const run = await order({
    limit: 3,
    run: 'sleep 1000',
    variables: { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` },
  });
  await begin(remote, run);
  await ended(remote, run.id);
  expect(await sight(remote, run.id)).toMatchObject({ why: 'limit' });
});

it('keeps the values of variables out of arguments and files of the machine', async () => {
  const remote = await sshdRemote();
  const secret = `canary-${process.pid}-3f`;
  const run = await order({
    setup: 'test -n "$TOKEN"',
    run: 'touch started; printf %s "$TOKEN" | tr a-z b-za; while [ ! -e go ]; do sleep 0.2; done',
    variables: { TOKEN: secret },
  });
  const seen = watchArguments();
  await begin(remote, run);
  await expect.poll(() => existsSync(path.join(run.workdir, 'started')), { timeout: 30_000 }).toBe(true);
  await sight(remote, run.id);
  await writeFile(path.join(run.workdir, 'go'), '');
  await ended(remote, run.id);
  const all = seen();
  // It looked at what it is about, also in the form in which it is sent.
  expect(all).toContain('supervise');
  for (const form of [secret, Buffer.from(secret).toString('base64')]) {
    expect(all).not.toContain(form);
    expect(execFileSync('sh', ['-c', 'grep -rl -e "$1" "$0" || true', remote.home, form]).toString()).toBe(
      '',
    );
  }
  // The run itself had it.
  const log = await readFile(path.join(remote.home, '.gpu-rental/runs', run.id, 'log'), 'utf8');
  expect(log).toMatch(/^dbobsz-/);
});

/** Supervisors that have stopped their machine wait for their end. */
async function endSupervisor(remote: { home: string }, id: string): Promise<void> {
  process.kill(Number(await fact(remote, id, 'pid')), 'SIGKILL');
}
