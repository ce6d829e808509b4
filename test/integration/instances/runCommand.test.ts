import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn, until } from '../support/inHost';

describe('one command on an instance, of a person or a program', () => {
  let instanceId: number;
  let person: Person;
  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'commands' });
    await agreed('connect', { instanceId });
  });
  beforeEach(async () => {
    person = new Person();
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    await person.leave();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(destroyAll);

  const byService = async () => (await sandbox.requests()).filter(({ path }) => path.includes('/command/'));

  it('runs over SSH with its quotes, both streams and its exit code', async () => {
    const command = `echo "it's $((1 + 1))"; echo wrong >&2; exit 3`;
    deepEqual(await agreed('runCommand', { instanceId, command }), {
      output: "it's 2\nwrong\n",
      exitCode: 3,
    });
    deepEqual(await byService(), []);
  });

  it('is shown to the person who types it, in a document that can’t be edited', async () => {
    const running = vscode.commands.executeCommand('gpuRental.runCommand', { instanceId, asRow: true });
    await until(() => person.inputs.length === 1, 'the question');
    person.inputs[0]!.value = 'echo hello; false';
    let isOver = false;
    void Promise.resolve(running).finally(() => (isOver = true));
    await person.pressEnterUntil(() => isOver);
    const editor = vscode.window.activeTextEditor;
    equal(editor?.document.uri.scheme, 'gpu-rental-text');
    match(editor?.document.getText() ?? '', /^\$ echo hello; false\nhello\n\[exit code 1\]$/);
    deepEqual(person.dialogs, []);
  });

  it('is done by the service on the disk of a stopped instance, which takes few', async () => {
    await agreed('stopInstance', { instanceId });
    await until(async () => {
      await sandbox.advance(60);
      await call('refreshInstances');
      return (await sandbox.instance(instanceId)).actual_status !== 'running';
    }, 'the stop');
    const done = await agreed<{ output: string }>('runCommand', { instanceId, command: 'du /root' });
    match(done.output, /^\d+\t\/root\n$/);
    await rejects(agreed('runCommand', { instanceId, command: 'nvidia-smi' }), /stopped/);
    ok((await byService()).length >= 2);
    await rejects(agreed('runCommand', { instanceId, command: 'l'.repeat(600) }), /512/);
    await rejects(call('runCommand', { instanceId }), /command/);
  });
});
