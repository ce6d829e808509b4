import { mkdir, readFile, readdir, rmdir, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownProcess } from '../../../../src/files/lockWorld';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { withLock, type Lock } from '../../../../src/ssh/files/lock';
import { temporaryFolder } from '../support/temporary';

const lockFile = async (): Promise<string> => path.join(await temporaryFolder(), 'lock');
const inFolder = (file: string): Lock => ({ file, makeFolder: () => Promise.resolve() });
const quick = { sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) };

describe('withLock', () => {
  it('lets one action run at a time', async () => {
    const lock = await lockFile();
    let inside = 0;
    let most = 0;
    const action = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all(
      Array.from({ length: 20 }, () => withLock(nodeFileSystem, inFolder(lock), action, quick)),
    );
    expect(most).toBe(1);
    expect(await readdir(path.dirname(lock))).toEqual([]);
  });

  it('is free again after an action that failed', async () => {
    const lock = await lockFile();
    await expect(
      withLock(nodeFileSystem, inFolder(lock), () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(await withLock(nodeFileSystem, inFolder(lock), async () => 'yes')).toBe('yes');
  });

  it('takes over the lock of a process that died', async () => {
    const lock = await lockFile();
    await writeFile(lock, `999999 ${ownProcess().host} token\n`);
    expect(await withLock(nodeFileSystem, inFolder(lock), async () => 'yes', { isAlive: () => false })).toBe(
      'yes',
    );
    expect(await readdir(path.dirname(lock))).toEqual([]);
  });

  it.each([
    ['of another machine', '1 elsewhere token\n', 21],
    ['that was never filled', '', 3],
  ])('takes over an old lock %s', async (_, content, age) => {
    const lock = await lockFile();
    await writeFile(lock, content);
    await utimes(lock, Date.now() / 1000 - age, Date.now() / 1000 - age);
    expect(await withLock(nodeFileSystem, inFolder(lock), async () => 'yes', quick)).toBe('yes');
  });

  it('waits for a living holder and says so in the end, leaving its lock alone', async () => {
    const lock = await lockFile();
    const holder = `${process.pid} ${ownProcess().host} token\n`;
    await writeFile(lock, holder);
    let time = Date.now();
    const sleep = async (milliseconds: number): Promise<void> => void (time += milliseconds);
    const waiting = withLock(nodeFileSystem, inFolder(lock), async () => 'yes', {
      now: () => time,
      sleep,
      timeoutMs: 5000,
    });
    await expect(waiting).rejects.toMatchObject({ code: 'locked' });
    expect(await readFile(lock, 'utf8')).toBe(holder);
  });

  it('makes its folder again when another process removes it at that moment', async () => {
    const folder = path.join(await temporaryFolder(), 'own');
    let removals = 2;
    const makeFolder = async (): Promise<void> => {
      await mkdir(folder, { recursive: true });
      if (removals-- > 0) await rmdir(folder);
    };
    const lock = { file: path.join(folder, 'lock'), makeFolder };
    expect(await withLock(nodeFileSystem, lock, async () => 'yes', quick)).toBe('yes');
  });

  it('does not release a lock that another window has taken over', async () => {
    const lock = await lockFile();
    await withLock(nodeFileSystem, inFolder(lock), () => writeFile(lock, '1 elsewhere theirs\n'));
    expect(await readFile(lock, 'utf8')).toBe('1 elsewhere theirs\n');
  });

  it('puts back a lock that came to life between looking and moving', async () => {
    const lock = await lockFile();
    const alive = `${process.pid} ${ownProcess().host} alive\n`;
    await writeFile(lock, `999999 ${ownProcess().host} dead\n`);
    let renames = 0;
    const rename = async (from: string, to: string): Promise<void> => {
      if (renames++ === 0) await writeFile(lock, alive);
      await nodeFileSystem.rename(from, to);
    };
    let time = Date.now();
    const options = {
      isAlive: (pid: number) => pid === process.pid,
      now: () => time,
      sleep: async (milliseconds: number): Promise<void> => void (time += milliseconds),
      timeoutMs: 100,
    };
    const waiting = withLock({ ...nodeFileSystem, rename }, inFolder(lock), async () => 'yes', options);
    await expect(waiting).rejects.toMatchObject({ code: 'locked' });
    expect(await readFile(lock, 'utf8')).toBe(alive);
  });
});
