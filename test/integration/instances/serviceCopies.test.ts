import { equal, match, ok, rejects } from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn, until } from '../support/inHost';

describe('copies that the service makes', () => {
  let [first, second] = [0, 0];
  let person: Person;

  before(async () => {
    await signIn();
    first = await rentRunning({ label: 'source' });
    second = await rentRunning({ label: 'target' });
    const home = await sandbox.homeOf(first);
    await mkdir(join(home, 'data'), { recursive: true });
    await writeFile(join(home, 'data/a b'), 'weights');
  });
  beforeEach(() => {
    person = new Person();
  });
  afterEach(() => person.leave());
  after(destroyAll);

  /** What the service takes its time for. */
  async function goingOn<T>(copying: Promise<T>): Promise<T> {
    let isOver = false;
    const over = copying.finally(() => (isOver = true));
    const goOn = async (): Promise<void> => {
      while (!isOver) {
        await sandbox.advance(5);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    const [result] = await Promise.all([over, goOn()]);
    return result;
  }

  const copied = async (): Promise<string> =>
    readFile(join(await sandbox.homeOf(second), 'copied/a b'), 'utf8').catch(() => '');

  it('go from one instance to another, also from a stopped one, once a person agrees', async () => {
    await agreed('stopInstance', { instanceId: first });
    await sandbox.advance(60);
    await call('refreshInstances');
    person.willPress('Have the service copy /root/data/ of source', 'Copy');
    let isOver = false;
    const row = { instanceId: first, asRow: true };
    const copying = goingOn(
      Promise.resolve(vscode.commands.executeCommand('gpuRental.copyToOtherInstance', row)),
    ).finally(() => (isOver = true));
    // There is only one other instance, which the last question names.
    for (const [index, text] of ['/root/data/', '/root/copied/'].entries()) {
      await until(() => person.inputs.length === index + 1, `question ${index}`);
      person.inputs[index]!.value = text;
      await person.pressEnterUntil(
        () => isOver || person.inputs.length > index + 1 || person.dialogs.length > 0,
      );
    }
    await copying;
    equal(await copied(), 'weights');
    match(person.told('The service says')?.message ?? '', /\/root\/data\/ of source \(\d+\) was copied to/);
    const [question] = person.dialogs;
    match(question?.detail ?? '', /Traffic of target/);
  });

  it('fail in the service’s words', async () => {
    const given = { instanceId: first, from: '/root/nothing', toInstanceId: second, to: '/root/copied' };
    await rejects(goingOn(agreed('copyToOtherInstance', given)), /source does not exist/);
  });

  it('go to a cloud storage and back', async () => {
    const { id: cloudId } = await sandbox.addCloud('models');
    const there = { instanceId: first, cloudId, from: '/root/data/', to: '/saved' };
    equal((await goingOn(agreed<{ outcome: string }>('copyToCloud', there))).outcome, 'done');
    const folder = await sandbox.folderOfCloud(cloudId);
    equal(await readFile(join(folder, 'saved/a b'), 'utf8'), 'weights');
    const back = { instanceId: second, cloudId, from: '/saved/', to: '/root/back' };
    await goingOn(agreed('copyFromCloud', back));
    ok(await readFile(join(await sandbox.homeOf(second), 'back/a b')));
    await rejects(agreed('copyToCloud', { ...there, cloudId: cloudId + 1000 }), /not found/);
  });

  it('say so where the account has no such copies, and their commands are gone', async () => {
    await sandbox.failNext({
      path: '/cloud_integrations/',
      status: 403,
      body: { success: false, msg: 'no' },
    });
    const given = { instanceId: first, cloudId: 1, from: '/root/', to: '/a' };
    await rejects(agreed('copyToCloud', given), /can’t copy with cloud storage here/);
    await sandbox.clearFailures();
  });
});
