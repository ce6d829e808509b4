import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../support/account';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await createSandbox({ sshd: false });
});
afterEach(() => sandbox.close());

it('of the machine’s daemon are asked for by their own member, and say why a start failed', async () => {
  const account = new TestAccount(sandbox);
  sandbox.control.setHostBehaviour('next', 'created', 'manifest unknown');
  const id = await account.rentRunning();
  sandbox.control.clearRequests();
  const logs = account.client.instanceActions;
  expect(await logs.readLog(id, 10, 'container')).not.toContain('docker create');
  expect(await logs.readLog(id, 10, 'daemon')).toMatch(/docker create[^]*manifest unknown/);
  const asked = sandbox.control.requests().filter(({ path }) => path.includes('request_logs'));
  expect(asked.map(({ body }) => body)).toEqual([{ tail: '10' }, { tail: '10', daemon_logs: 'true' }]);
});
