import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/api/client';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { silent } from '../../../../src/log/log';
import { BidLookup } from '../../../../src/stores/instances/bidLookup';
import { systemClock } from '../../../../src/clock';
import type { TestAccount } from '../../api/support/account';
import { useAccount } from '../../support/useAccount';

let account: TestAccount;
useAccount((one) => (account = one));
let id: number;
beforeEach(async () => {
  account.sandbox.control.clearFailures();
  ({ id } = await account.rentBid(0.9));
});

const lookup = (client: Client, clock = systemClock) => new BidLookup(clock, silent).look(client, id);

/** A service whose instances do not tell the lowest bid. */
function silentRows(change: Partial<Instance> = {}): Client {
  const { client } = account;
  const get = async (...args: Parameters<Client['instances']['get']>): Promise<Instance> => {
    const { min_bid: _, ...instance } = await client.instances.get(...args);
    return { ...instance, ...change };
  };
  return { instances: { get }, offers: client.offers } as unknown as Client;
}

describe('the bids that stand for an instance', () => {
  it('are told by its own row', async () => {
    await account.sandbox.control.outbid(id);
    const { bid, lowest, instance } = await lookup(account.client);
    expect([bid, instance.id]).toEqual([0.9, id]);
    expect(lowest).toBeCloseTo(0.99, 6);
  });

  it('are those of its machine where its row does not tell the lowest one', async () => {
    await account.sandbox.control.outbid(id);
    const { min_bid } = await account.client.instances.get(id);
    expect(await lookup(silentRows())).toMatchObject({ bid: 0.9, lowest: min_bid });
  });

  it('are unknown where neither tells, and where the search fails', async () => {
    expect((await lookup(silentRows({ machine_id: undefined }))).lowest).toBeUndefined();
    expect((await lookup(silentRows({ machine_id: 1 }))).lowest).toBeUndefined();
    account.sandbox.control.failNext({ count: 10, path: '/bundles/', status: 400 });
    expect((await lookup(silentRows())).lowest).toBeUndefined();
  });

  it('count as those of now for a moment only', async () => {
    let now = 0;
    const clock = { ...systemClock, now: () => now, monotonic: () => now };
    const bids = new BidLookup(clock, silent);
    const terms = await bids.look(account.client, id);
    expect(bids.isFresh(terms)).toBe(true);
    now += 15_000;
    expect(bids.isFresh(terms)).toBe(false);
  });
});
