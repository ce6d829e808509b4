import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { nothingHidden } from '../../../../src/domain/offers/hidden';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { systemClock } from '../../../../src/clock';
import { Lease, timesOf } from '../../../../src/stores/windows/lease';
import { WatchAges } from '../../../../src/stores/watches/watchTimes';
import { WatchList } from '../../../../src/stores/watches/watchList';
import { type WatchNews, WatchStore } from '../../../../src/stores/watches/watchStore';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';
import { account, eventually, SharedTime } from '../support/watchingWindows';

let sandbox: Sandbox;
let folder: string;
let store: WatchStore;
let time: SharedTime;
let news: WatchNews[];
beforeAll(async () => void (sandbox = await createSandbox({ sshd: false, offers: 200 })));
afterAll(() => sandbox.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  time = new SharedTime();
  const { clock } = time;
  const ages = new WatchAges(clock);
  const othersAreThere = () => Promise.resolve(false);
  const { client } = new TestAccount(sandbox);
  store = new WatchStore({
    accounts: {
      accounts: [account('a-1')],
      clientOf: () => client,
      onDidChange: () => ({ dispose: () => undefined }),
    },
    list: new WatchList(new AccountFiles(folder, undefined, timesOf(systemClock)), {
      clock,
      ages,
      othersAreThere,
    }),
    ages,
    hidden: { list: () => Promise.resolve(nothingHidden) },
    badMachines: { list: () => Promise.resolve([]) },
    lease: new Lease(join(folder, 'watch.lease'), systemClock),
    clock,
    log: silent,
  });
  news = [];
  store.onDidFind((one) => news.push(one));
});
afterEach(async () => {
  store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const searches = () => sandbox.control.requests().filter(({ path }) => path.endsWith('/bundles/'));
/** A minute later, with what was searched then. */
async function nextLook(): Promise<void> {
  const before = searches().length;
  await eventually(() => time.waiting > 0 && !time.isBusy).toBe(true);
  time.pass(60_000);
  await eventually(() => searches().length).toBe(before + 1);
}

it.each(['on-demand', 'bid'] as const)(
  'an %s offer that becomes cheap is told with its price',
  async (type) => {
    const offerId = sandbox.control.freeOffers()[type === 'bid' ? 1 : 0]!;
    await sandbox.control.setPrice(offerId, 2, 1.5);
    const query = { type, filters: { id: { eq: offerId } }, disk: 10, hours: 8 };
    await store.begin('a-1', { name: 'one', query, limit: 0.9 });
    await eventually(() => store.listed[0]?.watch.looked).toBeDefined();
    expect(news).toEqual([]);
    await sandbox.control.setPrice(offerId, 0.8, 0.5);
    await nextLook();
    await eventually(() => news).toHaveLength(1);
    const [{ found, price } = {}] = news[0]!.finds;
    expect(found).toMatchObject({ offer: { id: offerId }, isBid: type === 'bid' });
    const base = type === 'bid' ? 0.5 : 0.8;
    expect(price).toBeGreaterThanOrEqual(base);
    expect(price).toBeLessThan(base + 0.05);

    // It goes, comes back at the same price, and then cheaper.
    sandbox.control.takeOffer(offerId);
    await nextLook();
    sandbox.control.releaseOffer(offerId);
    await nextLook();
    expect(news).toHaveLength(1);
    await sandbox.control.setPrice(offerId, 0.6, 0.3);
    await nextLook();
    await eventually(() => news).toHaveLength(2);
  },
);
