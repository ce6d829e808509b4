import { readFile, readdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Disk, nodeDisk } from '../../../src/files/disk';
import { FileLock } from '../../../src/files/lock';
import { type LockWorld, ownProcess } from '../../../src/files/lockWorld';
import { temporaryFolder } from '../ssh/support/temporary';

let file: string;
let time: number;
beforeEach(async () => {
  file = path.join(await temporaryFolder(), 'lock');
  time = Date.now();
});

const world: LockWorld = {
  now: () => time,
  monotonic: () => time,
  sleep: async (milliseconds) => void (time += milliseconds),
  every: () => () => undefined,
};
const lock = (changes: LockWorld = {}, disk: Disk = nodeDisk) =>
  new FileLock(disk, file, { ...world, ...changes });
const systemError = (code: string) => Object.assign(new Error(code), { code });

describe('a lock', () => {
  it.runIf(process.platform === 'linux')(
    'of a process that ended is free although another one has its number now',
    async () => {
      const { pid, host, started } = ownProcess();
      expect(started).not.toBe('');
      await writeFile(file, `${pid} ${host} token ${started}\n`);
      expect(await lock().tryAcquire()).toBeUndefined();
      await writeFile(file, `${pid} ${host} token 12345\n`);
      await expectFree();
    },
  );

  it('of a process that runs is its own, whichever way the clock jumped, until it shows itself no more', async () => {
    const held = await lock().tryAcquire();
    const other = lock();
    for (const jump of [3_600_000, -7_200_000]) {
      time += jump;
      expect(await lock({ monotonic: () => 0 }).tryAcquire()).toBeUndefined();
    }
    expect(await other.tryAcquire()).toBeUndefined();
    time += 14_000;
    expect(await other.tryAcquire()).toBeUndefined();
    time += 2000;
    const taken = await other.tryAcquire();
    expect(taken).toBeDefined();
    // The one that woke up too late leaves the lock of the other alone.
    await held?.release();
    expect(await readdir(path.dirname(file))).toEqual(['lock']);
    await taken?.release();
    expect(await readdir(path.dirname(file))).toEqual([]);
  });

  it('is kept for as long as its holder shows itself', async () => {
    let beat: () => void = () => undefined;
    const held = await lock({ every: (_, callback) => ((beat = callback), () => undefined) }).tryAcquire();
    const other = lock({ now: Date.now });
    const { utimes } = await import('node:fs/promises');
    const past = Date.now() - 60_000;
    await utimes(file, past / 1000, past / 1000);
    expect(await other.tryAcquire()).toBeUndefined();
    beat();
    await expect.poll(async () => (await nodeDisk.lstat(file)).modifiedMs).toBeGreaterThan(past + 30_000);
    time += 60_000;
    expect(await other.tryAcquire()).toBeUndefined();
    await held?.release();
  });

  it('that was left behind is taken by one process, whose claim no other takes for left behind', async () => {
    await writeFile(file, '4194303 elsewhere token 1\n');
    time = (await nodeDisk.lstat(file)).modifiedMs + 60_000;
    const moved = Promise.withResolvers<true>();
    const looked = Promise.withResolvers<true>();
    const first: Disk = {
      ...nodeDisk,
      async rename(from, to) {
        await nodeDisk.rename(from, to);
        moved.resolve(true);
        await looked.promise;
      },
    };
    const renamed: string[] = [];
    let taking: ReturnType<FileLock['tryAcquire']> | undefined;
    const second: Disk = {
      ...nodeDisk,
      // It has seen the lock, and comes to claim it once the first has moved it.
      async createExclusive(name, mode) {
        if (name !== file) {
          taking ??= lock({}, first).tryAcquire();
          await moved.promise;
        }
        return nodeDisk.createExclusive(name, mode);
      },
      async rename(from, to) {
        renamed.push(from);
        await nodeDisk.rename(from, to);
      },
    };
    expect(await lock({}, second).tryAcquire()).toBeUndefined();
    expect(renamed).toEqual([]);
    looked.resolve(true);
    const held = await taking;
    expect(held).toBeDefined();
    expect(await readdir(path.dirname(file))).toEqual(['lock']);
    await held?.release();
  });

  it('is not taken for free or for unwritable while Windows still deletes its file', async () => {
    let refusals = 3;
    const deleting: Disk = {
      ...nodeDisk,
      createExclusive: (name, mode) =>
        refusals-- > 0 ? Promise.reject(systemError('EPERM')) : nodeDisk.createExclusive(name, mode),
    };
    await expectFree(deleting);
    expect(refusals).toBe(-1);
    refusals = 1000;
    await expect(lock({}, deleting).tryAcquire()).rejects.toThrow('EPERM');
  });

  it.each(['EPERM', 'EBUSY'])(
    'that another process takes away at the same moment is only held (%s)',
    async (code) => {
      const dead = `4194302 ${ownProcess().host} token 1\n`;
      for (const step of ['rename', 'readFile', 'createExclusive'] as const) {
        await writeFile(file, dead);
        let failures = 0;
        const fails = (name: string): boolean =>
          (step !== 'createExclusive' || name !== file) && failures++ < 30;
        const disk: Disk = {
          ...nodeDisk,
          [step]: async (name: string, more: never) => {
            if (fails(name)) throw systemError(code);
            return nodeDisk[step](name, more);
          },
        };
        expect(await lock({}, disk).tryAcquire()).toBeUndefined();
        const held = await lock({}, disk).acquire({ timeoutMs: 60_000 });
        expect(await readFile(file, 'utf8')).toContain(`${process.pid} `);
        await held.release();
        expect(await readdir(path.dirname(file))).toEqual([]);
      }
    },
  );

  it.each(['', `4194303 ${ownProcess().host} token 1\n`])(
    'is taken away though a process was killed while it did that: %j',
    async (claim) => {
      const dead = `4194302 ${ownProcess().host} token 1\n`;
      await writeFile(file, dead);
      // Stops like a killed process, once its claim stands.
      const killed: Disk = {
        ...nodeDisk,
        createExclusive: async (name, mode) => {
          const made = await nodeDisk.createExclusive(name, mode);
          if (name !== file) {
            await made.write(Buffer.from(claim));
            // The system closes what a killed process had open.
            await made.close();
            await new Promise(() => undefined);
          }
          return made;
        },
      };
      void lock({}, killed).tryAcquire();
      const folder = path.dirname(file);
      await expect.poll(async () => (await readdir(folder)).length).toBe(2);
      const [left = ''] = (await readdir(folder)).filter((name) => name !== 'lock');
      await expect.poll(() => readFile(path.join(folder, left), 'utf8')).toBe(claim);
      const held = await lock().acquire({ timeoutMs: 60_000 });
      expect(await readFile(file, 'utf8')).toContain(` ${process.pid} `.trim());
      await held.release();
      expect(await readdir(folder)).toEqual([]);
    },
  );
});

async function expectFree(disk?: Disk): Promise<void> {
  const held = await lock({}, disk).tryAcquire();
  expect(held).toBeDefined();
  await held?.release();
}
