import { mkdtemp, rm } from 'node:fs/promises';
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Client } from '../../../src/api/client';
import { lazyFetch } from '../../../src/api/http/nodeFetch';
import type { ApiKeyDeleted } from '../../../src/commands/account/deleteApiKey';
import type { ListedKey } from '../../../src/prompts/account/knownKeys';
import { AccountFiles } from '../../../src/stores/account/accountFiles';
import { AccountStore } from '../../../src/stores/account/accountStore';
import { Person } from '../support/accountsPerson';
import { MemorySecrets } from '../support/memorySecrets';
import { agreed, call, environment, sandbox, signIn, until } from '../support/inHost';
import { ownRows } from '../support/oddMode';

const baseUrl = environment.sandboxUrl;

describe('the only working API key', () => {
  let account: { id: number; apiKey: string; accountId: string };
  let person: Person;

  beforeEach(async () => {
    const { id, apiKey } = await sandbox.createAccount({});
    const { accountId } = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl });
    account = { id, apiKey, accountId };
    await sandbox.clearRequests();
    person = new Person();
  });
  afterEach(async () => {
    await person.pressEscape();
    await person.leave();
    await agreed('signOut', { accountId: account.accountId });
  });
  after(signIn);

  const created = async () =>
    (await sandbox.requests()).filter(
      ({ method, path }) => method === 'POST' && path.includes('/auth/apikeys/'),
    ).length;
  /** Closes what still asks, until the command has ended. */
  const closed = async (command: Thenable<unknown>) => {
    let ended = false;
    void command.then(() => (ended = true));
    await person.pressEscapeUntil(() => ended);
  };
  const weakKey = async () => {
    const weak = { accountId: account.id, permissions: ['misc', 'user_read'] };
    return (await sandbox.createKey(weak)).apiKey;
  };
  const permissions = async () => {
    await person.pressEnterUntil(() => person.inputs.length === 2);
    const list = person.inputs[1] as vscode.QuickPick<vscode.QuickPickItem>;
    await until(() => list.items.length > 0, 'the permissions');
    return list;
  };
  /** The workbench reports each selection a moment later, and first of all the one that the list was opened with. */
  const select = (list: vscode.QuickPick<vscode.QuickPickItem>, items: readonly vscode.QuickPickItem[]) =>
    new Promise<void>((resolve) => {
      const listener = list.onDidChangeSelection((selected) => {
        if (selected.length !== items.length) return;
        listener.dispose();
        resolve();
      });
      list.selectedItems = items;
    });
  /** The stored key still does what it did. */
  const staysInUse = () => call('refreshInstances');

  it('is not joined by one without permissions or without a name', async () => {
    await rejects(call('createApiKey', { permissions: [] }), /permission/);
    await rejects(call('createApiKey', { name: '  ' }), /name/);
    equal(await created(), 0);
  });

  it('is not joined by one when nothing is checked, or when what is typed hides every row', async () => {
    const creating = vscode.commands.executeCommand('gpuRental.createApiKey');
    const list = await permissions();
    // One Enter at a time: a second one could be about what stands there by then.
    const accepted = async () => {
      const told = new Promise((resolve) => list.onDidAccept(() => resolve(undefined)));
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await told;
    };
    await select(list, []);
    await shown();
    await accepted();
    match(list.title ?? '', /at least one permission/);
    await select(list, list.items.slice(0, 1));
    list.value = 'no such row';
    await shown();
    await accepted();
    await until(() => list.value === '', 'all rows again');
    await closed(creating);
    equal(await created(), 0);
  });

  it('stays when a new one that may do less shall be used here', async () => {
    const creating = vscode.commands.executeCommand('gpuRental.createApiKey');
    const list = await permissions();
    await select(
      list,
      list.items.filter(({ label }) => ['misc', 'user_read'].includes(label)),
    );
    await shown();
    person.willPress('The key was created', 'Use It Here');
    // It is closed when the test may have gone on; only then comes the question whether to close it.
    person.willPress('isn’t in use', /^$/u, () => new Promise((resolve) => setTimeout(resolve, 300)));
    await person.pressEnterUntil(() => person.heard('isn’t in use'));
    await creating;
    match(person.notifications.map(({ message }) => message).join(), /stored key was kept/);
    match(person.dialogs[0]?.detail ?? '', /This key can’t log in with a second factor/);
    match(person.dialogs[0]?.message ?? '', new RegExp(`user${account.id}@example.com`));
    await staysInUse();
    await person.leave();
    ok(person.heard('Close without copying it?'));
  });

  it('is not replaced by one that may do less, in either way', async () => {
    const apiKey = await weakKey();
    await rejects(agreed('replaceApiKey', { apiKey }), /permission|cannot/i);
    await rejects(agreed('signIn', { apiKey, baseUrl }), /permission|cannot/i);
    await staysInUse();
  });

  it('is marked in the list once it was created here, and the question about it says so', async () => {
    person.willPress('The key was created', 'Use It Here');
    const creating = vscode.commands.executeCommand('gpuRental.createApiKey');
    await person.pressEnterUntil(() => person.heard('The new key is in use'));
    deepEqual(person.told('The new key is in use')?.buttons, ['Manage API Keys…']);
    await creating;
    const keys = await call<ListedKey[]>('listApiKeys');
    deepEqual(
      ownRows(keys).map(({ name, inUse }) => [name, inUse]),
      [
        [null, false],
        ['GPU Rental in VS Code', true],
      ].map(([name, inUse]) => [name ?? undefined, inUse]),
    );
    const id = keys.find(({ inUse }) => inUse)?.id;
    await call('deleteApiKey', { id });
    const question = person.dialogs.at(-1);
    equal(question?.message, `Delete the API key “GPU Rental in VS Code” of user${account.id}@example.com?`);
    deepEqual(question?.buttons, ['Not Now', 'Replace It First…', 'Delete and Sign Out']);
    await staysInUse();
  });

  it('takes its account with it when it is deleted', async () => {
    const listed = await call<ListedKey[]>('listApiKeys');
    const { id } = listed[0]!;
    equal(listed[0]?.inUse, undefined);
    person.willPress('Delete the API key', 'Delete Key');
    await call('deleteApiKey', { id });
    await until(() => person.heard('It was in use here'), 'what happened');
    match(person.dialogs[0]?.message ?? '', new RegExp(`Unnamed key ${id}, created .* of user`));
    await rejects(agreed('switchAccount', { accountId: account.accountId }), /isn’t signed in/);
  });

  it('stays when another one is deleted', async () => {
    const { id } = await sandbox.createKey({ accountId: account.id });
    deepEqual(await agreed<ApiKeyDeleted>('deleteApiKey', { id }), { id, signedOut: false });
    await staysInUse();
  });

  it('is not what Enter deletes in the list', async () => {
    const listing = vscode.commands.executeCommand('gpuRental.listApiKeys');
    await person.pressEnterUntil(() => person.inputs.length === 2);
    const actions = person.inputs[1] as vscode.QuickPick<vscode.QuickPickItem>;
    await until(() => actions.items.length > 0, 'what can be done');
    match(actions.items[0]?.label ?? '', /Copy ID/);
    match(actions.items.at(-1)?.label ?? '', /Delete Key/);
    await closed(listing);
    equal((await sandbox.requests()).filter(({ method }) => method === 'DELETE').length, 0);
    await vscode.env.clipboard.writeText('');
  });
});

describe('a new value of the API key', () => {
  it('is kept in memory where the keyring neither takes it nor gives the old one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-keys-'));
    const secrets = new MemorySecrets();
    const createClient = (url: string, apiKey: string) =>
      new Client({ baseUrl: url, apiKey, fetch: lazyFetch, spacingScale: 0 });
    const accounts = new AccountStore({ secrets, files: new AccountFiles(folder), createClient });
    try {
      const { apiKey } = await sandbox.createAccount({});
      const user = await createClient(baseUrl, apiKey).users.current();
      const { account } = await accounts.add(baseUrl, apiKey, user);
      secrets.get = () => Promise.reject(new Error('The keyring is locked.'));
      secrets.store = () => Promise.reject(new Error('The keyring is locked.'));
      const { key = '' } = await accounts.clientWithoutSession(account.id).apiKeys.reset();
      equal(await accounts.replaceKey(account.id, key), false);
      equal((await accounts.clientOf(account.id).users.current()).id, user.id);
      ok(accounts.usesKey(account.id, key));
    } finally {
      accounts.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

/** VS Code sends what is set on an input with the next turn of the event loop: only then an Enter comes after it. */
const shown = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
