import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/api/client';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from './support/account';

let sandbox: Sandbox;
let account: TestAccount;
let instanceId: number;

beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 60 });
  account = new TestAccount(sandbox);
  instanceId = await account.rentRunning({ label: 'one', env: { A: '1', '-p 80:80': '1' } });
  await account.rent();
  await account.template();
  const [offer] = await account.client.volumeOffers.search({});
  await account.client.volumeOffers.create({ id: offer!.id, size: 5 });
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMxyz me@example.com';
  sandbox.control.addUserSshKey(key, account.id);
  await account.client.sshKeys.registerWithInstance(instanceId, key.replace('xyz', 'abc'));
  await account.addTotp();
  account.addSms();
});
afterAll(() => sandbox.close());
afterEach(() => sandbox.control.configure({ odd: false, listVersion: 'v1', apiKeyList: 'list' }));

/** Everything that is read, by the name of the endpoint. */
const reads: Record<string, (client: Client) => Promise<unknown>> = {
  'the list of instances': (client) => client.instances.list(),
  'one instance': (client) => client.instances.get(instanceId),
  offers: (client) => client.offers.search({ filters: {}, limit: 5 }),
  templates: (client) => client.templates.search({}),
  volumes: (client) => client.volumes.list(),
  'volume offers': (client) => client.volumeOffers.search({}),
  'the account’s SSH keys': (client) => client.sshKeys.list(),
  'an instance’s SSH keys': (client) => client.sshKeys.listOfInstance(instanceId),
  'API keys': (client) => client.apiKeys.list(),
  charges: async (client) => (await client.charges.list({}, { limit: 100 })).charges,
  'the account': (client) => client.users.current(),
  'two-factor settings': (client) => client.twoFactor.status(),
};

/** Lists of which nothing can be done with an unreadable row leave it out. */
const leavesOut = new Set(['offers', 'volume offers']);

async function evenAndOdd(
  read: (client: Client) => Promise<unknown>,
): Promise<[even: unknown, odd: unknown]> {
  const even = await read(account.client);
  sandbox.control.configure({ odd: true });
  return [meaning(even), meaning(await read(account.client))];
}

/** An empty text says as much as none. */
const meaning = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member: unknown) => (member === '' ? undefined : member)));

const isUnreadable = (row: object): boolean => 'unreadable' in row;

describe('a service that sends numbers as text, nothing for null and rows that cannot be read', () => {
  it.each(Object.entries(reads))('is read as it is meant: %s', async (what, read) => {
    const [even, odd] = await evenAndOdd(read);
    if (!Array.isArray(even) || !Array.isArray(odd)) {
      expect(odd).toEqual(even);
      return;
    }
    expect(even.length).toBeGreaterThan(0);
    expect(odd.filter((row: object) => !isUnreadable(row))).toEqual(even);
    expect(odd.filter(isUnreadable)).toHaveLength(leavesOut.has(what) ? 0 : 1);
  });

  it('has a whole list also at the address of the specification', async () => {
    sandbox.control.configure({ listVersion: 'v0' });
    const [even, odd] = await evenAndOdd(reads['the list of instances']!);
    expect(odd).toEqual([...(even as unknown[]), { id: 990_000_001, unreadable: true }]);
  });

  it('may have its API keys within an object', async () => {
    sandbox.control.configure({ apiKeyList: 'object' });
    const [even, odd] = await evenAndOdd(reads['API keys']!);
    expect(odd).toEqual([...(even as unknown[]), { unreadable: true }]);
  });

  it('has empty lists that are empty', async () => {
    const stranger = new TestAccount(sandbox);
    sandbox.control.configure({ odd: true });
    expect(await stranger.client.volumes.list()).toEqual([]);
    expect(await stranger.client.offers.search({ filters: { num_gpus: { gt: 1_000 } } })).toEqual([]);
    expect(await stranger.client.instances.list()).toEqual([{ id: 990_000_001, unreadable: true }]);
  });

  it('rents, stores and makes as any other', async () => {
    sandbox.control.configure({ odd: true });
    const id = await account.rent({ label: 'odd' });
    expect(sandbox.control.instance(id).label).toBe('odd');
    const { key, id: keyId } = await account.client.apiKeys.create({
      name: 'odd',
      permissions: { api: { misc: {} } },
    });
    expect(key).toMatch(/^\w{20,}$/);
    expect(await account.client.apiKeys.get(keyId!)).toMatchObject({ id: keyId, name: 'odd' });
  });
});
