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
  readonly #values = new Map<string, string>();
  readonly storage = {
    get: (key: string) => this.#answer(() => this.#values.get(key)),
    store: (key: string, value: string) => this.#answer(() => void this.#values.set(key, value)),
    delete: (key: string) => this.#answer(() => void this.#values.delete(key)),
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as SecretStorage;

  #answer<T>(use: () => T): Promise<T> {
    return this.isBroken ? Promise.reject(new Error('locked')) : Promise.resolve(use());
  }
}

describe('a keyring that does not answer', () => {
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

  function open(): AccountStore {
    const createClient = (_: string, apiKey: string) => ({ apiKey }) as unknown as Client;
    const store = new AccountStore({
      secrets: keyring.storage,
      files: new AccountFiles(folder, undefined, timesOf(systemClock)),
      createClient,
      clock,
    });
    stores.push(store);
    return store;
  }

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
    expect(store.client).toEqual({ apiKey: 'the key' });
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
