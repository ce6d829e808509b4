import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timesOf } from '../../../../src/stores/windows/lease';
import { systemClock } from '../../../../src/clock';
import { type Disk, nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'))));
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** Lists of a window on a computer whose disk is full from when it is said so. */
function lists() {
  const clock = new ManualClock();
  const full = { is: false };
  const disk: Disk = {
    ...nodeDisk,
    createExclusive: (...args) =>
      full.is
        ? Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
        : nodeDisk.createExclusive(...args),
  };
  const files = new AccountFiles(folder, disk, timesOf(systemClock));
  const snapshots = new SnapshotFiles(files, clock, () => Promise.resolve(false), new GoneInstances(clock));
  const list = (at: number, ...ids: number[]) => {
    clock.time = at;
    return snapshots.write('a-1', { at, instances: ids.map((id) => ({ id })) });
  };
  return { clock, full, snapshots, list };
}

it('keeps an instance that one list lacks although the disk was full when it was rented', async () => {
  const { full, list } = lists();
  await list(1000);
  full.is = true;
  await expect(list(2000, 7)).rejects.toThrow('no space');
  // The file still says that there are none.
  await expect(list(3000)).rejects.toThrow('no space');
  full.is = false;
  expect((await list(4000)).instances).toMatchObject([{ id: 7, missing: true }]);
});

it('keeps it also where the file seems to be the newer one, as after the clock was set', async () => {
  const { clock, full, snapshots, list } = lists();
  await list(9000);
  full.is = true;
  await expect(list(9500, 7)).rejects.toThrow('no space');
  const older = await snapshots.write('a-1', { at: 8000, instances: [] });
  expect(older.instances).toMatchObject([{ id: 7 }]);
  clock.time = 9600;
  expect((await snapshots.read('a-1'))?.instances).toMatchObject([{ id: 7 }]);
});

it('is seen as another window has written it since', async () => {
  const { clock, full, snapshots, list } = lists();
  await list(1000);
  full.is = true;
  await expect(list(2000, 7)).rejects.toThrow('no space');
  full.is = false;
  clock.time = 3000;
  const other = new SnapshotFiles(new AccountFiles(folder, undefined, timesOf(systemClock)), clock, () =>
    Promise.resolve(true),
  );
  await other.write('a-1', { at: 3000, instances: [{ id: 8 }] });
  clock.time = 3100;
  expect((await snapshots.read('a-1'))?.instances).toMatchObject([{ id: 8 }]);
});

describe('a list that couldn’t be written, once another window has found the file’s list unchanged', () => {
  const stopped = { id: 7, intended_status: 'stopped' };

  async function confirmedElsewhere(...unwritten: number[]) {
    const { clock, full, snapshots, list } = lists();
    clock.time = 1000;
    await snapshots.write('a-1', { at: 1000, instances: [stopped] });
    full.is = true;
    await expect(list(2000, ...unwritten)).rejects.toThrow('no space');
    full.is = false;
    expect((await snapshots.read('a-1'))?.instances).toEqual(unwritten.map((id) => ({ id })));
    clock.time = 3000;
    const other = new SnapshotFiles(new AccountFiles(folder, undefined, timesOf(systemClock)), clock, () =>
      Promise.resolve(true),
    );
    await other.write('a-1', { at: 3000, instances: [stopped] });
    return snapshots.read('a-1');
  }

  it('gives way to that', async () => {
    expect(await confirmedElsewhere(7)).toEqual({ at: 3000, instances: [stopped] });
  });

  it('stays as old as it is where it has an instance that the file lacks', async () => {
    expect(await confirmedElsewhere(7, 8)).toEqual({ at: 2000, instances: [{ id: 7 }, { id: 8 }] });
  });
});
