import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../../src/api/client';
import { isOutcomeUnknown } from '../../../../src/api/errors';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { type Clock, systemClock } from '../../../../src/clock';
import { offerCost } from '../../../../src/domain/money/cost';
import { omitUndefined } from '../../../../src/domain/omitUndefined';
import { Lease } from '../../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { RentQueue, type RentQueueOptions, type RentWait } from '../../../../src/stores/rentals/rentQueue';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';

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
  let time = 0;
  const now = (): number => (time += 1000);
  return { ...hurried, now, monotonic: now };
};
const loseTheAnswer = () =>
  sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true, carryOut: true });

describe('renting', () => {
  it('does not take the instance of another window for its own', async () => {
    const account = new TestAccount(sandbox);
    const offers = await twoOffers(account);
    const [one, other] = [openWindow(account, quickMinute()), openWindow(account)];
    sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true });
    const lost = expect(one.rentQueue.rent(offers[0], request)).rejects.toThrow(/didn’t confirm the rental/);
    const putRequests = () => sandbox.control.requests().filter(({ method }) => method === 'PUT').length;
    const before = putRequests();
    await expect.poll(putRequests).toBe(before + 1);
    const second = other.rentQueue.rent(offers[1], request);
    await lost;
    const { instanceId } = await second;
    expect((await account.client.instances.list()).map(({ id }) => id)).toEqual([instanceId]);
  });

  it('does what comes before only when its turn has come, and accepts nothing when that fails', async () => {
    const account = new TestAccount(sandbox);
    const offers = await twoOffers(account);
    const { rentQueue } = openWindow(account);
    const ids = async () => (await account.client.instances.list()).map(({ id }) => id);
    let seen: number[] = [];
    const first = rentQueue.rent(offers[0], request);
    const second = rentQueue.rent(offers[1], request, undefined, async () => {
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
      .rentQueue.rent(offer, request)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'server_error', status: 500 });
    expect(isOutcomeUnknown(error)).toBe(false);
    const methods = sandbox.control.requests().slice(asked);
    expect(methods.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('finds the instance when the answer is lost, and says before that it looks for it', async () => {
    const account = new TestAccount(sandbox);
    loseTheAnswer();
    const onLost = vi.fn();
    const { rentQueue } = openWindow(account);
    const offerId = await account.freeOffer();
    const rented = await rentQueue.rent(offerId, request, undefined, undefined, { onLost });
    expect(rented.foundAfterwards).toBe(true);
    expect(onLost).toHaveBeenCalledOnce();
    expect((await account.client.instances.list()).map(({ id }) => id)).toEqual([rented.instanceId]);
  });

  it.each([
    ['afterwards', [{ id: 4 }], [{ id: 4 }, { id: 5, unreadable: true as const }]],
    ['before', [{ id: 4 }, { id: -2, unreadable: true as const }], [{ id: 4 }, { id: 5 }]],
  ])('takes no instance for a new one whose row could not be read %s', async (_when, before, after) => {
    const account = new TestAccount(sandbox);
    const { client } = account;
    let lists = 0;
    const cutOff = {
      instances: {
        create: client.instances.create.bind(client.instances),
        list: () => Promise.resolve(lists++ === 0 ? before : after),
      },
    };
    loseTheAnswer();
    const window = openWindow(account, quickMinute());
    window.use({ id: account.id, client: cutOff as unknown as Client });
    const offer = await account.freeOffer();
    await expect(window.rentQueue.rent(offer, request)).rejects.toThrow(
      /no new instance appeared within a minute/,
    );
  });

  it('goes on for the account that it began with when another is chosen meanwhile', async () => {
    const [account, another] = [new TestAccount(sandbox), new TestAccount(sandbox)];
    const theirs = await another.rent();
    const window = openWindow(account);
    loseTheAnswer();
    const renting = window.rentQueue.rent(await account.freeOffer(), request);
    window.use(another);
    const { instanceId } = await renting;
    expect(instanceId).not.toBe(theirs);
    expect((await account.client.instances.list()).map(({ id }) => id)).toEqual([instanceId]);
  });

  it('does not take a list that it could not have for an empty one', async () => {
    const account = new TestAccount(sandbox);
    const offer = await account.freeOffer();
    loseTheAnswer();
    const { client } = account;
    let lists = 0;
    const cutOff = {
      instances: {
        create: client.instances.create.bind(client.instances),
        list: () => (lists++ === 0 ? client.instances.list() : Promise.reject(new Error('offline'))),
      },
    };
    const window = openWindow(account, quickMinute());
    window.use({ id: account.id, client: cutOff as unknown as Client });
    await expect(window.rentQueue.rent(offer, request)).rejects.toThrow(
      /The instance may exist and cost money/,
    );
    expect(await client.instances.list()).toHaveLength(1);
  });

  it('never takes the instance of a rent that was answered for the one whose answer was lost', async () => {
    const account = new TestAccount(sandbox);
    const offers = await twoOffers(account);
    const hidden = new Set<number>();
    let lists = 0;
    const { client } = account;
    // The list shows what the first rent created only after the second one has looked at it.
    const lagging = {
      instances: {
        create: client.instances.create.bind(client.instances),
        list: async () =>
          (await client.instances.list()).filter(({ id }) => lists > 2 || !hidden.has(id), (lists += 1)),
      },
    } as unknown as Client;
    const window = openWindow(account, quickMinute());
    window.use({ id: account.id, client: lagging });
    const { instanceId } = await window.rentQueue.rent(offers[0], request);
    hidden.add(instanceId);
    sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true });
    await expect(window.rentQueue.rent(offers[1], request)).rejects.toThrow(/didn’t confirm the rental/);
    expect(lists).toBeGreaterThan(3);
  });

  it('finds one instance for one of two rents whose answers were lost, and says which stayed unclear', async () => {
    const account = new TestAccount(sandbox);
    const offers = await twoOffers(account);
    const window = openWindow(account, quickMinute());
    sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true });
    await expect(window.rentQueue.rent(offers[0], request)).rejects.toThrow(/didn’t confirm the rental/);
    loseTheAnswer();
    // It may be the first one's, which was late: nobody can tell.
    await expect(window.rentQueue.rent(offers[1], request)).rejects.toThrow(/didn’t confirm the rental/);
    const { id } = (await account.client.instances.list())[0]!;
    const listed = await account.client.instances.list();
    expect((await window.pending.reconcile(window.accountId, listed)).appeared).toEqual([id]);
    expect((await window.pending.reconcile(window.accountId, listed)).appeared).toEqual([]);
  });

  it('stops waiting for another window when it is told to, and rents nothing', async () => {
    const account = new TestAccount(sandbox);
    const window = openWindow(account);
    let end: () => void = () => undefined;
    let begun = false;
    const other = window
      .lease(window.accountId)
      .run(() => new Promise<void>((resolve) => ((end = resolve), (begun = true))));
    await expect.poll(() => begun).toBe(true);
    let cancel: (() => void) | undefined;
    const waiting = openWindow(account, hurried, (wait) => (cancel = wait.cancel));
    const renting = waiting.rentQueue.rent(await account.freeOffer(), request);
    await expect.poll(() => cancel).toBeDefined();
    cancel?.();
    await expect(renting).rejects.toMatchObject({
      message: 'Canceled. Nothing was rented.',
      sent: false,
    });
    end();
    await other;
    expect(await account.client.instances.list()).toEqual([]);
  });

  it('keeps what was agreed to with the rental, also where the answer was lost', async () => {
    const account = new TestAccount(sandbox);
    const [first, second] = await twoOffers(account);
    const window = openWindow(account, quickMinute());
    const agreed = { stopAt: 1e12 };
    const one = await window.rentQueue.rent(first, request, undefined, undefined, { agreed });
    loseTheAnswer();
    const other = await window.rentQueue.rent(second, request, undefined, undefined, { agreed });
    expect(other.foundAfterwards).toBe(true);
    expect(window.kept).toEqual([
      [window.accountId, one.instanceId, agreed],
      [window.accountId, other.instanceId, agreed],
    ]);
  });

  it('is priced with the disk that its template gives it, and not at all where that isn’t known', async () => {
    const account = new TestAccount(sandbox);
    const offers = await account.client.offers.search({ filters: { rented: { eq: false } }, limit: 3 });
    const window = openWindow(account, hurried, undefined, {
      known: (id) => ({ offer: offers.find((one) => one.id === id)!, isBid: false, query: { filters: {} } }),
    });
    const [template] = await account.client.templates.search({});
    const fromTemplate = { template_hash_id: template!.hash_id };
    for (const [index, [given, disk]] of (
      [
        [fromTemplate, 50],
        [{ ...fromTemplate, disk: 10 }, 50],
        [fromTemplate, undefined],
      ] as const
    ).entries())
      await window.rentQueue.rent(offers[index]!.id, given, undefined, undefined, { disk });
    const priced = (await window.pending.list(window.accountId)).map(({ running }) => running);
    expect(priced).toEqual([offerCost(offers[0]!, 50).running, offerCost(offers[1]!, 10).running, undefined]);
  });

  it('says where it stayed unclear that when its stop is scheduled and when it isn’t, and remembers that', async () => {
    const account = new TestAccount(sandbox);
    const window = openWindow(account, quickMinute());
    sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true });
    const agreed = { stopAt: 1e12 };
    await expect(
      window.rentQueue.rent(await account.freeOffer(), request, undefined, undefined, { agreed }),
    ).rejects.toThrow(
      /didn’t confirm the rental.* If it appears, its stop is scheduled .* within 15 minutes, you are notified\.$/,
    );
    expect(window.kept).toEqual([]);
    expect(await window.pending.list(window.accountId)).toMatchObject([agreed]);
  });

  it('says after a minute that it stayed unclear, and does not ask twice', async () => {
    const account = new TestAccount(sandbox);
    const window = openWindow(account, quickMinute());
    const offer = await account.freeOffer();
    sandbox.control.failNext({ method: 'PUT', path: '/asks/', reset: true });
    await expect(window.rentQueue.rent(offer, request)).rejects.toThrow(/didn’t confirm the rental/);
    expect(await account.client.instances.list()).toEqual([]);
  });
});

async function twoOffers(account: TestAccount): Promise<[number, number]> {
  const [first, second] = await account.client.offers.search({
    filters: { rented: { eq: false } },
    limit: 2,
  });
  return [first!.id, second!.id];
}

/** A window of its own: it shares files with the others, and nothing else. */
function openWindow(
  account: TestAccount,
  clock: Clock = hurried,
  onWait?: (wait: RentWait) => void,
  offers?: RentQueueOptions['offers'],
) {
  const files = new AccountFiles(folder);
  const inUse = ({ id, client }: Pick<TestAccount, 'id' | 'client'>) => ({
    client,
    active: { id: `abc-${id}`, baseUrl: sandbox.url, userId: id },
  });
  const accounts = inUse(account);
  const kept: unknown[] = [];
  const pending = new PendingRentals(files, hurried);
  const lease = (accountId: string) => new Lease(join(files.folderOf(accountId), 'rent.lease'), clock);
  const rentQueue = new RentQueue({
    accounts,
    instances: { lookForPending: () => Promise.resolve() },
    pendingStart: new MarkerFiles(files, 'pendingStart'),
    pending,
    lease,
    clock,
    ...omitUndefined({ onWait, offers }),
    keepAgreed: (...one) => Promise.resolve(void kept.push(one)),
  });
  return {
    kept,
    rentQueue,
    pending,
    lease,
    accountId: accounts.active.id,
    use: (chosen: Pick<TestAccount, 'id' | 'client'>) => void Object.assign(accounts, inUse(chosen)),
  };
}
