import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { cheap, eventually, offer, WatchedMarket } from '../support/watchingWindows';

const minute = 60_000;
const hour = 60 * minute;
let folder: string;
let market: WatchedMarket;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  market = new WatchedMarket(folder);
});
afterEach(async () => {
  market.closeAll();
  await rm(folder, { recursive: true, maxRetries: 5 });
});
const gaps = () => market.asked.slice(1).map(({ at }, index) => at - market.asked[index]!.at);
const limited = () => new ApiError('rate_limited', 'Too many requests.', { status: 429 });

describe('a watched search', () => {
  it('is asked at once, then once a minute, with free offers that are cheap enough first', async () => {
    const window = market.open();
    await window.store.begin('a-1', cheap);
    await market.rest();
    expect(market.asked).toEqual([
      {
        accountId: 'a-1',
        at: market.time.wall,
        query: {
          filters: {
            gpu_ram: { gte: 24_000 },
            disk_space: { gte: 100 },
            rentable: { eq: true },
            rented: { eq: false },
            external: { eq: false },
          },
          order: [['dph_total', 'asc']],
          type: 'on-demand',
          limit: 64,
          allocated_storage: 100,
        },
      },
    ]);
    await market.pass(3 * minute);
    expect(gaps()).toEqual([minute, minute, minute]);
  });

  it('tells of an offer once, and again only when it is cheaper', async () => {
    const { store, told } = market.open();
    market.offers = [offer(1, 0.31), offer(2, 0.25)];
    await store.begin('a-1', cheap);
    await market.pass(2 * minute);
    expect(told()).toEqual([[2, 0.25]]);
    market.offers = [];
    await market.pass(minute);
    market.offers = [offer(2, 0.28)];
    await market.pass(minute);
    expect(told()).toEqual([[2, 0.25]]);
    market.offers = [offer(1, 0.29), offer(2, 0.2)];
    await market.pass(minute);
    expect(told()).toEqual([
      [2, 0.25],
      [2, 0.2],
      [1, 0.29],
    ]);
  });

  it('hands on an offer that can be rented as it was found', async () => {
    const { store, news } = market.open();
    market.offers = [offer(2, 0.25)];
    await store.begin('a-1', cheap);
    await eventually(() => news).toHaveLength(1);
    expect(news[0]!.finds[0]!.found).toMatchObject({
      offer: { id: 2 },
      isBid: false,
      query: { allocated_storage: 100 },
      seen: { accountId: 'a-1', disk: 100, at: { now: market.time.wall } },
    });
  });

  it('passes over machines that did not start something, what is hidden, and what contradicts the filters', async () => {
    const { store, told } = market.open();
    market.badMachines = [7];
    market.hidden = { machine: [9], host: [90] };
    market.offers = [
      offer(1, 0.1, { machine_id: 7 }),
      offer(2, 0.1, { gpu_ram: 12_000 }),
      offer(3, 0.1, { machine_id: 8 }),
      offer(4, 0.1, { machine_id: 9 }),
      offer(5, 0.1, { machine_id: 10, host_id: 90 }),
    ];
    await store.begin('a-1', cheap);
    await eventually(told).toEqual([[3, 0.1]]);
  });

  it('of both types asks for one after the other', async () => {
    const { store } = market.open();
    await store.begin('a-1', { ...cheap, query: { ...cheap.query, type: 'both' } });
    await market.rest();
    await market.pass(3 * minute);
    expect(market.asked.map(({ query }) => query.type)).toEqual(['on-demand', 'bid', 'on-demand', 'bid']);
  });

  it('is replaced by one of the same name, and is not asked for once it is stopped', async () => {
    const { store } = market.open();
    await store.begin('a-1', cheap);
    const { id } = await store.begin('a-1', { ...cheap, limit: 0.2 });
    await market.rest();
    expect(store.listed.map(({ watch }) => watch.limit)).toEqual([0.2]);
    expect(await store.stop('a-1', id)).toBe(true);
    expect(await store.stop('a-1', id)).toBe(false);
    const before = market.asked.length;
    await market.pass(5 * minute);
    expect(market.asked).toHaveLength(before);
    expect(store.listed).toEqual([]);
  });

  it('changes no state and writes nothing while it finds nothing new in the only window', async () => {
    const { store, changes } = market.open({ alone: true });
    await store.begin('a-1', cheap);
    await market.rest();
    await market.pass(minute);
    const file = join(market.files.folderOf('a-1'), 'watches.json');
    const before = await readFile(file, 'utf8');
    const many = changes.length;
    await market.pass(3 * minute);
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(changes).toHaveLength(many);
    expect(gaps()).toEqual([minute, minute, minute, minute]);
    expect((await store.list())[0]!.watch.looked).toBe(market.time.wall);
  });
});

describe('several watched searches', () => {
  it('take turns, half a minute apart, one at a time, and no more than ten', async () => {
    const { store } = market.open();
    for (let index = 0; index < 10; index += 1)
      await store.begin('a-1', { ...cheap, name: `search ${index}` });
    await expect(store.begin('a-1', { ...cheap, name: 'one more' })).rejects.toThrow('Stop watching one');
    await market.pass(5 * minute);
    market.asked.length = 0;
    await market.pass(5 * minute);
    expect(new Set(gaps())).toEqual(new Set([30_000]));
    expect(market.asked).toHaveLength(10);
    expect(market.mostAtOnce).toBe(1);
  });

  it('are asked with the key of their own account, whichever is in use', async () => {
    const { store, news } = market.open();
    market.offers = [offer(2, 0.25)];
    await store.begin('a-1', cheap);
    await store.begin('b-2', cheap);
    await market.pass(minute);
    expect(new Set(market.asked.map(({ accountId }) => accountId))).toEqual(new Set(['a-1', 'b-2']));
    expect(news.map((one) => one.account.id)).toEqual(['a-1', 'b-2']);
  });

  it('end with their account, also while the answer is on its way', async () => {
    const { store, news } = market.open();
    const held = Promise.withResolvers<undefined>();
    market.offers = [offer(2, 0.25)];
    market.hold = held.promise;
    await store.begin('b-2', cheap);
    await eventually(() => market.searching).toBe(1);
    await market.files.remove('b-2');
    market.signOut('b-2');
    market.hold = undefined;
    held.resolve(undefined);
    await market.pass(2 * minute);
    expect(news).toEqual([]);
    expect(store.listed).toEqual([]);
    await expect(readdir(market.files.folderOf('b-2'))).rejects.toThrow('ENOENT');
  });
});

describe('in several windows, a watched search', () => {
  it('is asked by one and told by one', async () => {
    const windows = [market.open(), market.open(), market.open()];
    await windows[1]!.store.begin('a-1', cheap);
    await market.pass(2 * minute);
    market.offers = [offer(2, 0.25)];
    await market.pass(3 * minute);
    expect(windows.flatMap(({ told }) => told())).toEqual([[2, 0.25]]);
    expect(market.asked.length).toBeLessThanOrEqual(6);
    for (const gap of gaps()) expect(gap).toBeGreaterThanOrEqual(minute);
    expect(market.mostAtOnce).toBe(1);
    for (const { store } of windows) expect(store.listed).toHaveLength(1);
  });

  it('goes on in another one when the window that asks is closed', async () => {
    const [first, second] = [market.open(), market.open()];
    const held = Promise.withResolvers<undefined>();
    market.hold = held.promise;
    await first.store.begin('a-1', cheap);
    await eventually(() => market.searching).toBe(1);
    await market.pass(minute);
    expect(market.asked).toHaveLength(1);
    first.close();
    market.hold = undefined;
    held.resolve(undefined);
    market.offers = [offer(2, 0.25)];
    await market.pass(2 * minute);
    await eventually(second.told).toEqual([[2, 0.25]]);
  });

  it('is not told again after all of them were closed', async () => {
    const first = market.open();
    market.offers = [offer(2, 0.25)];
    await first.store.begin('a-1', cheap);
    await eventually(first.told).toEqual([[2, 0.25]]);
    await market.rest();
    first.close();
    const later = market.open();
    await market.pass(2 * minute);
    expect(later.told()).toEqual([]);
    expect(market.asked.length).toBe(3);
    for (const gap of gaps()) expect(gap).toBeGreaterThanOrEqual(minute);
  });
});

describe('after a day, a watched search', () => {
  it('ends, and one of the windows that saw it tells so', async () => {
    const [first, second] = [market.open(), market.open()];
    const { id } = await first.store.begin('a-1', cheap);
    await market.pass(2 * minute);
    await market.pass(23 * hour, hour);
    expect([first.ended, second.ended]).toEqual([[], []]);
    await market.pass(hour, 10 * minute);
    expect([...first.ended, ...second.ended]).toEqual(['cheap']);
    const before = market.asked.length;
    await market.pass(5 * minute, minute);
    expect(market.asked).toHaveLength(before);
    const [{ watch, left } = {}] = await second.store.list();
    expect([watch?.ended, left]).toEqual([true, 0]);
    expect(await second.store.renew('a-1', id)).toBe(true);
    await market.rest();
    expect(market.asked).toHaveLength(before + 1);
    expect((await first.store.list())[0]).toMatchObject({
      left: 24 * hour,
      watch: { looked: market.time.wall },
    });
  });

  it('ends without a word where no window was open', async () => {
    const first = market.open();
    await first.store.begin('a-1', cheap);
    await market.rest();
    first.close();
    market.time.pass(25 * hour);
    const later = market.open();
    await eventually(() => later.store.listed[0]?.watch.ended).toBe(true);
    expect(later.ended).toEqual([]);
    expect(market.asked).toHaveLength(1);
  });

  it('ends after the computer slept', async () => {
    const { store, ended } = market.open();
    await store.begin('a-1', cheap);
    await market.rest();
    market.time.sleep(25 * hour);
    await market.pass(minute);
    expect(ended).toEqual(['cheap']);
    expect(market.asked).toHaveLength(1);
  });

  it('ends although the clock was set back meanwhile', async () => {
    const { store, ended } = market.open();
    await store.begin('a-1', cheap);
    await market.pass(2 * minute);
    market.time.wall -= 20 * hour;
    await market.pass(minute);
    expect(store.listed[0]?.watch.begun).toBeLessThanOrEqual(market.time.wall);
    await market.pass(25 * hour, hour);
    expect(ended).toEqual(['cheap']);
  });
});

describe('when the clock is set, a watched search', () => {
  it('goes on at once after it was set back, at its distance', async () => {
    const { store } = market.open();
    await store.begin('a-1', cheap);
    await market.pass(minute);
    const before = market.asked.length;
    market.time.wall -= 2 * hour;
    await market.pass(2 * minute);
    expect(market.asked.length).toBeGreaterThanOrEqual(before + 2);
    expect(market.asked.length).toBeLessThanOrEqual(before + 4);
  });
});

describe('while the service refuses, watched searches', () => {
  it('pause longer and longer, all of the account, and then go on', async () => {
    const { store, changes } = market.open();
    await store.begin('a-1', cheap);
    await market.rest();
    market.failure = limited();
    await store.begin('a-1', { ...cheap, name: 'other' });
    await market.rest();
    expect(store.listed.map(({ watch }) => watch.failures)).toEqual([1, 1]);
    const since = market.asked.length;
    await market.pass(10 * minute);
    const during = market.asked.length - since;
    expect(during).toBeGreaterThanOrEqual(3);
    expect(during).toBeLessThanOrEqual(6);
    market.failure = undefined;
    const many = changes.length;
    await market.pass(16 * minute, 10_000);
    expect(store.listed.map(({ watch }) => watch.failures)).toEqual([undefined, undefined]);
    expect(changes.length).toBeGreaterThan(many);
  });

  it('are not held up by one whose filters the service refuses', async () => {
    const { store } = market.open();
    await store.begin('a-1', cheap);
    await market.rest();
    market.failure = new ApiError('invalid_request', 'No such field.', { status: 400 });
    await store.begin('a-1', { ...cheap, name: 'odd' });
    await market.rest();
    expect(store.listed.map(({ watch }) => [watch.name, watch.failures])).toEqual([
      ['cheap', undefined],
      ['odd', 1],
    ]);
  });
});

describe('the file of the watches', () => {
  const file = () => join(market.files.folderOf('a-1'), 'watches.json');

  it('is kept aside where it is damaged, with the rows that can be read', async () => {
    const first = market.open();
    await first.store.begin('a-1', cheap);
    await market.rest();
    first.close();
    const { rows } = JSON.parse(await readFile(file(), 'utf8')) as { rows: object[] };
    const hostile = [{ ...rows[0], id: '../../x' }, { ...rows[0], limit: -1 }, null, 'text'];
    const damaged = JSON.stringify({ rows: [...rows, ...hostile] });
    await writeFile(file(), damaged);
    const second = market.open();
    await eventually(() => second.store.listed.map(({ watch }) => watch.name)).toEqual(['cheap']);
    await second.store.begin('a-1', { ...cheap, name: 'other' });
    expect(await readFile(file().replace('.json', '.damaged.json'), 'utf8')).toBe(damaged);
    expect(second.store.listed).toHaveLength(2);
  });

  it.each(['{"rows":', '[]', '{}', '{"rows":{}}', ''])('counts as empty where it is %j', async (text) => {
    await market.files.disk.makeFolder(market.files.folderOf('a-1'));
    await writeFile(file(), text);
    const { store } = market.open();
    await store.begin('a-1', cheap);
    expect(store.listed).toHaveLength(1);
    expect(await readFile(file().replace('.json', '.damaged.json'), 'utf8')).toBe(text);
  });

  it('can be read by nobody else, and is not needed to go on', async () => {
    const { store, told } = market.open();
    await store.begin('a-1', cheap);
    await market.rest();
    expect((await stat(file())).mode & 0o077).toBe(0);
    await rm(market.files.folderOf('a-1'), { recursive: true });
    await writeFile(market.files.folderOf('a-1'), 'no folder');
    market.offers = [offer(2, 0.25)];
    await store.begin('a-1', cheap);
    await market.pass(2 * minute);
    expect(told()).toEqual([[2, 0.25]]);
  });
});
