import { equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Client } from '../../../src/api/client';
import { ApiError } from '../../../src/api/errors';
import { OptionalFeatures } from '../../../src/stores/account/optionalFeatures';
import { rateFrom } from '../../../src/domain/money/rate';
import { factNodes } from '../../../src/views/account/accountFacts';
import { agreed, call, environment, extensionApi, sandbox, signIn, until } from '../support/inHost';
import { ownRows } from '../support/oddMode';

describe('accounts', () => {
  it('signs in with a key that the service accepts', async () => {
    const result = await agreed<{ email: string; baseUrl: string }>('signIn', {
      apiKey: environment.apiKey,
      baseUrl: environment.sandboxUrl,
    });
    equal(result.email, 'renter@example.com');
    equal(result.baseUrl, environment.sandboxUrl);
  });

  it('refuses a wrong key with a sentence that does not contain it', async () => {
    const apiKey = 'not-a-key-of-anybody-0123456789';
    await rejects(agreed('signIn', { apiKey, baseUrl: environment.sandboxUrl }), (error: Error) => {
      ok(!error.message.includes(apiKey));
      match(error.message, /key/i);
      return true;
    });
  });

  it('refuses to send a key over plain http to another machine', async () => {
    await rejects(agreed('signIn', { apiKey: 'some-key', baseUrl: 'http://example.com' }), /https/);
  });

  it('switches between two accounts, each with its own instances', async () => {
    const api = await extensionApi();
    const other = await sandbox.createAccount({ email: 'second@example.com' });
    await signIn();
    const first = await agreed<{ accountId: string }>('signIn', {
      apiKey: environment.apiKey,
      baseUrl: environment.sandboxUrl,
    });
    const second = await agreed<{ accountId: string }>('signIn', {
      apiKey: other.apiKey,
      baseUrl: environment.sandboxUrl,
    });
    await call('refreshInstances');
    equal(ownRows(api.instances()).length, 0);
    await agreed('switchAccount', { accountId: first.accountId });
    await agreed('signOut', { accountId: second.accountId });
    await rejects(agreed('switchAccount', { accountId: second.accountId }), /isn’t signed in/);
    await until(async () => (await sandbox.requests()).length > 0, 'a request');
  });
});

describe('the credit', () => {
  const creditRow = (burn: number | undefined, lowCreditHours = 24) =>
    factNodes({
      user: { id: 1, credit: 12 },
      burn: burn === undefined ? undefined : rateFrom(burn),
      alone: true,
      hasSession: false,
      refused: [],
      lowCreditHours,
    }).find(({ id }) => id === 'credit');

  it('does not say that nothing is billed before a list of instances was ever had', () => {
    match(creditRow(0)?.value ?? '', /nothing is being billed/);
    match(creditRow(undefined)?.value ?? '', /unknown/);
    match(creditRow(0.5)?.value ?? '', /lasts 24 hours/);
  });

  it('is shown as low below the hours that the person chose, and never below 0', () => {
    const icon = (burn: number | undefined, hours: number) => creditRow(burn, hours)?.icon.id;
    equal(icon(0.5, 24), 'credit-card');
    equal(icon(0.5, 25), 'warning');
    equal(icon(1, 24), 'warning');
    equal(icon(100, 0), 'credit-card');
    equal(icon(undefined, 24), 'credit-card');
  });
});

describe('an endpoint that an account turned out not to have', () => {
  const fetch = () => Promise.reject(new Error('Nothing is sent.'));
  const clientOf = (apiKey: string) => new Client({ baseUrl: environment.sandboxUrl, apiKey, fetch });
  const refuse = () => Promise.reject(new ApiError('forbidden', 'No.', { status: 403 }));

  it('is asked again with another key, in a session, and once it was there after all', async () => {
    const changed = new vscode.EventEmitter<void>();
    const accounts = {
      client: clientOf('one'),
      hasSession: false,
      onDidChange: changed.event,
      onDidChangeAccess: changed.event,
    };
    const missing = new Map<string, boolean>();
    const features = new OptionalFeatures(accounts, (feature, isMissing) => missing.set(feature, isMissing));
    const first = accounts.client;
    await rejects(features.use('apiKeys', refuse), /web console/);
    equal(missing.get('apiKeys'), true);
    accounts.client = clientOf('two');
    changed.fire();
    ok(missing.size > 1 && ![...missing.values()].includes(true));
    accounts.client = first;
    changed.fire();
    equal(missing.get('apiKeys'), true);
    accounts.hasSession = true;
    changed.fire();
    equal(missing.get('apiKeys'), false);
    accounts.hasSession = false;
    await features.use('apiKeys', () => Promise.resolve());
    equal(missing.get('apiKeys'), false);
    features.dispose();
    changed.dispose();
  });
});
