import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError } from '../../../src/api/describeError';
import { rentOffer } from '../../../src/commands/offers/rentOffer';
import { rentOffers } from '../../../src/commands/offers/rentOffers';
import { planBulkRent, runBulkPlan } from '../../../src/prompts/rent/runBulkPlan';
import { confirmAndRentBulk } from '../../../src/prompts/rent/confirmAndRentBulk';
import type { Question } from '../../../src/ask/dialogs';
import type { BulkResult } from '../../../src/domain/launch/bulkRent';
import { formatPerHour } from '../../../src/domain/money/cost';
import { storageRate } from '../../../src/domain/money/rate';
import { accountInUse } from '../../../src/stores/account/accountInUse';
import { systemClock } from '../../../src/clock';
import type { FoundOffer } from '../../../src/stores/offers/offerStore';
import { anyOffer, openAccount, request } from '../support/rentingAccount';
import { sandbox, until } from '../support/inHost';
import { ownRows } from '../support/oddMode';

/** What was agreed to and what is rented, with an account of its own. */
describe('several rentals', () => {
  let folder: string;
  let account: Awaited<ReturnType<typeof openAccount>>;
  let passed = 0;
  // Prices hold for a while, however long a test takes.
  const begun = Date.now();
  const clock = { ...systemClock, now: () => begun, monotonic: () => passed };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    passed = 0;
    account = await openAccount(folder, clock);
  });
  afterEach(async () => {
    await sandbox.clearFailures();
    for (const { id } of ownRows(await account.client.instances.list()))
      await account.client.instances.destroy(id);
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  it('leave out an offer whose price rose since, and take the next one that the sum allows', async () => {
    const plan = await account.plan(2);
    passed += 16_000;
    const [dearer, other] = plan.chosen;
    await sandbox.setPrice(dearer!.offer.id, 1000);
    const results = await runBulkPlan(account, plan, { request, terms: request }, unwatched);
    equal(results[0]?.offer.offer.id, dearer!.offer.id);
    match(sentence(results[0]), /The price has risen to \$1,000\/h, more than you agreed to\./);
    equal(results.filter((result) => 'instanceId' in result).length, 2);
    ok(results.some(({ offer }) => offer.offer.id === other!.offer.id));
    equal(await account.isRented(dearer!), false);
  });

  it('pass over offers whose lowest bid is above the price, also when it rose just now', async () => {
    const query = { filters: { num_gpus: { eq: 1 } }, type: 'bid', limit: 64 };
    const { found } = await account.offers.search({ ...query, type: 'bid' });
    const bids = found.map(({ offer }) => offer.min_bid ?? 0).sort((a, b) => a - b);
    const price = bids[Math.floor(bids.length / 2)]!;
    const fitting = found.find(({ offer }) => (offer.min_bid ?? 0) <= price)!;
    const path = `/asks/${fitting.offer.id}/`;
    const body = { success: false, error: 'invalid_price', msg: 'too low' };
    await sandbox.failNext({ method: 'PUT', path, status: 400, body });
    const call = { instanceIds: [], confirmed: true, interactive: false };
    const wanted = { query, count: 2, request: { ...request, price } };
    const several = await rentOffers(account.agreeable(), { ...call, arguments: wanted });
    ok(several && 'failed' in several);
    deepEqual(
      several.failed.map(({ offerId }) => offerId),
      [fitting.offer.id],
    );
    equal(several.rented.length, 2);
  });

  it('are refused with the number of those that match', async () => {
    const { found } = await account.offers.search({ filters: { num_gpus: { eq: 1 } }, limit: 3 });
    const [first, second] = found;
    const who = accountInUse(account.accounts);
    throws(() => planBulkRent(who, first!, [first!], 3, anyOffer), /Only 1 offer matches/);
    throws(() => planBulkRent(who, first!, [first!, second!], 3, anyOffer), /Only 2 offers match/);
  });

  it('do not ask again for prices that were looked up just now', async () => {
    const plan = await account.plan(2);
    await sandbox.clearRequests();
    await runBulkPlan(account, plan, { request, terms: request }, unwatched);
    const searches = (await sandbox.requests()).filter(({ path }) => path.startsWith('/api/v0/bundles'));
    equal(searches.length, 0);
  });

  it('are remembered one by one, also the one whose answer was lost', async () => {
    const { chosen } = await account.plan(3);
    const [first, second] = chosen;
    const path = `/asks/${second!.offer.id}/`;
    await sandbox.failNext({ method: 'PUT', path, reset: true });
    const notes: [number, boolean][] = [];
    const instanceIds = await confirmAndRentBulk(account.agreeable(), {
      who: accountInUse(account.accounts),
      first: first!,
      count: 3,
      request,
      terms: request,
      check: anyOffer,
      note: (left, sent) => Promise.resolve(void notes.push([left, sent])),
    });
    equal(instanceIds?.length, 1);
    deepEqual(notes, [
      [3, true],
      [2, true],
      [2, true],
    ]);
  });
});

describe('a rental that creates a volume', () => {
  it('is asked about with the volume’s price, alone or as one of several', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    const account = await openAccount(folder);
    const { found } = await account.offers.search({ filters: { num_gpus: { eq: 1 } }, limit: 64 });
    const places = await sandbox.volumeOffers();
    const [offer, place] = found
      .map((one) => [one.offer, places.find(({ machineId }) => machineId === one.offer.machine_id)] as const)
      .find(([, here]) => here !== undefined)!;
    const [volume] = await account.client.volumeOffers.search({ id: { eq: place!.id } });
    const asked: Question[] = [];
    const services = account.answering((question) => asked.push(question) < 0);
    const volume_info = { create_new: true, volume_id: place!.id, size: 1000, mount_path: '/data' };
    const wanted = { request: { ...request, volume_info } };
    const call = { instanceIds: [], confirmed: false, interactive: false };
    await rentOffer(services, { ...call, arguments: { ...wanted, offerId: offer.id } });
    const query = { filters: { id: { eq: offer.id } } };
    await rentOffers(services, { ...call, arguments: { ...wanted, query, count: 1 } });
    const rate = formatPerHour(storageRate(1000, volume!.storage_cost!));
    equal(asked.length, 2);
    for (const { detail } of asked) ok(detail?.includes(`Includes ${rate} for the new volume`), detail);
    await rm(folder, { recursive: true, maxRetries: 5 });
  });
});

/** One rental that is agreed to, and then waits while another window rents. */
describe('a rental that waits for its turn', () => {
  let folder: string;
  let account: Awaited<ReturnType<typeof openAccount>>;
  const now = Date.now;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    account = await openAccount(folder);
  });
  afterEach(async () => {
    Date.now = now;
    // One that should not have been rented would be in the way of the files after this one.
    const { instances } = account.client;
    for (const { id } of ownRows(await instances.list())) await instances.destroy(id);
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  it('asks again when its price rose meanwhile, and rents nothing without consent', async () => {
    const { chosen } = await account.plan(1);
    const { offer } = chosen[0]!;
    let endOther: (() => void) | undefined;
    const other = account.lease.run(() => new Promise<void>((resolve) => (endOther = resolve)));
    await until(() => endOther !== undefined, 'another rental is under way');
    const asked: Question[] = [];
    const services = account.answering((question) => asked.push(question) === 1);
    const call = { instanceIds: [], confirmed: false, interactive: false };
    let waits = false;
    const rent = account.rentQueue.rent.bind(account.rentQueue);
    account.rentQueue.rent = (...agreed) => {
      waits = true;
      return rent(...agreed);
    };
    // The price that is looked up during the question arrives late, and is still the one before.
    const { offers } = account.client;
    const search = offers.search.bind(offers);
    offers.search = async (...query) => {
      const found = await search(...query);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return found;
    };
    const renting = rentOffer(services, { ...call, arguments: { offerId: offer.id, request } });
    await until(() => waits, 'it waits for its turn');
    equal(asked.length, 1);
    await sandbox.setPrice(offer.id, 2000);
    Date.now = () => now() + 16_000;
    endOther?.();
    await other;
    equal(await renting, undefined);
    equal(asked.length, 2);
    match(asked[1]!.detail ?? '', /The price has risen from .* to \$2,000\/h since you saw it\./);
    deepEqual(ownRows(await account.client.instances.list()), []);
  });
});

const unwatched = { isStopped: () => false, trying: () => Promise.resolve(), onLost: () => undefined };

const sentence = (result: BulkResult<FoundOffer>): string =>
  'error' in result ? describeError(result.error).message : '';
