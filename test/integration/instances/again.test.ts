import { deepEqual, equal, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SavedLaunch } from '../../../src/domain/launch/launchFile';
import { Person } from '../support/accountsPerson';
import {
  agreed,
  call,
  destroyAll,
  extensionApi,
  overSsh,
  rentRunning,
  sandbox,
  signIn,
  someOffer,
  until,
} from '../support/inHost';

describe('an instance once more', () => {
  const request = {
    label: 'train',
    env: { HF_TOKEN: 'hf_1', '-p 6006:6006': '1' },
    onstart: 'echo ready',
    disk: 12,
  };
  let instanceId = 0;
  before(async () => {
    await signIn();
    instanceId = await rentRunning(request);
  });
  after(destroyAll);

  const status = async (): Promise<string | null | undefined> => {
    const api = await extensionApi();
    return api.instances().find(({ id }) => id === instanceId)?.actual_status;
  };
  const wholeOf = async (id: number): Promise<{ gpu_name?: string | null | undefined }> =>
    (await extensionApi()).instances().find((one) => one.id === id) ?? {};
  const isUp = async (): Promise<void> => {
    await sandbox.advance(300);
    await call('refreshInstances');
    equal(await status(), 'running');
  };

  it('is rebooted, and is up again', async () => {
    deepEqual(await agreed('rebootInstance', { instanceId }), { instanceIds: [instanceId] });
    equal(await status(), 'rebooting');
    await rejects(agreed('rebootInstance', { instanceId }), /not running/);
    await isUp();
  });

  it('has its terminals closed, not ended with an error, when it is rebooted', async () => {
    const { alias } = await agreed<{ alias: string }>('openTerminal', { instanceId });
    const closed = new Promise<vscode.TerminalExitReason | undefined>((resolve) => {
      const subscription = vscode.window.onDidCloseTerminal(({ name, exitStatus }) => {
        if (name !== alias) return;
        subscription.dispose();
        resolve(exitStatus?.reason);
      });
    });
    // Its sshd stays: a slow window would see ssh end before it hears that the service does as it was asked.
    const answer = { status: 200, body: { success: true } };
    await sandbox.failNext({ method: 'PUT', path: '/instances/reboot/', ...answer });
    await agreed('rebootInstance', { instanceId });
    equal(await closed, vscode.TerminalExitReason.Extension);
    await isUp();
  });

  it('is recycled, and its new host key is trusted', async () => {
    const { alias } = await agreed<{ alias: string }>('connect', { instanceId });
    equal(await overSsh(alias, 'echo before'), 'before');
    await agreed('recycleInstance', { instanceId });
    equal(await status(), 'recycling');
    await isUp();
    await until(
      async () => (await overSsh(alias, 'echo after').catch(() => '')) === 'after',
      'a login after it',
    );
  });

  it('is saved as a launch, without the values of its secrets', async () => {
    const person = new Person();
    try {
      let isSaved = false;
      const saving = call('saveInstanceAsLaunch', { instanceId }).finally(() => (isSaved = true));
      await person.pressEnterUntil(() => isSaved);
      deepEqual(await saving, { name: 'train' });
    } finally {
      await person.leave();
    }
    const { json } = await call<{ json: string }>('exportLaunch', { name: 'train' });
    const { launch, offers } = JSON.parse(json) as SavedLaunch;
    const { label, onstart, disk, env } = launch;
    deepEqual(
      { label, onstart, disk, env },
      { ...request, env: { ...request.env, HF_TOKEN: env?.HF_TOKEN } },
    );
    equal(typeof env?.HF_TOKEN, 'object');
    equal(json.includes('hf_1'), false);
    const { gpu_name: gpu } = await wholeOf(instanceId);
    deepEqual(offers?.filters?.gpu_name, { eq: gpu });
  });

  it('is rented another time on another machine, with what it was created with', async () => {
    const { id: offerId } = await someOffer();
    const another = await agreed<{ instanceId: number }>('rentAnother', {
      instanceId,
      offerId,
      request: { disk: 15 },
    });
    const { image, env, onstart, label, disk, runtype } = await sandbox.launch(another.instanceId);
    deepEqual(
      { image, env, onstart, label, disk, runtype },
      {
        image: 'debian:12',
        env: request.env,
        onstart: request.onstart,
        label: 'train-2',
        disk: 15,
        runtype: 'ssh_direct',
      },
    );
  });
});
