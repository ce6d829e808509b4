import { randomBytes } from 'node:crypto';
import * as os from 'node:os';
import * as l10n from '@vscode/l10n';
import { SshConfigError, systemCode, writeFailure } from './errors';
import type { FileSystem } from './fileSystem';
import { infoIfThere, readIfThere } from './reading';
import { realSleep } from './safeWrite';
import { temporaryFor } from './temporaryFiles';

export interface LockOptions {
  /** How long to wait for another window, in milliseconds. */
  timeoutMs?: number;
  now?: () => number;
  sleep?: (milliseconds: number) => Promise<void>;
  isAlive?: (pid: number) => boolean;
}

/** A holder works for milliseconds; one of this age (milliseconds) has died on another machine or hangs. */
const staleAfter = { held: 20_000, empty: 2_000 };

/** A lock file in a folder that may not exist yet, and that another process may just be removing. */
export interface Lock {
  file: string;
  makeFolder: () => Promise<void>;
}

/**
 * Runs `action` while no other process that uses the same lock file runs its own. The lock of a process that died
 * is taken over. Throws {@link SshConfigError} `locked` after the timeout.
 */
export async function withLock<T>(
  fs: FileSystem,
  lock: Lock,
  action: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const mine = `${process.pid} ${os.hostname()} ${randomBytes(8).toString('hex')}\n`;
  await acquire(fs, lock, mine, options);
  try {
    return await action();
  } finally {
    await release(fs, lock.file, mine);
  }
}

async function acquire(fs: FileSystem, lock: Lock, mine: string, options: LockOptions): Promise<void> {
  const { timeoutMs = 30_000, now = Date.now, sleep = realSleep } = options;
  const deadline = now() + timeoutMs;
  for (;;) {
    await lock.makeFolder();
    const taken = await tryCreate(fs, lock.file, mine);
    if (taken === 'mine') return;
    if (taken === 'held' && (await takeOverStale(fs, lock.file, options))) continue;
    if (now() >= deadline) {
      const message = l10n.t(
        'Another window has been changing the ssh config for too long ({0}).',
        lock.file,
      );
      throw new SshConfigError('locked', lock.file, message);
    }
    await sleep(20 + Math.random() * 60);
  }
}

async function tryCreate(
  fs: FileSystem,
  lockFile: string,
  mine: string,
): Promise<'mine' | 'held' | 'no folder'> {
  try {
    const file = await fs.createExclusive(lockFile, 0o600);
    try {
      await file.write(Buffer.from(mine));
    } finally {
      await file.close();
    }
    return 'mine';
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return 'held';
    if (code === 'ENOENT') return 'no folder';
    throw writeFailure(lockFile, error);
  }
}

/** Moves a dead holder's lock away; true when the lock may be free now. */
async function takeOverStale(fs: FileSystem, lockFile: string, options: LockOptions): Promise<boolean> {
  const held = await readIfThere(fs, lockFile);
  const info = await infoIfThere(fs, lockFile);
  if (held === undefined || info === undefined) return true;
  if (!isStale(held.toString(), info.modifiedMs, options)) return false;

  const aside = temporaryFor(lockFile);
  try {
    await fs.rename(lockFile, aside);
    // Someone may have taken it over between our look and our move: then the lock is alive and goes back.
    const moved = await readIfThere(fs, aside);
    if (moved && !moved.equals(held)) await fs.link(aside, lockFile);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(systemCode(error) ?? '')) throw writeFailure(lockFile, error);
  } finally {
    await fs.unlink(aside).catch(() => undefined);
  }
  return true;
}

function isStale(holder: string, modifiedMs: number, options: LockOptions): boolean {
  const { now = Date.now, isAlive = processIsAlive } = options;
  const age = now() - modifiedMs;
  const [pid, host] = holder.trimEnd().split(' ');
  if (pid === undefined || host === undefined) return age > staleAfter.empty;
  if (age > staleAfter.held) return true;
  return host === os.hostname() && !isAlive(Number(pid));
}

async function release(fs: FileSystem, lockFile: string, mine: string): Promise<void> {
  try {
    const held = await fs.readFile(lockFile);
    if (held.toString() === mine) await fs.unlink(lockFile);
  } catch {
    // Gone already, or it will be found stale: the work is done and must not fail for this.
  }
}

function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
