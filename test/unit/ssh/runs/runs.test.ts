import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dropRun, letRunScript, startRun } from '../../../../src/ssh/runs/runs';
import { watchArguments } from '../../support/watchArguments';
import { temporaryFolder } from '../support/temporary';
import { runScript } from '../../../../src/ssh/transfer/remoteShell';
import { sshdRemote } from '../transfer/support/sshdRemote';
import { writeProgram } from '../../support/program';
import {
  begin,
  endSupervisor,
  ended,
  fact,
  folderIn,
  order,
  service,
  sight,
  signal,
  wait,
} from './runOnMachine';

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
  const over = { code: 7, setupCode: 0, why: 'exit', lastLine: 'last' };
  expect(await sight(remote, run.id)).toMatchObject(over);
  // What became of the machine is noted later.
  await expect.poll(async () => (await sight(remote, run.id)).end).toBe('kept');
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
  // The answer that it began may have been lost; the stop of the instance itself doesn't leave it to this one.
  const other = await order({ run: 'sleep 1000' });
  await begin(remote, other);
  await dropRun(remote, other.id, signal);
  await ended(remote, other.id);
  const go = path.join(folderIn(remote, other.id), 'go');
  expect(existsSync(go)).toBe(false);
  // A lost upload may end only now.
  await runScript(remote, letRunScript(other.id), { signal });
  expect(existsSync(go)).toBe(false);
  expect(calls).toEqual([]);
});

it('keeps its machine as a later run wants it whose supervisor is gone', async () => {
  const remote = await sshdRemote();
  const { base, calls } = await service(0);
  const first = await order({ base, then: 'stop', run: 'while [ ! -e go ]; do sleep 0.2; done' });
  await begin(remote, { ...first, variables: { CONTAINER_API_KEY: 'k' } });
  const later = await order({ run: 'touch begun; sleep 1000' });
  await begin(remote, later);
  // The group is noted before the job leads it; until then a signal finds none.
  await expect.poll(() => existsSync(path.join(later.workdir, 'begun'))).toBe(true);
  await expect.poll(() => fact(remote, later.id, 'group')).toMatch(/./);
  const group = Number(await fact(remote, later.id, 'group'));
  await endSupervisor(remote, later.id);
  process.kill(-group, 'SIGKILL');
  // A look would start it again, and this one waits for none.
  await rm(path.join(folderIn(remote, first.id), 'attended'));
  await writeFile(path.join(first.workdir, 'go'), '');
  await expect.poll(() => fact(remote, first.id, 'end')).toBe('kept');
  expect(calls).toEqual([]);
});

it('says of a run that the machine doesn’t know that it is lost', async () => {
  const remote = await sshdRemote();
  expect(await sight(remote, 'never-started-1')).toMatchObject({ phase: 'lost', code: undefined });
});

it('stops its machine with the restricted key, and tries again when that is refused', async () => {
  const remote = await sshdRemote();
  const { base, calls } = await service(1);
  const run = await order({ base, then: 'stop', variables: { CONTAINER_API_KEY: 'the-key' } });
  await begin(remote, run);
  await ended(remote, run.id);
  await expect.poll(() => calls.length).toBe(2);
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
  await expect.poll(() => calls).toEqual(['PUT /api/v0/instances/7/ Bearer k {"state":"stopped"}']);
  await writeFile(path.join(folder, 'done-with'), '');
  await endSupervisor(remote, unfetched.id);
  // They came here from the stopped disk, which the machine hasn't heard.
  const fetched = await order({ ...kept, fetchedBefore: [unfetched.id, 'never-was'] });
  await begin(remote, fetched);
  await ended(remote, fetched.id);
  await expect.poll(() => calls.at(-1)).toBe('DELETE /api/v0/instances/7/ Bearer k {}');
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
  await expect.poll(() => calls.length).toBeGreaterThan(0);
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
  await expect.poll(() => calls.length).toBe(1);
  await endSupervisor(remote, first.id);
});

it.each([
  ['keep', []],
  ['stop', ['PUT /api/v0/instances/7/ Bearer k {"state":"stopped"}']],
] as const)('leaves its machine to a later run that outlives it and is to %s it', async (then, sent) => {
  const remote = await sshdRemote();
  const { base, calls } = await service(0);
  const own = { base, variables: { CONTAINER_API_KEY: 'k' } };
  const untilGo = 'while [ ! -e go ]; do sleep 0.2; done';
  const first = await order({ ...own, then: 'destroy', run: untilGo });
  await begin(remote, first);
  const later = await order({ ...own, then, run: untilGo });
  await begin(remote, later);
  // One that ends before it has no say.
  const shorter = await order();
  await begin(remote, shorter);
  await ended(remote, shorter.id);
  // Times of an end are whole seconds.
  await wait(1100);
  await writeFile(path.join(first.workdir, 'go'), '');
  await ended(remote, first.id);
  await writeFile(path.join(later.workdir, 'go'), '');
  await ended(remote, later.id);
  const end = then === 'keep' ? 'kept' : 'stopped';
  await expect.poll(async () => (await sight(remote, first.id)).end).toBe(end);
  await expect.poll(async () => (await sight(remote, later.id)).end).toBe(end);
  expect(new Set(calls)).toEqual(new Set(sent));
  if (then === 'stop') for (const { id } of [first, later]) await endSupervisor(remote, id);
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
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(4);
  expect((await sight(remote, run.id)).phase).toBe('running');
  await writeFile(path.join(programs, 'load'), '3\n0\n');
  await ended(remote, run.id);
  expect(await sight(remote, run.id)).toMatchObject({ why: 'idle' });
});

it('is ended at its limit, also where its job leads its group late', async () => {
  const remote = await sshdRemote();
  const programs = await temporaryFolder();
  // The job's: it goes on only once the limit was seen to be over.
  const late = 'until [ "$(cat spent || echo 0)" -gt 11 ]; do sleep 0.2; done 2>/dev/null; : > led';
  const setsid = `#!/bin/sh\nif [ "$2" = -lc ]; then ${late}; fi\nexec /usr/bin/setsid "$@"\n`;
  writeProgram(path.join(programs, 'setsid'), setsid);
  const run = await order({
    limit: 10,
    run: 'sleep 1000',
    variables: { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` },
  });
  await begin(remote, run);
  await ended(remote, run.id);
  expect(await sight(remote, run.id)).toMatchObject({ why: 'limit' });
  expect(existsSync(path.join(folderIn(remote, run.id), 'led'))).toBe(true);
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
  await expect.poll(() => existsSync(path.join(run.workdir, 'started'))).toBe(true);
  await sight(remote, run.id);
  // It looks at what it is about.
  await seen.sees(`${run.id}/supervise`);
  await writeFile(path.join(run.workdir, 'go'), '');
  await ended(remote, run.id);
  const all = seen.end();
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
