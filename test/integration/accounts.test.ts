import { equal, match, ok, rejects } from 'node:assert/strict';
import { call, environment, extensionApi, sandbox, signIn, until } from './support';

describe('accounts', () => {
  it('signs in with a key that the service accepts', async () => {
    const result = await call<{ email: string; baseUrl: string }>('signIn', {
      apiKey: environment.apiKey,
      baseUrl: environment.sandboxUrl,
    });
    equal(result.email, 'renter@example.com');
    equal(result.baseUrl, environment.sandboxUrl);
  });

  it('refuses a wrong key with a sentence that does not contain it', async () => {
    const apiKey = 'not-a-key-of-anybody-0123456789';
    await rejects(call('signIn', { apiKey, baseUrl: environment.sandboxUrl }), (error: Error) => {
      ok(!error.message.includes(apiKey));
      match(error.message, /key/i);
      return true;
    });
  });

  it('refuses to send a key over plain http to another machine', async () => {
    await rejects(call('signIn', { apiKey: 'some-key', baseUrl: 'http://example.com' }), /https/);
  });

  it('switches between two accounts, each with its own instances', async () => {
    const api = await extensionApi();
    const other = await sandbox.createAccount({ email: 'second@example.com' });
    await signIn();
    const first = await call<{ accountId: string }>('signIn', {
      apiKey: environment.apiKey,
      baseUrl: environment.sandboxUrl,
    });
    const second = await call<{ accountId: string }>('signIn', {
      apiKey: other.apiKey,
      baseUrl: environment.sandboxUrl,
    });
    await call('refreshInstances');
    equal(api.instances().length, 0);
    await call('switchAccount', { accountId: first.accountId });
    await call('signOut', { accountId: second.accountId });
    await rejects(call('switchAccount', { accountId: second.accountId }), /not signed in/);
    await until(async () => (await sandbox.requests()).length > 0, 'a request');
  });
});
