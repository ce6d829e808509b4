import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/clock';
import { nodeDisk } from '../../../../src/files/disk';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { WindowMarks } from '../../../../src/stores/windows/windowMarks';
import { WindowsOn } from '../../../../src/stores/windows/windowsOn';
import { temporaryFolder } from '../../ssh/support/temporary';

const id = 7;
let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

const windowOf = (pid: number, host: string, isAlive = true) => ({
  disk: nodeDisk,
  log: silent,
  world: { owner: { pid, host, started: '' }, isAlive: () => isAlive },
});
const marks = (pid: number, host: string, isAlive?: boolean) =>
  new WindowMarks(folder, windowOf(pid, host, isAlive), 15 * 60_000);

/** As if the windows had not been seen for so many minutes. */
async function age(minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then);
}

describe('the mark of a window', () => {
  it('of a computer that has another name now ends after a while', async () => {
    await marks(1, 'macbook.home').add();
    expect(await marks(2, 'macbook.office').isAny()).toBe(true);
    await age(16);
    expect(await marks(2, 'macbook.office').isAny()).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('ends after a while although another program has the number of its process', async () => {
    await marks(1, 'here').add();
    await age(10);
    expect(await marks(2, 'here').isAny()).toBe(true);
    await age(16);
    expect(await marks(2, 'here').isAny()).toBe(false);
  });

  it('has no such end where windows do not renew it', async () => {
    await marks(1, 'here').add();
    await age(10_000);
    expect(await new WindowMarks(folder, windowOf(2, 'here')).isAny()).toBe(true);
  });

  it('ends at once with its process on this computer', async () => {
    await marks(1, 'here').add();
    expect(await marks(2, 'here', false).isAny()).toBe(false);
  });

  it('counts for as long as it is renewed, and comes back if it was removed during a sleep', async () => {
    const own = marks(1, 'here');
    await own.add();
    await age(16);
    await own.add();
    expect(await marks(2, 'here').isAny()).toBe(true);
    await age(16);
    expect(await marks(2, 'here').isAny()).toBe(false);
    await own.add();
    expect(await marks(2, 'here').isAny()).toBe(true);
  });
});

describe('a window on an instance', () => {
  it('renews its mark every minute until it closes', async () => {
    const timers: { milliseconds: number; callback: () => void }[] = [];
    const clock: Clock = {
      now: Date.now,
      monotonic: () => performance.now(),
      after: (milliseconds, callback) => {
        const timer = { milliseconds, callback };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    };
    const { disk, world } = windowOf(1, 'here');
    const here = new WindowsOn(folder, new AccountFiles(folder, disk, world), clock);
    await here.enter(id);
    const [name = ''] = await readdir(join(folder, String(id)));
    const mark = join(folder, String(id), name);
    const past = new Date(Date.now() - 3_600_000);
    await utimes(mark, past, past);
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([60_000]);
    timers.pop()?.callback();
    await expect
      .poll(async () => (await nodeDisk.lstat(mark)).modifiedMs)
      .toBeGreaterThan(past.getTime() + 60_000);
    await expect.poll(() => timers.length).toBe(1);
    here.dispose();
    expect(timers).toEqual([]);
    await expect.poll(() => readdir(join(folder, String(id)))).toEqual([]);
  });
});
