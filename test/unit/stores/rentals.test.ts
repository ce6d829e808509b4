import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/api/client';
import { isOutcomeUnknown } from '../../../src/api/errors';
import { AccountFiles } from '../../../src/stores/accountFiles';
import { type Clock, systemClock } from '../../../src/stores/clock';
import { Lease } from '../../../src/stores/lease';
import { MarkerFiles } from '../../../src/stores/markerFiles';
import { Rentals } from '../../../src/stores/rentals';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from '../api/support/account';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 50 });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const request = { image: 'ubuntu:22.04', disk: 10 } as const;
/** Pauses end at once, a lease's renewal never comes. */
const hurried: Clock = {
  ...systemClock,
  after: (milliseconds, callback) => systemClock.after(milliseconds === 10_000 ? 100_000 : 5, callback),
};
/** Each look at it is a second later. */
const quickMinute = (): Clock => {
  let now = 0;
  return { ...hurried, now: () => (now += 1000) };
};
const loseTheAnswer = () =>
  sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true, carryOut: true });

describe('renting', () => {
  it('does not take the instance of another window for its own', async () => {
    const account = new TestAccount(sandbox);
    const offers = await twoOffers(account);
    const [one, other] = [openWindow(account, quickMinute()), openWindow(account)];
    sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true });
    const lost = expect(one.rentals.rent(offers[0], request)).rejects.toThrow(/did not say whether/);
    const putRequests = () => sandbox.control.requests().filter(({ method }) => method === 'PUT').length;
    const before = putRequests();
    await expect.poll(putRequests).toBe(before + 1);
    const second = other.rentals.rent(offers[1], request);
    await lost;
    const { instanceId } = await second;
    expect((await account.client.listInstances()).map(({ id }) => id)).toEqual([instanceId]);
  });

  it('does what comes before only when its turn has come, and accepts nothing when that fails', async () => {
    const account = new TestAccount(sandbox);
    const offers = await twoOffers(account);
    const { rentals } = openWindow(account);
    const ids = async () => (await account.client.listInstances()).map(({ id }) => id);
    let seen: number[] = [];
    const first = rentals.rent(offers[0], request);
    const second = rentals.rent(offers[1], request, undefined, async () => {
      seen = await ids();
      throw new Error('dearer');
    });
    await expect(second).rejects.toThrow('dearer');
    const { instanceId } = await first;
    expect(seen).toEqual([instanceId]);
    expect(await ids()).toEqual([instanceId]);
  });

  it('does not leave open whether it rented when it could not even look at the list', async () => {
    const account = new TestAccount(sandbox);
    const offer = await account.freeOffer();
    const asked = sandbox.control.requests().length;
    sandbox.control.failNext({ method: 'GET', path: '/instances/', status: 500, count: 3 });
    const error: unknown = await openWindow(account)
      .rentals.rent(offer, request)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'server_error', status: 500 });
    expect(isOutcomeUnknown(error)).toBe(false);
    const methods = sandbox.control.requests().slice(asked);
    expect(methods.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('finds the instance when the answer is lost', async () => {
    const account = new TestAccount(sandbox);
    loseTheAnswer();
    const rented = await openWindow(account).rentals.rent(await account.freeOffer(), request);
    expect(rented.foundAfterwards).toBe(true);
    expect((await account.client.listInstances()).map(({ id }) => id)).toEqual([rented.instanceId]);
  });

  it('goes on for the account that it began with when another is chosen meanwhile', async () => {
    const [account, another] = [new TestAccount(sandbox), new TestAccount(sandbox)];
    const theirs = await another.rent();
    const window = openWindow(account);
    loseTheAnswer();
    const renting = window.rentals.rent(await account.freeOffer(), request);
    window.use(another);
    const { instanceId } = await renting;
    expect(instanceId).not.toBe(theirs);
    expect((await account.client.listInstances()).map(({ id }) => id)).toEqual([instanceId]);
  });

  it('does not take a list that it could not have for an empty one', async () => {
    const account = new TestAccount(sandbox);
    const offer = await account.freeOffer();
    loseTheAnswer();
    const { client } = account;
    let lists = 0;
    const cutOff = {
      createInstance: client.createInstance.bind(client),
      listInstances: () => (lists++ === 0 ? client.listInstances() : Promise.reject(new Error('offline'))),
    };
    const window = openWindow(account, quickMinute());
    window.use({ id: account.id, client: cutOff as unknown as Client });
    await expect(window.rentals.rent(offer, request)).rejects.toThrow(/It may exist and cost money/);
    expect(await client.listInstances()).toHaveLength(1);
  });

  it('says after a minute that it stayed unclear, and does not ask twice', async () => {
    const account = new TestAccount(sandbox);
    const window = openWindow(account, quickMinute());
    const offer = await account.freeOffer();
    sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true });
    await expect(window.rentals.rent(offer, request)).rejects.toThrow(/did not say whether/);
    expect(await account.client.listInstances()).toEqual([]);
  });
});

async function twoOffers(account: TestAccount): Promise<[number, number]> {
  const [first, second] = await account.client.searchOffers({ filters: { rented: { eq: false } }, limit: 2 });
  return [first!.id, second!.id];
}

/** A window of its own: it shares files with the others, and nothing else. */
function openWindow(account: TestAccount, clock: Clock = hurried) {
  const files = new AccountFiles(folder);
  const inUse = ({ id, client }: Pick<TestAccount, 'id' | 'client'>) => ({
    client,
    active: { id: `abc-${id}`, baseUrl: sandbox.url, userId: id },
  });
  const accounts = inUse(account);
  const rentals = new Rentals({
    accounts,
    instances: { burst: () => undefined },
    awaited: new MarkerFiles(files, 'awaited'),
    lease: (accountId) => new Lease(join(files.folderOf(accountId), 'rent.lease'), clock),
    clock,
  });
  return {
    rentals,
    use: (chosen: Pick<TestAccount, 'id' | 'client'>) => void Object.assign(accounts, inUse(chosen)),
  };
}
