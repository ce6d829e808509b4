import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/clock';
import type { ScheduledStop } from '../../../../src/domain/stops/stopSchema';
import { nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const stop: ScheduledStop = { token: 't', action: 'stop', when: { kind: 'closed' }, createdAt: 1 };

describe('a file of schedules that can’t be read for a moment', () => {
  it('keeps what was read last, and is not replaced by a change', async () => {
    const busy = Object.assign(new Error('busy'), { code: 'EBUSY' });
    let isBusy = false;
    const disk = {
      ...nodeDisk,
      readFile: (path: string) =>
        isBusy && path.endsWith('stops.json') ? Promise.reject(busy) : nodeDisk.readFile(path),
    };
    const stops = new ScheduledStops(new AccountFiles(folder, disk), systemClock);
    await stops.schedule('a-1', 7, stop);
    isBusy = true;
    expect([...(await stops.read('a-1')).keys()]).toEqual([7]);
    const other = new ScheduledStops(new AccountFiles(folder, disk), systemClock);
    await expect(other.schedule('a-1', 8, stop)).rejects.toThrow('busy');
    isBusy = false;
    expect([...(await other.read('a-1')).keys()]).toEqual([7]);
  });
});

describe('a damaged file of schedules', () => {
  const other: ScheduledStop = { ...stop, token: 'u' };
  const files = () => new AccountFiles(folder);
  const file = () => join(folder, 'a-1/scheduled-stops.json');
  const kept = () => join(folder, 'a-1/scheduled-stops.damaged.json');
  /** Windows, and what they tell. */
  const open = (count: number) => {
    const told: string[] = [];
    const tell = (accountId: string, path: string) => void told.push(`${accountId} ${path}`);
    return {
      told,
      windows: Array.from({ length: count }, () => new ScheduledStops(files(), systemClock, tell)),
    };
  };

  it.each([
    ['empty', ''],
    ['cut off', '{"7":{"token":"t"'],
    ['no list', '[]'],
    ['with a row that nobody knows', JSON.stringify({ 7: stop, 8: { ...other, action: 'explode' } })],
    ['with a row of no instance', JSON.stringify({ 7: stop, x: other })],
  ])('%s is kept aside, told once by all windows, and what is left goes on', async (what, text) => {
    const { told, windows } = open(4);
    await windows[0]!.schedule('a-1', 7, stop);
    await windows[1]!.read('a-1');
    await writeFile(file(), text);
    const all = await Promise.all(windows.map((one) => one.read('a-1')));
    const left = what.startsWith('with') ? [7] : [];
    expect(all.map((stops) => [...stops.keys()])).toEqual(windows.map(() => left));
    expect(await readFile(kept(), 'utf8')).toBe(text);
    expect(told).toEqual([`a-1 ${kept()}`]);
    await windows[2]!.schedule('a-1', 9, other);
    expect([...(await windows[3]!.read('a-1')).keys()]).toEqual([...left, 9]);
    expect(told).toHaveLength(1);
  });

  it('is kept aside by a change too, which then counts', async () => {
    const { told, windows } = open(1);
    await windows[0]!.schedule('a-1', 7, stop);
    await writeFile(file(), '{');
    await windows[0]!.schedule('a-1', 9, other);
    expect([...(await windows[0]!.read('a-1')).keys()]).toEqual([9]);
    expect(told).toHaveLength(1);
  });

  it('is no file that is not there', async () => {
    const { told, windows } = open(1);
    expect((await windows[0]!.read('a-1')).size).toBe(0);
    await windows[0]!.schedule('a-1', 7, stop);
    await rm(file());
    expect((await windows[0]!.read('a-1')).size).toBe(0);
    expect(told).toEqual([]);
  });
});
