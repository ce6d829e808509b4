import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/stores/clock';
import { Lease } from '../../../src/stores/lease';

let folder: string;
let file: string;
/** Of two windows. */
let lease: Lease;
let other: Lease;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  file = join(folder, 'account', 'lease');
  lease = new Lease(file, systemClock);
  other = new Lease(file, systemClock);
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const nothing = () => Promise.resolve();

describe('a lease', () => {
  it('is held by one window at a time, and leaves nothing behind', async () => {
    let ranMeanwhile: boolean | undefined;
    const ran = await lease.tryRun(async () => {
      ranMeanwhile = await other.tryRun(nothing);
    });
    expect([ran, ranMeanwhile]).toEqual([true, false]);
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect(await other.tryRun(nothing)).toBe(true);
  });

  it('lets the second window wait for its turn', async () => {
    const order: string[] = [];
    let end: () => void = () => undefined;
    const first = lease.run(async () => {
      await new Promise<void>((resolve) => (end = resolve));
      order.push('first');
    });
    await expect
      .poll(() =>
        stat(file).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const second = other.run(() => Promise.resolve(order.push('second')));
    end();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('is taken over after a window ended in the middle', async () => {
    await lease.tryRun(nothing);
    await writeFile(file, '');
    await utimes(file, new Date(), new Date(Date.now() - 60_000));
    expect(await lease.tryRun(nothing)).toBe(false);
    expect(await lease.tryRun(nothing)).toBe(true);
  });

  it('stays with a window that works for long', async () => {
    const due: (() => void)[] = [];
    const clock = {
      ...systemClock,
      after: (_: number, call: () => void) => (due.push(call), () => undefined),
    };
    await new Lease(file, clock).run(async () => {
      await utimes(file, new Date(), new Date(Date.now() - 60_000));
      due.shift()?.();
      await expect.poll(async () => Date.now() - (await stat(file)).mtimeMs).toBeLessThan(30_000);
      expect(await other.tryRun(nothing)).toBe(false);
    });
    expect(await other.tryRun(nothing)).toBe(true);
  });

  it('is given back when the task fails', async () => {
    await expect(lease.run(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(await other.tryRun(nothing)).toBe(true);
  });

  it('holds nobody up where it cannot be written', async () => {
    await writeFile(join(folder, 'account'), 'no folder');
    expect(await lease.run(() => Promise.resolve('done'))).toBe('done');
  });
});
