import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAtRuns } from '../../../../src/ssh/runs/lookAtRuns';
import { stopRunOn } from '../../../../src/ssh/runs/runs';
import { endAll } from '../sweeps/machines';
import { sshdRemote } from '../transfer/support/sshdRemote';
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

/** Ends what a restart of the machine would end: the run and all that watches it, which else writes down what was spent. */
async function restart(remote: { home: string }, id: string): Promise<void> {
  const pids = [Number(await fact(remote, id, 'group')), Number(await fact(remote, id, 'pid'))];
  // What is being ended may have begun another one.
  await expect.poll(() => endAll(id)).toBe(0);
  // A signal takes a moment, and until then they are at work.
  await expect.poll(() => Promise.all(pids.map(isAtWork))).toEqual([false, false]);
}

/** Not what is gone, or dead and not buried. */
async function isAtWork(pid: number): Promise<boolean> {
  if (!(pid > 0)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

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
    await ended(remote, run.id);
    expect(await sight(remote, run.id)).toMatchObject({
      phase: 'ended',
      why: 'interrupted',
      code: undefined,
    });
    execFileSync('touch', ['-d', '-1 hour', path.join(folderIn(remote, run.id), 'attended')]);
    await expect.poll(() => calls).toHaveLength(1);
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
  });

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
    const { base, calls, agree } = await service(Infinity);
    const variables = { CONTAINER_API_KEY: 'k' };
    const refused = await order({ base, then: 'stop', variables });
    await begin(remote, refused);
    await ended(remote, refused.id);
    await expect.poll(() => existsSync(path.join(folderIn(remote, refused.id), 'refused'))).toBe(true);
    execFileSync('touch', ['-d', '-1 hour', path.join(folderIn(remote, refused.id), 'attended')]);
    // A child that still sleeps holds the lock.
    await expect.poll(() => endAll(refused.id)).toBe(0);
    const before = calls.length;
    agree();
    const end = () => (hook(remote, variables), fact(remote, refused.id, 'end'));
    await expect.poll(end, { interval: 500 }).toBe('stopped');
    await expect.poll(() => endAll(refused.id)).toBe(0);
    const sent = calls.length;
    expect(sent).toBeGreaterThan(before);
    hook(remote, variables);
    await wait(1000);
    expect(calls).toHaveLength(sent);
  });

  /** What a start of the machine does. */
  const hook = (remote: { home: string }, variables: Record<string, string>) =>
    execFileSync('sh', [path.join(remote.home, '.gpu-rental/hook')], {
      env: { PATH: process.env.PATH, HOME: remote.home, ...variables },
    });
});
