import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/domain/runs/run';
import type { JobState } from '../../../src/commands/sweeps/showSweep';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn, until } from '../support/inHost';

describe('a sweep over several machines', () => {
  const instanceIds: number[] = [];
  let folder = '';

  before(async () => {
    await signIn();
    for (const label of ['one', 'two']) instanceIds.push(await rentRunning({ label }));
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-sweep-'));
    await writeFile(
      join(folder, 'train.sh'),
      'echo "loss=$lr"; echo "$lr of $OF" > "$GPU_RENTAL_RESULTS/out"; sleep 1; [ "$lr" != 0.3 ]\n',
    );
    await writeFile(join(folder, 'sweep.csv'), 'lr,word\n0.4,"a, b"\n0.1,c\n0.3,d\n0.2,e\n');
    await agreed('connect', { instanceId: instanceIds[0] });
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await destroyAll();
  });

  const given = () => ({
    folder,
    task: { name: 'search', run: 'sh train.sh', envs: { OF: 'all' } },
    parameters: 'sweep.csv',
    instanceIds,
  });

  it('says in one question what runs, where, and how much at most', async () => {
    const person = new Person();
    try {
      equal(await call('runSweep', given()), undefined);
      const [asked] = person.dialogs;
      equal(asked?.message, 'Run 4 jobs of search on 2 instances?');
      match(asked?.detail ?? '', /lr=0\.4 word=a, b\nlr=0\.1 word=c\nlr=0\.3 word=d\n… and 1 more/);
      match(asked?.detail ?? '', /Instances: one \(\d+\), two \(\d+\)/);
      match(asked?.detail ?? '', /\$[\d.]+\/h; it ends after .* so it costs \$[\d.]+ at most/);
    } finally {
      await person.leave();
    }
    await rejects(
      agreed('runSweep', { ...given(), parameters: { 'l r': [1] } }),
      /can’t be the name of a variable/,
    );
    await rejects(agreed('runSweep', { ...given(), parameters: 'missing.csv' }), /can’t be read/);
  });

  it('ends nothing where it can’t begin on the first one', async () => {
    const [first, second] = await Promise.all(instanceIds.map((id) => sandbox.homeOf(id)));
    const runs = join(first!, '.gpu-rental/runs');
    await mkdir(join(first!, '.gpu-rental'), { recursive: true });
    await writeFile(runs, 'no folder');
    try {
      await rejects(agreed('runSweep', { ...given(), then: 'destroy' }));
    } finally {
      await rm(runs);
    }
    // What waited for jobs there has ended, and its machine goes on.
    const folder = join(second!, '.gpu-rental/runs');
    const [served = ''] = await readdir(folder);
    const isKept = async () => /^end=kept$/m.test(await readFile(join(folder, served, 'state'), 'utf8'));
    await until(isKept, 'the second one is kept');
    equal((await sandbox.instanceIds()).length, 2);
  });

  it('asks at once what becomes of instances that were rented for one which then can’t begin', async () => {
    const { instanceIds: _, ...others } = given();
    const query = { filters: { num_gpus: { eq: 1 } }, type: 'on-demand', limit: 10 };
    const rents = { ...others, query, count: 2, request: { image: 'debian:12', disk: 10, label: 'worker' } };
    const person = new Person();
    person.willPress('in total?', /^Rent 2/);
    person.willPress('Run 4 jobs', 'Cancel');
    person.willPress('search couldn’t start', 'Destroy');
    try {
      equal(await call('runSweep', rents), undefined);
      const asked = person.dialogs.at(-1);
      equal(asked?.message, 'search couldn’t start. Destroy the instances that were rented for it?');
      match(asked?.detail ?? '', /Instances: worker-1 \(\d+\), worker-2 \(\d+\)\n.*cost \$[\d.]+\/h now/);
      deepEqual(asked?.buttons, ['Not Now', 'Destroy', 'Keep']);
    } finally {
      await person.leave();
    }
    deepEqual((await sandbox.instanceIds()).sort(), [...instanceIds].sort());
  });

  it('runs each job once on one of them, brings the results here, and destroys all of them', async () => {
    const { runId, instanceIds: used } = await agreed<{ runId: string; instanceIds: number[] }>('runSweep', {
      ...given(),
      then: 'destroy',
    });
    deepEqual(used, instanceIds);
    const isFetched = async () => (await call<RunState>('followRun', { runId })).fetchedAt !== undefined;
    await until(isFetched, 'the results');
    const { jobs } = await call<{ jobs: JobState[] }>('showSweep', { runId, sortBy: 'loss' });
    deepEqual(
      jobs.map(({ parameters, state, code, metrics }) => [parameters.lr, state, code, metrics?.loss]),
      [
        ['0.1', 'ended', 0, '0.1'],
        ['0.2', 'ended', 0, '0.2'],
        ['0.3', 'ended', 1, '0.3'],
        ['0.4', 'ended', 0, '0.4'],
      ],
    );
    ok(jobs.some(({ host }) => host === `gpu-${instanceIds[1]}`));
    const results = join(folder, 'results', runId, `sweep-${runId}`, 'results');
    for (const [index, lr] of ['0.4', '0.1', '0.3', '0.2'].entries())
      equal(await readFile(join(results, String(index + 1), 'out'), 'utf8'), `${lr} of all\n`);
    await call('exportRun', { runId });
    const written = vscode.window.activeTextEditor?.document.getText() ?? '';
    match(
      written,
      /# - sweep: this is its first job[^]*\n# - job 2: lr=0\.1 word=c\n[^]*# - job 4: lr=0\.2 word=e\n/,
    );
    match(written, /envs:\n[^]*lr: "0\.4"\n {2}word: a, b\n/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(async () => {
      await sandbox.advance(5);
      await call('followRun', { runId });
      return (await sandbox.instanceIds()).length === 0;
    }, 'both instances are destroyed');
  });
});
