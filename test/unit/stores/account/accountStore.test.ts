import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecretStorage } from 'vscode';
import { timesOf } from '../../../../src/stores/windows/lease';
import { systemClock } from '../../../../src/clock';
import type { Client } from '../../../../src/api/client';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { AccountStore } from '../../../../src/stores/account/accountStore';
import { ManualClock } from '../../support/manualClock';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const baseUrl = 'https://example.com';
const user = { id: 1, email: 'renter@example.com' };

/** A keyring that windows share, and that can be out of order. */
class SharedKeyring {
  isBroken = false;
  /** What it doesn't read, and whether it silently takes nothing. */
  unreadable = '';
  takesNothing = false;
  /** Before it answers what a key says. */
  beforeAnswer: (key: string) => Promise<void> | void = () => undefined;
  readonly values = new Map<string, string>();
  readonly storage = {
    get: async (key: string) => {
      const value = await this.#answer(() => this.values.get(key));
      await this.beforeAnswer(key);
      if (this.unreadable && key.includes(this.unreadable)) throw new Error('locked');
      return value;
    },
    store: (key: string, value: string) =>
      this.#answer(() => void (this.takesNothing || this.values.set(key, value))),
    delete: (key: string) => this.#answer(() => void this.values.delete(key)),
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as SecretStorage;

  #answer<T>(use: () => T): Promise<T> {
    return this.isBroken ? Promise.reject(new Error('locked')) : Promise.resolve(use());
  }
}

let folder: string;
let keyring: SharedKeyring;
let clock: ManualClock;
let stores: AccountStore[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  keyring = new SharedKeyring();
  clock = new ManualClock();
  stores = [];
  await open().add(baseUrl, 'the key', user);
});
afterEach(async () => {
  for (const store of stores) store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** One of several windows. */
function open(): AccountStore {
  const createClient = (_: string, apiKey: string) =>
    ({ apiKey, useSession: () => undefined }) as unknown as Client;
  const store = new AccountStore({
    secrets: keyring.storage,
    files: new AccountFiles(folder, undefined, timesOf(systemClock)),
    createClient,
    clock,
  });
  stores.push(store);
  return store;
}

const keyOf = ({ client }: AccountStore): unknown =>
  (client as unknown as { apiKey: string } | undefined)?.apiKey;
const id = () => stores[0]!.accounts.find(({ userId }) => userId === user.id)!.id;
/** Once a change has read what the keyring has for the account, before it goes on. */
async function whileReading(
  change: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  let changing: Promise<unknown> | undefined;
  let asked = false;
  keyring.beforeAnswer = async (key) => {
    if (asked || !key.endsWith(id())) return;
    asked = true;
    changing = meanwhile();
    await new Promise((resolve) => setTimeout(resolve, 150));
  };
  await change();
  await changing;
  keyring.beforeAnswer = () => undefined;
}

describe('a keyring that does not answer', () => {
  it('is asked again until it does, and no key counts as lost meanwhile', async () => {
    keyring.isBroken = true;
    const store = open();
    expect(await store.load()).toEqual([]);
    expect(store.active).toBeUndefined();
    await clock.next();
    await eventually(() => expect(clock.waiting).toHaveLength(1));
    keyring.isBroken = false;
    await clock.next();
    await eventually(() => expect(store.active?.email).toBe('renter@example.com'));
    expect(keyOf(store)).toBe('the key');
    expect(clock.waiting).toEqual([]);
  });

  it('signs nobody out who is signed in', async () => {
    const store = open();
    await store.load();
    const { client } = store;
    keyring.isBroken = true;
    expect(await store.load()).toEqual([]);
    expect(store.client).toBe(client);
    store.dispose();
    expect(clock.waiting).toEqual([]);
  });

  it('has lost a key that it answers without', async () => {
    await keyring.storage.delete(`gpuRental.account.${stores[0]!.active!.id}`);
    expect(await open().load()).toMatchObject([{ userId: 1 }]);
    expect(clock.waiting).toEqual([]);
  });
});

describe('a keyring that does not answer for one account', () => {
  const second = { id: 2, email: 'second@example.com' };
  beforeEach(async () => {
    await stores[0]!.add(baseUrl, 'second key', second);
    await stores[0]!.switchTo(id());
  });

  it('puts no other one in use', async () => {
    keyring.unreadable = id();
    const store = open();
    await store.load();
    expect([store.accounts.length, store.active, store.client]).toEqual([1, undefined, undefined]);
    keyring.unreadable = '';
    await clock.next();
    await eventually(() => expect(store.active?.email).toBe(user.email));
  });

  it('nor where it does not say which one is in use', async () => {
    keyring.unreadable = 'activeAccount';
    const store = open();
    await store.load();
    expect([store.accounts.length, store.active]).toEqual([2, undefined]);
    await stores[0]!.load();
    expect(stores[0]!.active?.email).toBe(user.email);
  });

  it('says so where a session would have to be stored', async () => {
    keyring.unreadable = id();
    await expect(stores[0]!.startSession(id(), 'session')).rejects.toThrow(/keyring doesn’t answer/);
  });
});

describe('a key that the keyring refused', () => {
  beforeEach(async () => {
    keyring.takesNothing = true;
    expect(await stores[0]!.replaceKey(id(), 'second key')).toBe(false);
    keyring.takesNothing = false;
  });

  it('is in use until another window has stored a newer one', async () => {
    const [store, other] = [stores[0]!, open()];
    await other.load();
    expect([keyOf(store), keyOf(other)]).toEqual(['second key', 'the key']);
    await other.replaceKey(id(), 'third key');
    await store.load();
    expect(keyOf(store)).toBe('third key');
  });

  it('stays where another window only begins or ends a session with the old one', async () => {
    const [store, other] = [stores[0]!, open()];
    await other.load();
    await other.startSession(id(), 'session');
    await store.load();
    expect(keyOf(store)).toBe('second key');
  });
});

describe('a session that ends', () => {
  it('does not put back the key that another window replaces meanwhile', async () => {
    const [store, other] = [stores[0]!, open()];
    await store.startSession(id(), 'session');
    await other.load();
    await whileReading(
      () => store.endSession(id(), 'session'),
      () => other.replaceKey(id(), 'new key'),
    );
    await store.load();
    expect([keyOf(store), store.hasSession]).toEqual(['new key', false]);
  });

  it('nor the key of an account that another window signs out meanwhile', async () => {
    const [store, other] = [stores[0]!, open()];
    const accountId = id();
    await store.startSession(accountId, 'session');
    await other.load();
    await whileReading(
      () => store.endSession(accountId, 'session'),
      () => other.remove(accountId),
    );
    expect([...keyring.values.keys()]).toEqual(['gpuRental.activeAccount']);
    await expect(store.replaceKey(accountId, 'new key')).rejects.toThrow(/isn’t signed in/);
    await store.load();
    expect(() => store.clientOf(accountId)).toThrow(/isn’t signed in/);
    expect([...keyring.values.keys()]).toEqual(['gpuRental.activeAccount']);
  });
});
