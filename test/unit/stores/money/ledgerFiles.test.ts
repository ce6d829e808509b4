import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../../src/clock';
import { limits } from '../../../../src/domain/money/ledger/fold';
import { type Look, spentBy, spentInAll } from '../../../../src/domain/money/ledger/ledger';
import { lookAtInstances } from '../../../../src/domain/money/ledger/rows';
import { isEstimate } from '../../../../src/domain/money/ledger/spending';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { type Disk, nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { spendingFiles } from '../../../../src/stores/money/spendingStore';
import { LedgerFiles } from '../../../../src/stores/money/ledgerFiles';
import { timesOf } from '../../../../src/stores/windows/lease';

const account = 'abc-1';
const minute = 60_000;
const hour = 60 * minute;
const dollar = 100_000_000;
const start = Date.UTC(2026, 10, 1);

let folder: string;
let now: number;
let writes: number;
let damaged: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  now = start;
  writes = 0;
  damaged = [];
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const clock: Clock = {
  now: () => now,
  monotonic: () => now,
  after: (_, callback) => {
    const timer = setTimeout(callback, 1);
    return () => clearTimeout(timer);
  },
};

/** A window; its disk counts the files that are written. */
function window(): LedgerFiles {
  const disk: Disk = {
    ...nodeDisk,
    createExclusive: (path, mode) => {
      writes += 1;
      return nodeDisk.createExclusive(path, mode);
    },
  };
  return new LedgerFiles(new AccountFiles(folder, disk, timesOf(systemClock)), clock, (_, kept) =>
    damaged.push(kept),
  );
}

const file = (): string => join(folder, account, 'ledger.json');

const row = (id: number, actual_status: string): SharedInstance => ({
  id,
  actual_status,
  intended_status: actual_status === 'exited' ? 'stopped' : 'running',
  search: { totalHour: 1 },
  instance: { totalHour: 0.1 },
  start_date: start / 1000,
  ...(actual_status === 'running' ? { running_since: start / 1000 } : {}),
});

const look = (...rows: SharedInstance[]): Look => lookAtInstances(now, rows);

function spent(files: LedgerFiles, id: number) {
  return spentBy(files.known(account), `instance-${id}`, { from: 0, to: now }, now);
}

describe('the record of costs', () => {
  it('is the same in a window that opens later', async () => {
    await window().note(account, [look(row(1, 'running'))]);
    now += 3 * hour;
    const later = window();
    await later.note(account, [look(row(1, 'running'))]);
    expect(spent(later, 1)).toMatchObject({ units: 3 * dollar });
    expect(isEstimate(spent(later, 1))).toBe(false);
  });

  it('knows in every window what one of them did', async () => {
    const [one, other] = [window(), window()];
    await one.note(account, [look(row(1, 'running'))]);
    await other.note(account, [look(row(1, 'running'))]);
    now += hour;
    await one.note(account, [look(row(1, 'running')), { at: now, key: 'instance-1', state: 'gone' }]);
    now += hour;
    await other.note(account, [look()]);
    expect(spent(other, 1)).toMatchObject({ units: dollar, most: dollar });
  });

  it('is not written while nothing changes, but now and then', async () => {
    const files = window();
    await files.note(account, [look(row(1, 'exited'))]);
    writes = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      now += 10_000;
      expect(await files.note(account, [look(row(1, 'exited'))])).toBe(false);
    }
    // A lock and the file, once in more than five minutes.
    expect(writes).toBeLessThanOrEqual(2);
    expect(isEstimate(spent(files, 1))).toBe(false);
  });

  it('loses at most some minutes to a window that is closed', async () => {
    const files = window();
    for (let turn = 0; turn < 120; turn += 1) {
      await files.note(account, [look(row(1, 'exited'))]);
      now += minute;
    }
    const later = window();
    await later.note(account, [look(row(1, 'exited'))]);
    const { least, most } = spent(later, 1);
    // In each unseen hour it could have run for a dollar.
    expect(most - least).toBeLessThan((7 / 60) * dollar);
  });

  it('writes nothing while nothing was ever rented', async () => {
    const files = window();
    await files.note(account, [look()]);
    now += hour;
    await files.note(account, [look()]);
    expect(writes).toBe(0);
  });
});

describe('a damaged record', () => {
  for (const [what, content] of [
    ['half a file', '{"version":1,"entries":{"instance-1":{"title":"x","sigh'],
    ['another version', '{"version":0}'],
    [
      'figures that are texts',
      '{"version":1,"entries":{"a":{"title":"","sightings":[{"from":"1"}]}},"days":{}}',
    ],
    ['nothing', ''],
  ] as const) {
    it(`of ${what} is kept aside, begun anew and told once`, async () => {
      const [one, other] = [window(), window()];
      await one.note(account, [look(row(1, 'running'))]);
      await writeFile(file(), content);
      now += hour;
      await Promise.all([
        one.note(account, [look(row(1, 'running'))]),
        other.note(account, [look(row(1, 'running'))]),
      ]);
      expect(damaged).toEqual([join(folder, account, 'ledger.damaged.json')]);
      expect(await readFile(damaged[0]!, 'utf8')).toBe(content);
      // The service tells since when it runs.
      now += hour;
      const later = window();
      await later.note(account, [look(row(1, 'running'))]);
      expect(spent(later, 1)).toMatchObject({ units: 2 * dollar });
      // Whoever looks at the sums later can be told.
      expect(later.known(account).rebuilt).toBe(start + hour);
      const files = spendingFiles(
        new AccountFiles(folder, undefined, timesOf(systemClock)),
        clock,
        () => undefined,
      );
      expect(files.damagedFile(account)).toBe(damaged[0]);
      expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ version: 1 });
    });
  }

  it('makes the sums of its day a minimum, on a full disk as well, and those of later days none', async () => {
    await window().note(account, [look(row(1, 'running'))]);
    await writeFile(file(), 'half a file');
    now += hour;
    const full: Disk = { ...nodeDisk, createExclusive: () => Promise.reject(new Error('full')) };
    const others = [window(), new LedgerFiles(new AccountFiles(folder, full, timesOf(systemClock)), clock)];
    for (const files of others.toReversed()) {
      await files.note(account, [look()]);
      const ledger = files.known(account);
      const sum = (from: number) => spentInAll(ledger, { from, to: now + 24 * hour }, now + 24 * hour);
      expect(isEstimate(sum(start))).toBe(true);
      expect(isEstimate(sum(start + 2 * hour))).toBe(false);
    }
  });

  it('is not what another window has written in its place meanwhile', async () => {
    const one = window();
    await one.note(account, [look(row(1, 'running'))]);
    await writeFile(file(), 'half a file');
    now += hour;
    // The other window reads the damaged file, and the first one replaces it before the other goes on.
    let isFirst = true;
    const slow: Disk = {
      ...nodeDisk,
      readFile: async (path) => {
        const content = await nodeDisk.readFile(path);
        if (path === file() && isFirst) {
          isFirst = false;
          await one.note(account, [look(row(1, 'running'))]);
        }
        return content;
      },
    };
    const other = new LedgerFiles(new AccountFiles(folder, slow, timesOf(systemClock)), clock, (_, kept) =>
      damaged.push(kept),
    );
    await other.note(account, [look(row(2, 'running'))]);
    expect(damaged).toHaveLength(1);
    expect(await readFile(damaged[0]!, 'utf8')).toBe('half a file');
    const written = await readFile(file(), 'utf8');
    expect(written).toContain('instance-1');
    expect(written).toContain('instance-2');
  });

  it('is not one that cannot be read at the moment, which is left alone', async () => {
    await window().note(account, [look(row(1, 'running'))]);
    const before = await readFile(file(), 'utf8');
    const broken: Disk = {
      ...nodeDisk,
      readFile: () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
      createExclusive: () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
    };
    const files = new LedgerFiles(new AccountFiles(folder, broken, timesOf(systemClock)), clock, (_, kept) =>
      damaged.push(kept),
    );
    now += hour;
    await files.note(account, [look(row(1, 'running'))]);
    expect(spent(files, 1)).toMatchObject({ units: dollar });
    expect(damaged).toEqual([]);
    expect(await readFile(file(), 'utf8')).toBe(before);
  });
});

describe('a record that is not read', () => {
  const today = () => spentInAll(files.known(account), { from: start, to: now }, now);
  let files: LedgerFiles;

  it('says of no sum that it is certain', async () => {
    await window().note(account, [look(row(1, 'running'))]);
    let isLocked = true;
    const locked: Disk = {
      ...nodeDisk,
      readFile: (path) => (isLocked ? Promise.reject(new Error('locked')) : nodeDisk.readFile(path)),
    };
    files = new LedgerFiles(new AccountFiles(folder, locked, timesOf(systemClock)), clock);
    expect(isEstimate(today())).toBe(true);
    await files.note(account, [look()]);
    expect(isEstimate(today())).toBe(true);
    // What it has in it isn't replaced by what this window alone has seen.
    expect(await readFile(file(), 'utf8')).toContain('instance-1');
    isLocked = false;
    now += minute;
    await files.note(account, [look(row(2, 'exited'))]);
    expect(await readFile(file(), 'utf8')).toContain('instance-2');
    expect(await readFile(file(), 'utf8')).toContain('instance-1');
    files = window();
    await files.note(account, []);
    expect(files.known(account).isPart).toBeUndefined();
  });

  it('is certain where there was none', async () => {
    files = window();
    await files.note(account, [look()]);
    expect(isEstimate(today())).toBe(false);
  });
});

describe('what ended long ago', () => {
  it('becomes sums by day, which count as before, and stays small', async () => {
    const files = window();
    await files.note(account, [look(row(1, 'running'))]);
    now += 30 * hour;
    await files.note(account, [look(row(1, 'running')), { at: now, key: 'instance-1', state: 'gone' }]);
    const before = spentInAll(files.known(account), { from: 0, to: now }, now);
    now += (limits.daysAfterEnd + 1) * 24 * hour;
    await files.note(account, [look(row(2, 'exited'))]);
    expect(Object.keys(files.known(account).entries)).toEqual(['instance-2']);
    expect(files.known(account).days).toMatchObject({
      '2026-11-01': [24 * dollar, 24 * dollar, 24 * dollar],
      '2026-11-02': [6 * dollar, 6 * dollar, 6 * dollar],
    });
    const two = spent(files, 2);
    const all = spentInAll(files.known(account), { from: 0, to: now }, now);
    expect(all.units - two.units).toBe(before.units);
    // A window that slept does not bring it back.
    await files.note(account, [{ at: start, key: 'instance-1', state: 'gone' }]);
    expect(Object.keys(files.known(account).entries)).toEqual(['instance-2']);
  });

  it('makes room for more than four hundred rentals', async () => {
    const files = window();
    for (let id = 1; id <= 410; id += 10) {
      now += hour;
      await files.note(account, [
        look(...Array.from({ length: 10 }, (_, index) => row(id + index, 'exited'))),
      ]);
    }
    now += hour;
    await files.note(account, [look(row(999, 'exited'))]);
    expect(Object.keys(files.known(account).entries).length).toBeLessThanOrEqual(limits.entries);
    expect((await readdir(join(folder, account))).sort()).toEqual(['ledger.json']);
  });
});
