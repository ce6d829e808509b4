import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, overSsh } from '../support/inHost';
import { fetched, type Started, useRunTarget } from '../support/runs';

describe('a run from a folder to its results', () => {
  const target = useRunTarget();

  it('sends the folder, runs the task, and fetches the results once it has ended', async () => {
    const { runId } = await agreed<Started>('runOnGpu', {
      ...target,
      task: 'task.yaml',
      then: 'keep',
    });
    const state = await fetched(runId);
    deepEqual([state.phase, state.exitCode], ['ended', 4]);
    ok((state.dollars ?? NaN) >= 0);
    const log = await overSsh(`gpu-${target.instanceId}`, `cat ${state.log}`);
    equal(log, 'epochs 3');
    deepEqual(await agreed('openRunLog', { runId }), { text: 'epochs 3\n' });
    equal(await readFile(join(target.folder, 'results', runId, 'outputs/loss'), 'utf8'), '0.1\n');
    // The results of a run are no part of the next one.
    equal(await readFile(join(target.folder, 'results/.gitignore'), 'utf8'), '*\n');
    const again = await agreed('fetchRun', { runId, to: join(target.folder, 'elsewhere') });
    deepEqual(again, { received: 1, unchanged: 0, verified: true });
  });

  it('puts files elsewhere on the machine where its task says so', async () => {
    await mkdir(join(target.folder, 'data/deep'), { recursive: true });
    await writeFile(join(target.folder, 'data/deep/a b'), 'one');
    await writeFile(join(target.folder, 'data/settings.json'), '{}');
    await writeFile(
      join(target.folder, 'mounts.yaml'),
      'file_mounts:\n  ~/elsewhere/data: data\n  ~/elsewhere/other name.json: data/settings.json\n' +
        'run: cat ~/elsewhere/data/deep/* ~/elsewhere/"other name.json"\n',
    );
    const asked = { ...target, task: 'mounts.yaml', then: 'keep', fetch: [] };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    await fetched(runId);
    deepEqual(await agreed('openRunLog', { runId }), { text: 'one{}' });
    const person = new Person();
    try {
      await call('runOnGpu', asked);
      match(
        person.dialogs[0]?.detail ?? '',
        /\/data, which has 2 files \(5 bytes\), to ~\/elsewhere\/data\./,
      );
    } finally {
      await person.leave();
    }
  });

  it('keeps folders of the same name apart, and says whose results it may overwrite', async () => {
    const run = async (parent: string, said: string) => {
      const app = join(target.folder, parent, 'app');
      await mkdir(app, { recursive: true });
      const task = { name: said, run: `mkdir -p outputs; echo ${said} > outputs/said` };
      const asked = { ...target, folder: app, task, then: 'keep' };
      return { app, asked, runId: (await agreed<Started>('runOnGpu', asked)).runId };
    };
    const first = await run('client1', 'one');
    const second = await run('client2', 'two');
    for (const { app, runId, said } of [
      { ...first, said: 'one' },
      { ...second, said: 'two' },
    ]) {
      await fetched(runId);
      await agreed('fetchRun', { runId });
      equal(await readFile(join(app, 'results', runId, 'outputs/said'), 'utf8'), `${said}\n`);
    }
    const waiting = { ...second.asked, task: { name: 'slow', run: 'sleep 600' } };
    const { runId } = await agreed<Started>('runOnGpu', waiting);
    const person = new Person();
    try {
      await call('runOnGpu', second.asked);
      await call('runOnGpu', first.asked);
      const [own = '', other = ''] = person.dialogs.map(({ detail }) => detail ?? '');
      match(own, /The results of slow aren’t here yet\. This run may overwrite them\./);
      ok(!other.includes('overwrite'));
    } finally {
      await person.leave();
      await agreed('stopRun', { runId });
      await fetched(runId);
    }
  });

  it('is fetched, limited and ended as its project says where its task file can’t', async () => {
    const project = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
    const [settings, task] = [join(project, '.vscode/gpu-rental.json'), join(project, 'train.yaml')];
    const terms = { task: 'train.yaml', fetch: ['models/'], then: 'destroy', limit: { hours: 7 } };
    await mkdir(join(project, '.vscode'), { recursive: true });
    await writeFile(settings, JSON.stringify({ runs: [terms] }));
    await writeFile(task, 'run: true || false\n');
    const person = new Person();
    try {
      await call('runOnGpu', { ...target, folder: project, task });
      const said = person.dialogs[0]?.detail ?? '';
      match(said, /ends after 7 hours at the latest/);
      match(said, /Fetches models\/ when it ends/);
      match(said, /is destroyed once the results are here/);
    } finally {
      await person.leave();
      for (const file of [settings, task]) await rm(file);
    }
  });

  it('asks once, with the price, the limit and what is sent', async () => {
    const person = new Person();
    try {
      equal(await call('runOnGpu', { ...target, task: { run: 'true' } }), undefined);
      const dialogs = person.notifications.filter(({ isModal }) => isModal);
      equal(dialogs.length, 1);
      match(dialogs[0]?.detail ?? '', /\$\d.*ends after 4 hours at the latest/);
      match(dialogs[0]?.detail ?? '', /Fetches outputs\/, results\/ when it ends/);
    } finally {
      await person.leave();
    }
  });

  it('refuses a task file with a key that isn’t supported, at its line', async () => {
    await mkdir(join(target.folder, 'tasks'), { recursive: true });
    await writeFile(join(target.folder, 'tasks/bad.yaml'), 'run: x\nservice: {}\n');
    const refused = agreed('runOnGpu', { ...target, task: 'tasks/bad.yaml' });
    await rejects(refused, /bad.yaml, line 2: service isn’t supported/);
  });
});
