import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, sandbox, signIn, until } from '../support/inHost';

const value = 'hf_neverShown';

describe('the account’s variables', () => {
  let person: Person;
  before(signIn);
  beforeEach(async () => {
    person = new Person();
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    await person.leave();
    await sandbox.clearFailures();
  });

  const sent = async () =>
    (await sandbox.requests()).flatMap(({ method, path }) =>
      path.endsWith('/secrets/') && method !== 'GET' ? [method] : [],
    );

  it('are set, replaced and removed, and listed by their names alone', async () => {
    deepEqual(await agreed('setVariable', { name: 'HF_TOKEN', value }), { name: 'HF_TOKEN', isNew: true });
    deepEqual(await agreed('setVariable', { name: 'HF_TOKEN', value: 'other' }), {
      name: 'HF_TOKEN',
      isNew: false,
    });
    deepEqual(await call('listVariables'), ['HF_TOKEN']);
    deepEqual(await agreed('removeVariable', { name: 'HF_TOKEN' }), { name: 'HF_TOKEN' });
    deepEqual(await call('listVariables'), []);
    deepEqual(await sent(), ['POST', 'PUT', 'DELETE']);
  });

  it('are refused with a name that no shell takes, and where there is none to remove', async () => {
    await rejects(agreed('setVariable', { name: '1A', value }), /Argument name/);
    await rejects(agreed('setVariable', { name: 'A=B', value }), /Argument name/);
    await rejects(agreed('setVariable', { name: 'A', value: '' }), /Argument value/);
    await rejects(agreed('removeVariable', { name: 'GONE' }), /There is no variable named GONE/);
    deepEqual(await sent(), []);
  });

  it('are typed by a person as a password, and set after a dialog that doesn’t show them', async () => {
    person.willPress('Set the variable WANDB_KEY?', 'Set');
    const setting = vscode.commands.executeCommand('gpuRental.setVariable');
    const input = () => person.inputs.at(-1) as vscode.InputBox;
    await until(() => person.inputs.length === 1 && !('items' in input()), 'the name');
    input().value = 'WANDB_KEY';
    await person.pressEnterUntil(() => person.inputs.length === 2);
    equal(input().password, true);
    input().value = value;
    let isOver = false;
    void Promise.resolve(setting).finally(() => (isOver = true));
    await person.pressEnterUntil(() => isOver);
    deepEqual(await setting, { name: 'WANDB_KEY', isNew: true });
    ok(!JSON.stringify(person.notifications).includes(value));
    await agreed('removeVariable', { name: 'WANDB_KEY' });
  });

  it('are in no error, also when the service repeats what it was sent', async () => {
    await sandbox.failNext({
      path: '/secrets/',
      method: 'POST',
      status: 400,
      body: { success: false, error: 'invalid_args', msg: `value ${value} is bad` },
    });
    await rejects(agreed('setVariable', { name: 'BAD', value }), (error: Error) => {
      ok(!error.message.includes(value), error.message);
      return true;
    });
    deepEqual(await call('listVariables'), []);
  });
});
