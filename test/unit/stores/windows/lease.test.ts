import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../../src/files/disk';
import { LockTimeout } from '../../../../src/files/lock';
import { systemClock } from '../../../../src/clock';
import { Lease } from '../../../../src/stores/windows/lease';

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
    const begun = Promise.withResolvers<undefined>();
    const ending = Promise.withResolvers<undefined>();
    const first = lease.run(async () => {
      begun.resolve(undefined);
      await ending.promise;
      order.push('first');
    });
    await begun.promise;
    const second = other.run(() => Promise.resolve(order.push('second')));
    ending.resolve(undefined);
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('is taken over after a window ended in the middle', async () => {
    await lease.tryRun(nothing);
    await writeFile(file, '');
    await utimes(file, new Date(), new Date(Date.now() - 60_000));
    expect(await lease.tryRun(nothing)).toBe(true);
  });

  it('is not gone on without while a disk under load tells nothing', async () => {
    await lease.tryRun(nothing);
    const refuse = () => Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE' }));
    const denied = new Lease(file, systemClock, { ...nodeDisk, createExclusive: refuse, readdir: refuse });
    let ran = false;
    const task = () => Promise.resolve(void (ran = true));
    expect(await denied.tryRun(task)).toBe(false);
    await expect(denied.run(task, { timeoutMs: 0 })).rejects.toBeInstanceOf(LockTimeout);
    expect(ran).toBe(false);
  });

  it('is never gone on without while its file is there, though it can only be taken for busy or denied', async () => {
    await lease.tryRun(nothing);
    await writeFile(file, 'of another window');
    for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
      const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));
      const denied = new Lease(file, systemClock, { ...nodeDisk, createExclusive: refuse, readFile: refuse });
      let ran = false;
      const task = () => Promise.resolve(void (ran = true));
      expect(await denied.tryRun(task)).toBe(false);
      await expect(denied.run(task, { timeoutMs: 0 })).rejects.toBeInstanceOf(LockTimeout);
      expect(ran).toBe(false);
    }
  });

  it('is taken over when its time lies in the future', async () => {
    await lease.tryRun(nothing);
    await writeFile(file, '');
    await utimes(file, new Date(), new Date(Date.now() + 3_600_000));
    expect(await lease.tryRun(nothing)).toBe(true);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('stays with a window that works for long', async () => {
    const due: (() => void)[] = [];
    const clock = {
      ...systemClock,
      after: (_: number, call: () => void) => (due.push(call), () => undefined),
    };
    await new Lease(file, clock).run(async () => {
      const past = Date.now() - 60_000;
      await utimes(file, new Date(), new Date(past));
      due.shift()?.();
      await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(past + 30_000);
      expect(await other.tryRun(nothing)).toBe(false);
    });
    expect(await other.tryRun(nothing)).toBe(true);
  });

  it('is given back when the task fails', async () => {
    await expect(lease.run(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(await other.tryRun(nothing)).toBe(true);
  });

  it('is given back when the window ends before its task', async () => {
    const begun = Promise.withResolvers<undefined>();
    void lease.tryRun(() => {
      begun.resolve(undefined);
      return new Promise(() => undefined);
    });
    await begun.promise;
    expect(await other.tryRun(nothing)).toBe(false);
    lease.dispose();
    await expect.poll(() => other.tryRun(nothing)).toBe(true);
  });

  it('is waited for until the wait is cancelled or has lasted too long', async () => {
    let end: () => void = () => undefined;
    let begun = false;
    const first = lease.run(() => new Promise<void>((resolve) => ((end = resolve), (begun = true))));
    await expect.poll(() => begun).toBe(true);
    const cancelling = new AbortController();
    const cancelled = other.run(nothing, { signal: cancelling.signal });
    cancelling.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    await expect(other.run(nothing, { timeoutMs: 20 })).rejects.toBeInstanceOf(LockTimeout);
    end();
    await first;
    expect(await other.tryRun(nothing)).toBe(true);
  });

  it('holds nobody up where it cannot be written', async () => {
    await writeFile(join(folder, 'account'), 'no folder');
    expect(await lease.run(() => Promise.resolve('done'))).toBe('done');
  });
});
