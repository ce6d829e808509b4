import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { timesOf } from '../../../../src/stores/windows/lease';
import { systemClock } from '../../../../src/clock';
import { nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { NewRental } from '../../../../src/stores/rentals/pendingRental';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { ManualClock } from '../../support/manualClock';

const account = 'a-1';
const rental: NewRental = { known: [1], label: undefined, machineId: undefined, awaited: true };

let folder: string;
let told: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  await mkdir(join(folder, account));
  told = [];
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const file = () => join(folder, account, 'pending.json');
const kept = () => join(folder, account, 'pending.damaged.json');
const open = (disk = nodeDisk) =>
  new PendingRentals(new AccountFiles(folder, disk), systemClock, (id, path) => told.push(`${id} ${path}`));

const openWith = (clock: ManualClock) =>
  new PendingRentals(new AccountFiles(folder, undefined, timesOf(systemClock)), clock);

describe('a damaged file of rentals', () => {
  const row = { token: 't', at: systemClock.now(), ...rental };

  it.each([
    ['empty', '', 0],
    ['cut off', '{"rentals":[{"token":"t"', 0],
    ['no list', '[]', 0],
    ['with a row that nobody knows', JSON.stringify({ rentals: [row, { token: 7 }] }), 1],
  ])('%s is kept aside, told once by all windows, and what is left goes on', async (_, text, left) => {
    await writeFile(file(), text);
    const windows = [open(), open(), open()];
    const lists = await Promise.all(windows.map((one) => one.list(account)));
    expect(lists.map(({ length }) => length)).toEqual([left, left, left]);
    expect(await readFile(kept(), 'utf8')).toBe(text);
    expect(told).toEqual([`${account} ${kept()}`]);
    await windows[2]!.begin(account, rental);
    expect(await windows[0]!.list(account)).toHaveLength(left + 1);
    expect(told).toHaveLength(1);
  });

  it('is kept aside by a rental that begins, which then counts', async () => {
    await writeFile(file(), '{');
    const pending = open();
    await pending.begin(account, rental);
    expect(await pending.list(account)).toHaveLength(1);
    expect(await readFile(kept(), 'utf8')).toBe('{');
    expect(told).toHaveLength(1);
  });

  it('is not replaced where it can’t be kept; this window goes on by itself', async () => {
    await writeFile(file(), '{');
    const full = Object.assign(new Error('read-only'), { code: 'EROFS' });
    const pending = open({
      ...nodeDisk,
      createExclusive: (path, mode) =>
        path === kept() ? Promise.reject(full) : nodeDisk.createExclusive(path, mode),
    });
    await pending.begin(account, rental);
    expect(await pending.list(account)).toHaveLength(1);
    expect(await readFile(file(), 'utf8')).toBe('{');
    expect(told).toEqual([]);
  });

  it('is not one that a newer version wrote, which stays', async () => {
    const newer = '{"version":2,"rented":{}}';
    await writeFile(file(), newer);
    const pending = open();
    await pending.begin(account, rental);
    expect(await pending.list(account)).toHaveLength(1);
    expect(await readFile(file(), 'utf8')).toBe(newer);
    expect(told).toEqual([]);
  });
});

describe('a new instance', () => {
  it('is nobody’s while a window waits for an answer that may name it', async () => {
    const pending = open();
    const lost = await pending.begin(account, rental);
    await pending.unclear(account, lost);
    const sent = await pending.begin(account, rental);
    expect((await pending.reconcile(account, [{ id: 1 }, { id: 2 }])).appeared).toEqual([]);
    await pending.created(account, sent, 2);
    expect((await pending.reconcile(account, [{ id: 1 }, { id: 2 }])).appeared).toEqual([]);
    expect((await pending.reconcile(account, [{ id: 1 }, { id: 2 }, { id: 3 }])).appeared).toEqual([3]);
  });
});

describe('a stop that was agreed to with a rental', () => {
  const stopAt = 1_900_000_000_000;
  const listed = [{ id: 1 }, { id: 2 }];

  it('is scheduled by another window if the one that rented is gone, until that has settled it', async () => {
    const clock = new ManualClock();
    const [sender, other] = [openWith(clock), openWith(clock)];
    const token = await sender.begin(account, { ...rental, stopAt });
    await sender.created(account, token, 2);
    // It may be about to do so itself.
    expect((await other.reconcile(account, listed)).unscheduled).toEqual([]);
    clock.time += 200_000;
    expect((await other.reconcile(account, listed)).unscheduled).toEqual([{ instanceId: 2, stopAt }]);
    // That window is about to schedule the stop, but may be killed before it has.
    const third = openWith(clock);
    expect((await third.reconcile(account, listed)).unscheduled).toEqual([]);
    clock.time += 60_000;
    expect((await third.reconcile(account, listed)).unscheduled).toEqual([{ instanceId: 2, stopAt }]);
    await third.settled(account, 2);
    expect((await other.reconcile(account, listed)).unscheduled).toEqual([]);
  });

  it.each([
    ['while a window was open', 31 * 60_000],
    ['while none was', 4 * 3_600_000],
  ])('is scheduled when the list shows the known instance late, %s', async (_, late) => {
    const clock = new ManualClock();
    const sender = openWith(clock);
    const token = await sender.begin(account, { ...rental, stopAt });
    await sender.created(account, token, 2);
    await sender.reconcile(account, [{ id: 1 }]);
    clock.time += late;
    const window = late > 3 * 3_600_000 ? openWith(clock) : sender;
    await window.reconcile(account, [{ id: 1 }]);
    expect((await window.reconcile(account, listed)).unscheduled).toEqual([{ instanceId: 2, stopAt }]);
    await window.settled(account, 2);
    await window.reconcile(account, listed);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ rentals: [] });
  });

  it('is scheduled when the instance appears whose answer was lost', async () => {
    const clock = new ManualClock();
    const pending = openWith(clock);
    const token = await pending.begin(account, { ...rental, stopAt });
    await pending.unclear(account, token);
    // Two and a half minutes of sending and searching, then the ten that the person was told.
    clock.time += 750_000;
    expect(await pending.reconcile(account, listed)).toEqual({
      appeared: [2],
      unscheduled: [{ instanceId: 2, stopAt }],
      lost: [],
    });
  });

  describe('whose answer was lost', () => {
    const lose = async (clock: ManualClock) => {
      const pending = openWith(clock);
      const token = await pending.begin(account, { ...rental, stopAt });
      await pending.unclear(account, token);
      return pending;
    };
    const rentedAt = (clock: ManualClock, id: number) => ({ id, start_date: clock.now() / 1000 });

    it('is waited for until a list after 15 minutes, and then told by one window', async () => {
      const clock = new ManualClock();
      const pending = await lose(clock);
      const other = openWith(clock);
      clock.time += 14 * 60_000;
      expect((await pending.reconcile(account, [{ id: 1 }])).lost).toEqual([]);
      clock.time += 2 * 60_000;
      expect(await pending.list(account)).toHaveLength(1);
      const lost = [
        ...(await pending.reconcile(account, [{ id: 1 }])).lost,
        ...(await other.reconcile(account, [{ id: 1 }])).lost,
      ];
      expect(lost).toMatchObject([{ stopAt }]);
      expect(await pending.list(account)).toEqual([]);
    });

    it('is scheduled hours later where one instance says that it was created then', async () => {
      const clock = new ManualClock();
      await lose(clock);
      const then = rentedAt(clock, 2);
      clock.time += 4 * 3_600_000;
      const later = rentedAt(clock, 3);
      const found = await openWith(clock).reconcile(account, [{ id: 1 }, then, later, { id: 4 }]);
      expect(found).toMatchObject({ unscheduled: [{ instanceId: 2, stopAt }], lost: [] });
    });

    it('is told hours later where two may be it', async () => {
      const clock = new ManualClock();
      await lose(clock);
      const [one, two] = [rentedAt(clock, 2), rentedAt(clock, 3)];
      clock.time += 4 * 3_600_000;
      const found = await openWith(clock).reconcile(account, [{ id: 1 }, one, two]);
      expect(found).toMatchObject({ unscheduled: [], lost: [{ stopAt }] });
    });
  });

  it('ends without a word once its instance, which no list ever had, is certain to be gone', async () => {
    const clock = new ManualClock();
    const pending = openWith(clock);
    const token = await pending.begin(account, { ...rental, stopAt });
    await pending.created(account, token, 2);
    expect(await pending.unseen(account)).toEqual([]);
    clock.time += 31 * 60_000;
    expect(await pending.unseen(account)).toEqual([{ id: 2, missing: true }]);
    await pending.reconcile(account, [{ id: 1 }]);
    expect(await pending.list(account)).toHaveLength(1);
    const found = await pending.reconcile(account, [{ id: 1 }], (id) => id === 2);
    expect(found).toEqual({ appeared: [], unscheduled: [], lost: [] });
    expect(await pending.list(account)).toEqual([]);
  });

  it('is left to the window that rented, once that has scheduled it', async () => {
    const clock = new ManualClock();
    const pending = openWith(clock);
    const token = await pending.begin(account, { ...rental, stopAt });
    await pending.created(account, token, 2);
    await pending.settled(account, 2);
    clock.time += 200_000;
    expect((await pending.reconcile(account, listed)).unscheduled).toEqual([]);
  });
});

it('a rental whose instance a list has recognized meanwhile is found by whoever looks for it', async () => {
  const clock = new ManualClock();
  const pending = openWith(clock);
  const token = await pending.begin(account, rental);
  await pending.unclear(account, token);
  const listed = [{ id: 1 }, { id: 7 }];
  expect((await pending.reconcile(account, listed)).appeared).toEqual([7]);
  expect(await pending.find(account, token, listed)).toBe(7);
});
