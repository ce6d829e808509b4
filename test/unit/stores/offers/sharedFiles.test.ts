import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/clock';
import type { ScheduledStop } from '../../../../src/domain/stops/stopSchema';
import { type Disk, nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { LedgerFiles } from '../../../../src/stores/money/ledgerFiles';
import { NewsFiles } from '../../../../src/stores/instances/newsFiles';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { SavedSearches } from '../../../../src/stores/offers/savedSearches';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import { UnstoredCodes } from '../../../../src/stores/account/unstoredCodes';
import { VolumeLists } from '../../../../src/stores/volumes/volumeLists';
import { timesOf } from '../../../../src/stores/windows/lease';

const account = 'a-1';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  await mkdir(join(folder, account));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const pathOf = (name: string) => join(folder, account, name);
const files = (disk: Partial<Disk> = {}) =>
  new AccountFiles(folder, { ...nodeDisk, ...disk }, timesOf(systemClock));

const query = { type: 'on-demand' as const, filters: {}, disk: 20, hours: 8 };
const stop: ScheduledStop = { token: 't', action: 'stop', when: { kind: 'closed' }, createdAt: 1 };
const row = { key: 'instance-1', title: 'a', state: 'compute', running: 1, stopped: 0 } as const;

/** A disk that another window is faster than: what it does comes after the first read of a file, before its answer. */
function slowOn(name: string, meanwhile: () => Promise<unknown>): Partial<Disk> {
  let isFirst = true;
  return {
    async readFile(path) {
      const content = await nodeDisk.readFile(path).catch((error: unknown) => error as Error);
      if (path === pathOf(name) && isFirst) {
        isFirst = false;
        await meanwhile();
      }
      if (content instanceof Error) throw content;
      return content;
    },
  };
}

/** A disk that is full, or that can't read, while `state.isBad`. */
function badDisk(code: 'ENOSPC' | 'EBUSY') {
  const state = { isBad: false };
  const error = Object.assign(new Error(code), { code });
  const disk: Partial<Disk> =
    code === 'ENOSPC'
      ? {
          createExclusive: (path, mode) =>
            state.isBad && !path.endsWith('.lock')
              ? Promise.reject(error)
              : nodeDisk.createExclusive(path, mode),
        }
      : {
          readFile: (path) =>
            state.isBad && path.endsWith('.json') ? Promise.reject(error) : nodeDisk.readFile(path),
        };
  return { state, disk };
}

describe('what a window could not write', () => {
  it('is added to the searches that another window has saved since', async () => {
    const { state, disk } = badDisk('ENOSPC');
    const [one, other] = [
      new SavedSearches(files(disk), systemClock),
      new SavedSearches(files(), systemClock),
    ];
    const names = async (of: SavedSearches) => (await of.list(account)).map(({ name }) => name);
    for (const name of ['deleted', 'kept', 'replaced']) await other.save(account, { name, query });
    state.isBad = true;
    await one.save(account, { name: 'mine', query });
    await one.save(account, { name: 'replaced', query: { ...query, disk: 30 } });
    await one.forget(account, 'deleted');
    await other.save(account, { name: 'theirs', query });
    expect(await names(one)).toEqual(['kept', 'mine', 'replaced', 'theirs']);
    expect(await names(other)).toEqual(['deleted', 'kept', 'replaced', 'theirs']);
    state.isBad = false;
    await one.save(account, { name: 'last', query });
    expect(await names(other)).toEqual(['kept', 'last', 'mine', 'replaced', 'theirs']);
    expect((await other.list(account)).find(({ name }) => name === 'replaced')?.query.disk).toBe(30);
  });

  it.each(['ENOSPC', 'EBUSY'] as const)(
    'is added to the rentals of another window after %s',
    async (code) => {
      const { state, disk } = badDisk(code);
      const [one, other] = [
        new PendingRentals(files(disk), systemClock),
        new PendingRentals(files(), systemClock),
      ];
      const labels = async (of: PendingRentals) => (await of.list(account)).map(({ label }) => label).sort();
      const rental = (label: string) => ({ label, known: [], awaited: false });
      await other.begin(account, rental('first'));
      state.isBad = true;
      const token = await one.begin(account, rental('mine'));
      expect(await labels(one)).toContain('mine');
      await other.begin(account, rental('theirs'));
      state.isBad = false;
      await one.created(account, token, 7);
      expect(await labels(other)).toEqual(['first', 'mine', 'theirs']);
      expect((await other.list(account)).find(({ label }) => label === 'mine')?.instanceId).toBe(7);
    },
  );

  it('gives way to news of a newer list', async () => {
    const { state, disk } = badDisk('ENOSPC');
    let now = 1000;
    const clock = { ...systemClock, now: () => now };
    const [one, other] = [new NewsFiles(files(disk), clock), new NewsFiles(files(), clock)];
    const running = { id: 7, actual_status: 'running', intended_status: 'running' };
    const outbid = { ...running, actual_status: 'exited', cur_state: 'stopped', is_bid: true };
    const tell = async (of: NewsFiles, instance: typeof running) =>
      (await of.take(account, { at: (now += 10), instances: [instance] }, new Set())).map(({ kind }) => kind);
    state.isBad = true;
    expect(await tell(one, running)).toEqual([]);
    expect(await tell(other, running)).toEqual([]);
    expect(await tell(other, outbid)).toEqual(['outbid']);
    expect(await tell(one, outbid)).toEqual([]);
  });
});

describe('a damaged file', () => {
  /** Reads and replaces a damaged file, and tells where it is kept. */
  const stores: Record<string, { name: string; change: () => Promise<unknown> }> = {
    costs: {
      name: 'ledger',
      change: () =>
        new LedgerFiles(files(), systemClock).note(account, [{ at: 1, kind: 'instance', rows: [row] }]),
    },
    stops: { name: 'scheduled-stops', change: () => new ScheduledStops(files(), systemClock).read(account) },
    rentals: { name: 'pending', change: () => new PendingRentals(files(), systemClock).list(account) },
    searches: {
      name: 'searches',
      change: () => new SavedSearches(files(), systemClock).save(account, { name: 'mine', query }),
    },
  };
  it.each(Object.keys(stores))('of %s never replaces one that was kept before', async (which) => {
    const { name, change } = stores[which]!;
    const texts = ['half a file', 'another half', Buffer.from([0x7b, 0xff, 0xfe])];
    for (const text of texts) {
      await writeFile(pathOf(`${name}.json`), text);
      await change();
    }
    const kept = ['', '-2', '-3'].map((number) => readFile(pathOf(`${name}.damaged${number}.json`)));
    expect(await Promise.all(kept)).toEqual(texts.map((text) => Buffer.from(text)));
  });

  it('is not replaced where it cannot be kept', async () => {
    const { state, disk } = badDisk('ENOSPC');
    state.isBad = true;
    await writeFile(pathOf('searches.json'), 'half a file');
    const searches = new SavedSearches(files(disk), systemClock);
    await searches.save(account, { name: 'mine', query });
    expect(await searches.list(account)).toHaveLength(1);
    expect(await readFile(pathOf('searches.json'), 'utf8')).toBe('half a file');
  });
});

it('a list of volumes is never replaced by an older one, however slow its window is', async () => {
  const alone = () => Promise.resolve(false);
  const [before, after] = [{ id: 1 }, { id: 2 }];
  const other = new VolumeLists(files(), systemClock, alone);
  await other.write(account, { at: 10, volumes: [before] });
  const slow = slowOn('volumes.json', () => other.write(account, { at: 30, volumes: [after] }));
  const lists = new VolumeLists(files(slow), systemClock, alone);
  expect(await lists.write(account, { at: 20, volumes: [before, after] })).toEqual({
    at: 30,
    volumes: [after],
  });
  expect(await other.read(account)).toEqual({ at: 30, volumes: [after] });
});

it('a schedule stays known that is made while the file is being read', async () => {
  await new ScheduledStops(files(), systemClock).schedule(account, 8, stop);
  const slow = slowOn('scheduled-stops.json', () => stops.schedule(account, 7, stop));
  const stops: ScheduledStops = new ScheduledStops(files(slow), systemClock);
  const seen: number[] = [];
  stops.onDidChange((_, ids) => seen.push(...ids));
  expect([...(await stops.read(account)).keys()]).toEqual([8, 7]);
  expect(stops.get(account, 7)).toEqual(stop);
  expect(seen).toEqual([8, 7]);
});

it('new backup codes are not told as lost for the ones before them, and are told when they are lost', async () => {
  const own = { pid: process.pid, started: 'before' };
  const mark = pathOf('a-1.json');
  writeFileSync(mark, JSON.stringify(own));
  const ended = new Set(['before']);
  let isFirst = true;
  const codes = new UnstoredCodes(join(folder, account), ({ started }) => {
    if (isFirst) {
      // Another window makes new codes while this one looks.
      isFirst = false;
      writeFileSync(mark, JSON.stringify({ ...own, started: 'after' }));
      rmSync(pathOf('a-1.told'), { force: true });
    }
    return !ended.has(started);
  });
  expect(await codes.takeTelling(account)).toBe(false);
  ended.add('after');
  expect(await codes.takeTelling(account)).toBe(true);
});
