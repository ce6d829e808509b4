import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, signIn, until } from '../support/inHost';

describe('a launch of a project', () => {
  const folder = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
  const file = join(folder, '.vscode', 'gpu-rental.json');
  let instanceId = 0;
  let person: Person;
  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'to share', env: { SHARED_TOKEN: 'hf_secret', EPOCHS: '3' } });
  });
  beforeEach(() => {
    person = new Person();
  });
  afterEach(() => person.leave());
  after(async () => {
    await rm(file, { force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await destroyAll();
  });

  it('is made of an instance, with what is scheduled and without secrets', async () => {
    await agreed('scheduleStop', { instanceId, action: 'stop', idleMinutes: 30, dollars: 4 });
    let isSaved = false;
    const saving = call('saveInstanceAsLaunch', { instanceId }).finally(() => (isSaved = true));
    await person.pressEnterUntil(() => isSaved);
    deepEqual(await saving, { name: 'to share' });
    const { json } = await call<{ json: string }>('exportLaunch', { name: 'to share' });
    const { launch } = JSON.parse(json) as { launch: Record<string, unknown> };
    equal(launch.label, 'to share');
    equal(launch.budget, 4);
    deepEqual(launch.additions, { stopWhenIdleMinutes: 30 });
    deepEqual(launch.env, { SHARED_TOKEN: { secret: 'SHARED_TOKEN' }, EPOCHS: '3' });
    ok(!json.includes('hf_secret'));
  });

  it('goes into the project’s file, from which it is rented', async () => {
    let isOver = false;
    const exporting = Promise.resolve(
      vscode.commands.executeCommand('gpuRental.exportLaunch', undefined),
    ).finally(() => (isOver = true));
    // Its own launches, of which the first is this one, then the project, which is proposed.
    await Promise.all([exporting, person.pressEnterUntil(() => isOver)]);
    const { launches } = JSON.parse(await readFile(file, 'utf8')) as { launches: { name: string }[] };
    equal(launches.length, 1);
    await rejects(call('rentSavedLaunch', { project: true, name: 'nobody' }), /No launch is named nobody/);
    const asked = person.inputs.length;
    const renting = call('rentSavedLaunch', { project: true, name: launches[0]!.name });
    await until(() => person.inputs.length > asked, 'the search for offers');
    await person.pressEscape();
    equal(await renting, undefined);
  });
});
