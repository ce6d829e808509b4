import { deepEqual, doesNotMatch, equal, match, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn, until } from '../support/inHost';

describe('a snapshot of an instance', () => {
  const login = { user: 'me', password: 'hunter2-token' };
  let instanceId: number;
  let person: Person;

  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'pictured' });
  });
  beforeEach(() => {
    person = new Person();
  });
  afterEach(async () => {
    await person.leave();
    await sandbox.clearFailures();
  });
  after(destroyAll);

  it('is pushed by the person who types where to, with a password that no text repeats', async () => {
    let isOver = false;
    person.willPress('Push a snapshot of pictured', 'Pause and Push');
    const row = { instanceId, asRow: true };
    void vscode.commands.executeCommand('gpuRental.pushSnapshot', row).then(() => (isOver = true));
    for (const [index, text] of ['ghcr.io/me/training:v1', 'me', login.password].entries()) {
      await until(() => person.inputs.length === index + 1, `question ${index}`);
      person.inputs[index]!.value = text;
      await person.pressEnterUntil(
        () => isOver || person.inputs.length > index + 1 || person.dialogs.length > 0,
      );
    }
    await until(() => isOver, 'the end');
    deepEqual(await sandbox.snapshots(instanceId), ['ghcr.io/me/training:v1']);
    match(person.told('was requested')?.message ?? '', /^Look for /);
    await call('copyDiagnostics');
    const texts = [...person.notifications.map(({ message, detail }) => `${message} ${detail}`)];
    doesNotMatch([...texts, await vscode.env.clipboard.readText()].join('\n'), /hunter2/);
  });

  it('is refused in the service’s words, without the password that they repeat', async () => {
    const image = 'me/training';
    await sandbox.failNext({
      method: 'POST',
      path: '/take_snapshot/',
      status: 400,
      body: { success: false, msg: `login me:${login.password} failed` },
    });
    await rejects(agreed('pushSnapshot', { instanceId, image, ...login }), ({ message }: Error) => {
      match(message, /login me:/);
      doesNotMatch(message, /hunter2/);
      return true;
    });
    equal((await sandbox.snapshots(instanceId)).length, 1);
    equal(await call('pushSnapshot', { instanceId, image, ...login }), undefined);
    equal((await sandbox.snapshots(instanceId)).length, 1);
    const pushed = { instanceId, image: 'docker.io/me/training' };
    deepEqual(await agreed('pushSnapshot', { instanceId, image, ...login }), pushed);
  });
});
