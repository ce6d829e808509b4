import { afterEach, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../support/account';
import { failureOf } from '../support/failures';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

/** A stopped instance whose GPUs someone else has. */
async function withoutGpu() {
  sandbox = await createSandbox({ sshd: false, queuedStart: 'waits' });
  const account = new TestAccount(sandbox);
  const [offer = 0] = sandbox.control.freeOffers();
  const { instanceId: id } = await account.client.instances.create(offer, {
    image: 'a',
    runtype: 'ssh_direct',
  });
  await sandbox.control.advance(600);
  expect(await account.client.instances.setState(id, 'stopped')).toBe('done');
  await sandbox.control.advance(60);
  sandbox.control.takeOffer(offer);
  return { sandbox, account, id, offer };
}

it('a start whose GPU is taken is queued, and runs once the GPU is free', async () => {
  const { sandbox, account, id, offer } = await withoutGpu();
  expect(await account.client.instances.setState(id, 'running')).toBe('queued');
  expect(await account.client.instances.get(id)).toMatchObject({
    intended_status: 'running',
    cur_state: 'stopped',
  });
  sandbox.control.releaseOffer(offer);
  await sandbox.control.advance(600);
  expect(await account.client.instances.get(id)).toMatchObject({ actual_status: 'running' });
});

it.each([
  ['running', 'Required resources are currently unavailable.'],
  ['stopped', 'Required resources are currently unavailable, state change queued.'],
] as const)('a change to %s that the service refuses is a failure: %s', async (state, msg) => {
  const { sandbox, account, id } = await withoutGpu();
  sandbox.control.failNext({ status: 200, body: { success: false, error: 'resources_unavailable', msg } });
  const error = await failureOf(account.client.instances.setState(id, state));
  expect(error.code).toBe('resources_unavailable');
  expect(error.message).toMatch(/^The GPU is in use by someone else now\./);
});
