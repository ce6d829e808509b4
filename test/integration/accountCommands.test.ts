import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { call, environment, sandbox, signIn } from './support';

const baseUrl = environment.sandboxUrl;

describe('subaccounts', () => {
  before(signIn);
  after(() => sandbox.clearFailures());

  it('are created below the account in use', async () => {
    const email = 'below@example.com';
    const created = await call<{ id: number; username: string; email: string; key_id: number }>(
      'createSubaccount',
      {
        email,
        username: 'below',
        password: 'correct horse',
      },
    );
    deepEqual([created.username, created.email], ['below', email]);
    ok(created.key_id > 0);
    const sent = (await sandbox.requests()).findLast(({ path }) => path === '/api/v0/users/');
    match(JSON.stringify(sent?.body), /"parent_id":"me"/);
  });

  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['an address that is none', { email: 'below' }, /email address/],
    ['an address the service keeps for itself', { email: 'me@vast.ai' }, /@vast/],
    ['a long user name', { username: 'x'.repeat(65) }, /64/],
    ['a long password', { password: 'x'.repeat(257) }, /256/],
    ['what is no public key', { ssh_key: 'secret' }, /public key/],
  ];
  for (const [what, part, sentence] of wrong) {
    it(`refuse ${what} before anything is sent`, async () => {
      await sandbox.clearRequests();
      const request = { email: 'new@example.com', username: 'new', password: 'correct horse', ...part };
      await rejects(call('createSubaccount', request), sentence);
      ok(!(await sandbox.requests()).some(({ path }) => path === '/api/v0/users/'));
    });
  }

  it('say what helps when the service refuses one, without the password', async () => {
    // The service counts the seconds between two of these by its own clock.
    await sandbox.advance(5);
    const password = 'a password of nobody';
    const request = { email: 'BELOW@example.com', username: 'other', password };
    await rejects(call('createSubaccount', request), (error: Error) => {
      match(error.message, /exists already/);
      ok(!error.message.includes(password));
      return true;
    });
  });
});

describe('a host', () => {
  before(signIn);

  it('cancels the maintenance of a machine and hears how many windows that were', async () => {
    const accountId = await sandbox.accountId();
    const machineId = await sandbox.addHostedMachine(accountId, 3);
    const result = await call<{ machineId: number; windows: number }>('cancelMaintenance', {
      machineId,
      confirmed: true,
    });
    deepEqual([result.machineId, result.windows], [machineId, 3]);
    equal(await sandbox.maintenanceWindows(machineId, accountId), 0);
  });

  it('is told when the machine is not theirs', async () => {
    await rejects(call('cancelMaintenance', { machineId: 1, confirmed: true }), /not yours/);
  });
});

describe('API keys', () => {
  let accountId = '';

  before(async () => {
    const { apiKey } = await sandbox.createAccount({});
    ({ accountId } = await call<{ accountId: string }>('signIn', { apiKey, baseUrl }));
  });
  after(async () => {
    await sandbox.configure({ extensions: true });
    await call('signOut', { accountId });
    await signIn();
  });

  it('are created with least privilege, listed without their values, and deleted', async () => {
    const { id, key } = await call<{ id: number; key: string }>('createApiKey', { name: 'for a script' });
    const listed = await call<{ id: number; name: string; permissions: { api: object } }[]>('listApiKeys');
    ok(!JSON.stringify(listed).includes(key));
    const mine = listed.find((one) => one.id === id);
    equal(mine?.name, 'for a script');
    deepEqual(Object.keys(mine?.permissions.api ?? {}), [
      'misc',
      'user_read',
      'instance_read',
      'instance_write',
    ]);
    await call('deleteApiKey', { id, confirmed: true });
    ok(!(await call<{ id: number }[]>('listApiKeys')).some((one) => one.id === id));
  });

  it('take the place of the stored one in one step, when they are of the same account', async () => {
    const { key } = await call<{ key: string }>('createApiKey', { name: 'another' });
    deepEqual(await call('replaceApiKey', { apiKey: key }), { accountId, kept: true });
    await call('refreshInstances');
    await rejects(call('replaceApiKey', { apiKey: environment.apiKey }), /another account/);
    await rejects(call('replaceApiKey', { apiKey: 'nobody’s' }), /key/);
    await call('refreshInstances');
  });

  it('are reset, after which the new value is in use and the old one is dead', async () => {
    const { apiKey } = await sandbox.createAccount({});
    const signedIn = await call<{ accountId: string }>('signIn', { apiKey, baseUrl });
    deepEqual(await call('resetApiKey', { confirmed: true }), { accountId: signedIn.accountId, kept: true });
    await call('refreshInstances');
    await rejects(call('signIn', { apiKey, baseUrl }), /key/);
    await call('signOut', { accountId: signedIn.accountId });
    notEqual(signedIn.accountId, accountId);
  });

  it('are explained when the service does not have those endpoints', async () => {
    await call('switchAccount', { accountId });
    await sandbox.configure({ extensions: false });
    await rejects(call('listApiKeys'), /web console/);
  });
});
