import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Client } from '../../../src/api/client';
import { lazyFetch } from '../../../src/api/http/nodeFetch';
import { createApiKey } from '../../../src/commands/account/createApiKey';
import { createSubaccount } from '../../../src/commands/account/createSubaccount';
import type { Services } from '../../../src/prompts/services';
import { Person } from '../support/accountsPerson';
import { agreed, call, environment, sandbox, signIn, until } from '../support/inHost';

const baseUrl = environment.sandboxUrl;

describe('subaccounts', () => {
  before(signIn);
  after(() => sandbox.clearFailures());

  it('are created below the account in use', async () => {
    const email = 'below@example.com';
    const created = await agreed<{ id: number; username: string; email: string; key_id: number }>(
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
      await rejects(agreed('createSubaccount', request), sentence);
      ok(!(await sandbox.requests()).some(({ path }) => path === '/api/v0/users/'));
    });
  }

  it('hand over a password that was made here, also to whom a program asked', async () => {
    await sandbox.advance(5);
    const person = new Person();
    try {
      const creating = agreed<{ username: string }>('createSubaccount', {
        email: 'made@example.com',
        username: 'made',
        host_only: false,
        ssh_key: '',
      });
      person.willPress('Account made', 'Copy Password');
      await person.pressEnterUntil(() => person.heard('Account made'));
      equal((await creating).username, 'made');
      await until(async () => /^[A-Za-z2-9]{24}$/.test(await vscode.env.clipboard.readText()), 'a password');
      await vscode.env.clipboard.writeText('');
    } finally {
      await person.leave();
    }
  });

  it('are asked for again, with what was typed, when the service refuses without naming a field', async () => {
    await sandbox.advance(5);
    await sandbox.clearRequests();
    const body = { success: false, error: 'invalid_args', msg: 'host_only: not for this account' };
    await sandbox.failNext({ method: 'POST', path: '/users/', status: 400, body });
    const person = new Person();
    try {
      const request = {
        email: 'again@example.com',
        username: 'again',
        password: 'correct horse',
        ssh_key: '',
      };
      const client = new Client({ baseUrl, apiKey: environment.apiKey, fetch: lazyFetch });
      const creating = createSubaccount(
        { accounts: { client, active: { id: 'a' } } } as unknown as Services,
        {
          instanceIds: [],
          confirmed: false,
          interactive: true,
          arguments: { ...request, host_only: true },
        },
      );
      person.willPress('host_only', 'Edit…', () => sandbox.advance(5));
      await person.pressEnterUntil(() => person.heard('Account again'));
      await creating;
      // The password was kept without being shown.
      ok(!person.inputs.some(({ value }) => value.includes('correct horse')));
      equal(person.inputs.length, 5);
      const sent = (await sandbox.requests()).findLast(({ path }) => path === '/api/v0/users/');
      match(JSON.stringify(sent?.body), /again@example\.com.*"host_only":true/);
    } finally {
      await person.leave();
    }
  });

  it('say what helps when the service refuses one, without the password', async () => {
    // The service counts the seconds between two of these by its own clock.
    await sandbox.advance(5);
    const password = 'a password of nobody';
    const request = { email: 'BELOW@example.com', username: 'other', password };
    await rejects(agreed('createSubaccount', request), (error: Error) => {
      match(error.message, /already exists/);
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
    const result = await agreed<{ machineId: number; windows: number }>('cancelMaintenance', {
      machineId,
    });
    deepEqual([result.machineId, result.windows], [machineId, 3]);
    equal(await sandbox.maintenanceWindows(machineId, accountId), 0);
  });

  it('is told when the machine is not theirs', async () => {
    await rejects(agreed('cancelMaintenance', { machineId: 1 }), /not yours/);
  });
});

describe('API keys', () => {
  let accountId = '';

  before(async () => {
    const { apiKey } = await sandbox.createAccount({});
    ({ accountId } = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl }));
  });
  after(async () => {
    await sandbox.configure({ extensions: true });
    await agreed('signOut', { accountId });
    await signIn();
  });

  it('are created with what this extension needs, listed without their values, and deleted', async () => {
    const { id, key } = await agreed<{ id: number; key: string }>('createApiKey', { name: 'for a script' });
    const listed = await call<{ id: number; name: string; permissions: { api: object } }[]>('listApiKeys');
    ok(!JSON.stringify(listed).includes(key));
    const mine = listed.find((one) => one.id === id);
    equal(mine?.name, 'for a script');
    deepEqual(Object.keys(mine?.permissions.api ?? {}), [
      'misc',
      'user_read',
      'user_write',
      'instance_read',
      'instance_write',
      'billing_read',
    ]);
    await agreed('deleteApiKey', { id });
    ok(!(await call<{ id: number }[]>('listApiKeys')).some((one) => one.id === id));
  });

  it('take the place of the stored one in one step, when they are of the same account', async () => {
    const { key } = await agreed<{ key: string }>('createApiKey', { name: 'another' });
    deepEqual(await agreed('replaceApiKey', { apiKey: key }), { accountId, kept: true });
    await call('refreshInstances');
    await rejects(agreed('replaceApiKey', { apiKey: environment.apiKey }), /different account/);
    await rejects(agreed('replaceApiKey', { apiKey: 'nobody’s' }), /key/);
    await call('refreshInstances');
  });

  it('that are refused come back to their box with the reason, and replace nothing', async () => {
    const person = new Person();
    try {
      const replacing = vscode.commands.executeCommand('gpuRental.replaceApiKey');
      await until(() => person.inputs.length === 1, 'the box');
      person.inputs[0]!.value = 'nobody’s';
      await person.pressEnterUntil(() => person.inputs.length === 2);
      const again = person.inputs[1] as vscode.InputBox;
      ok(again.password);
      equal(again.value, 'nobody’s');
      ok(typeof again.validationMessage === 'string' && again.validationMessage.includes('key'));
      await person.pressEscape();
      await replacing;
      await call('refreshInstances');
    } finally {
      await person.leave();
    }
  });

  it('are reset, after which the new value is in use and the old one is dead', async () => {
    const { apiKey } = await sandbox.createAccount({});
    const signedIn = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl });
    deepEqual(await agreed('resetApiKey'), { accountId: signedIn.accountId, kept: true });
    await call('refreshInstances');
    await rejects(agreed('signIn', { apiKey, baseUrl }), /key/);
    await agreed('signOut', { accountId: signedIn.accountId });
    notEqual(signedIn.accountId, accountId);
  });

  it('are used for the account they were created for, whichever is in use by then', async () => {
    const { id, apiKey } = await sandbox.createAccount({});
    const first = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl });
    await agreed('switchAccount', { accountId });
    const keys = () => call<{ id: number }[]>('listApiKeys').then((all) => all.map((key) => key.id));
    const ofOther = await keys();
    await agreed('switchAccount', { accountId: first.accountId });
    const person = new Person();
    try {
      person.willPress('The key was created', 'Use It Here', () => agreed('switchAccount', { accountId }));
      const creating = vscode.commands.executeCommand('gpuRental.createApiKey');
      await person.pressEnterUntil(() => person.heard('The key was created'));
      await creating;
      await until(() => person.heard('The new key is in use'), 'the new key in use');
      await sandbox.deleteKey(apiKey);
      const signedIn = async () => {
        await agreed('switchAccount', { accountId: first.accountId });
        return call('refreshInstances').then(
          () => true,
          () => false,
        );
      };
      await until(signedIn, `the new key of ${id} in use`);
      await agreed('switchAccount', { accountId });
      deepEqual(await keys(), ofOther);
    } finally {
      await person.leave();
      await agreed('signOut', { accountId: first.accountId });
    }
  });

  for (const [what, replaceKey, sentence] of [
    [
      'the keyring did not keep them',
      () => Promise.resolve(false),
      'couldn’t be saved in this system’s keyring',
    ],
    ['they could not be put in use', () => Promise.reject(new Error('Gone.')), 'isn’t in use: Gone.'],
  ] as const) {
    it(`are offered for copying again when ${what}`, async () => {
      const apiKeys = {
        list: () => Promise.resolve([]),
        create: () => Promise.resolve({ id: 7, key: 'new' }),
      };
      const account = { id: 'one', baseUrl, userId: 5 };
      const services = {
        accounts: { client: {}, clientOf: () => ({ apiKeys }), active: account, replaceKey },
        features: { use: (_: string, ask: () => unknown) => ask() },
        createClient: () => ({
          users: { current: () => Promise.resolve({ id: 5 }) },
          instances: { list: () => Promise.resolve([]) },
        }),
      } as unknown as Services;
      const person = new Person();
      try {
        person.willPress('The key was created', 'Use It Here');
        const creating = createApiKey(services, {
          instanceIds: [],
          confirmed: false,
          interactive: true,
          arguments: {},
        });
        await person.pressEnterUntil(() => person.heard(sentence));
        await creating;
        deepEqual(person.told(sentence)?.buttons, ['Copy Key']);
        // Asked after the command is over, and by nobody else once the person has left.
        await until(() => person.heard('Close without copying it?'), 'the last question');
      } finally {
        await person.leave();
      }
    });
  }

  it('are explained when the service does not have those endpoints', async () => {
    await agreed('switchAccount', { accountId });
    await sandbox.configure({ extensions: false });
    try {
      await rejects(call('listApiKeys'), /web console/);
    } finally {
      await sandbox.configure({ extensions: true });
    }
  });
});

describe('API keys of an account that wants a second factor', () => {
  let person: { id: number; apiKey: string; accountId: string };

  beforeEach(async () => {
    const { id, apiKey } = await sandbox.createAccount({});
    const { accountId } = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl });
    await sandbox.addMethods(id, { totp: true });
    await sandbox.advance(30);
    await sandbox.setAccount(id, { needsSession: true });
    person = { id, apiKey, accountId };
  });
  afterEach(() => agreed('signOut', { accountId: person.accountId }));

  it('are not reset, because the session would lose its own, and the way out is told', async () => {
    await rejects(agreed('resetApiKey'), /Create another key/);
    await call('logInWithTwoFactor', { code: await sandbox.totpCode(person.id) });
    await rejects(agreed('resetApiKey'), /Create another key/);
    await call('refreshInstances');
  });

  it('lead a person who wants to reset one to creating another', async () => {
    const reader = new Person();
    try {
      reader.willPress('Reset the API key', 'Reset Key');
      await vscode.commands.executeCommand('gpuRental.resetApiKey');
      await until(() => reader.heard('wasn’t reset'), 'the way out');
      deepEqual(reader.told('wasn’t reset')?.buttons, ['Create API Key…', 'Open Web Console']);
    } finally {
      await reader.leave();
    }
  });

  it('are replaced by ones whose owner a login has told', async () => {
    const { apiKey } = await sandbox.createKey({ accountId: person.id });
    await rejects(agreed('replaceApiKey', { apiKey }), /two-factor/);
    const code = await sandbox.totpCode(person.id);
    deepEqual(await agreed('replaceApiKey', { apiKey, code }), { accountId: person.accountId, kept: true });
    await sandbox.deleteKey(person.apiKey);
    await call('refreshInstances');
  });

  it('are not replaced by those of somebody else', async () => {
    const other = await sandbox.createAccount({ needsSession: true });
    await sandbox.addMethods(other.id, { totp: true });
    await sandbox.advance(30);
    const code = await sandbox.totpCode(other.id);
    await rejects(agreed('replaceApiKey', { apiKey: other.apiKey, code }), /different account/);
  });
});
