import fetch from 'node-fetch';
import { describe, expect, it } from 'vitest';
import { Client } from '../../../src/api/client';
import type { Sandbox } from '../../sandbox';
import type { TestAccount } from './support/account';
import { useAccount } from '../support/useAccount';
import { failureOf } from './support/failures';

let sandbox: Sandbox;
let account: TestAccount;
let client: Client;
let ended: string[];
let permissions: string[];
useAccount((fresh) => {
  sandbox = fresh.sandbox;
  account = fresh;
  client = clientWith(sandbox.control.createKey({ accountId: account.id }).apiKey);
});

function clientWith(apiKey: string): Client {
  ended = [];
  permissions = [];
  return new Client({
    baseUrl: sandbox.url,
    apiKey,
    fetch,
    spacingScale: 0,
    timeoutMs: 900_000,
    observer: {
      sessionEnded: (key) => ended.push(key),
      permission: (endpoint, write, allowed) =>
        permissions.push(`${allowed ? 'may' : 'may not'} ${write ? 'write' : 'read'} ${endpoint}`),
    },
  });
}

/** Signs in with a second factor and uses the session. */
async function startSession(): Promise<string> {
  const { code } = await account.addTotp();
  const { session_key = '' } = await client.twoFactor.logIn({ tfa_method: 'totp', code: code() });
  client.useSession(session_key);
  return session_key;
}

describe('a session with a second factor', () => {
  it('does what the key alone is refused', async () => {
    sandbox.control.setAccount(account.id, { needsSession: true });
    expect(await failureOf(client.users.current())).toMatchObject({ code: 'two_factor_required' });
    await startSession();
    expect(await client.users.current()).toMatchObject({ id: account.id });
    client.useSession(undefined);
    expect(await failureOf(client.users.current())).toMatchObject({ code: 'two_factor_required' });
  });

  it('falls back to the API key when the service ends it, in the middle of a call', async () => {
    const session = await startSession();
    sandbox.control.deleteKey(session);
    expect(await client.users.current()).toMatchObject({ id: account.id });
    expect(ended).toEqual([session]);
    await client.instances.setLabel(await account.rent(), 'still works');
    expect(ended).toEqual([session]);
  });

  it('ends also where its end is told as 404', async () => {
    const session = await startSession();
    const body = { success: false, msg: 'Session expired. Please log in again.' };
    sandbox.control.failNext({ status: 404, body });
    expect(await client.volumes.list()).toEqual([]);
    expect(ended).toEqual([session]);
  });

  it('that ended asks for the second factor again where one is needed', async () => {
    const session = await startSession();
    sandbox.control.setAccount(account.id, { needsSession: true });
    sandbox.control.deleteKey(session);
    expect(await failureOf(client.instances.list())).toMatchObject({ code: 'two_factor_required' });
    expect(ended).toEqual([session]);
  });

  it('never has the create call sent twice', async () => {
    const session = await startSession();
    const offer = await account.freeOffer();
    sandbox.control.deleteKey(session);
    sandbox.control.clearRequests();
    const failure = await failureOf(
      client.instances.create(offer, { image: 'ubuntu', runtype: 'ssh_direct' }),
    );
    expect(failure).toMatchObject({ code: 'two_factor_required' });
    expect(sandbox.control.requests().filter(({ path }) => path.includes('/asks/'))).toHaveLength(1);
    expect(ended).toEqual([session]);
  });

  it('is not ended by a permission that is missing', async () => {
    client = clientWith(
      sandbox.control.createKey({ accountId: account.id, permissions: ['user_write'] }).apiKey,
    );
    await startSession();
    await failureOf(client.twoFactor.status());
    await failureOf(client.instances.list());
    expect(ended).toEqual([]);
  });

  it('does not show its key in any error', async () => {
    const session = await startSession();
    sandbox.control.failNext({ status: 400, body: { success: false, msg: `what is ${session}?` } });
    const failure = await failureOf(client.instances.get(1));
    expect(`${failure.message} ${failure.serverMessage ?? ''}`).not.toContain(session);
  });
});

describe('what a key may do', () => {
  it('is learned from its calls', async () => {
    client = clientWith(
      sandbox.control.createKey({ accountId: account.id, permissions: ['instance_read'] }).apiKey,
    );
    await client.instances.list();
    await failureOf(client.templates.search({}));
    await failureOf(client.twoFactor.status());
    await failureOf(client.instances.setLabel(1, 'x'));
    expect(permissions).toEqual([
      'may read instances.list',
      'may not read templates',
      'may not read twoFactor',
      'may not write instances.change',
    ]);
  });

  it('is not judged by failures of another kind', async () => {
    sandbox.control.configure({ unknownInstance: 'not_found' });
    await failureOf(client.instances.get(1));
    sandbox.control.failNext({ count: 3, status: 500 });
    await failureOf(client.users.current());
    expect(permissions).toEqual([]);
  });
});
