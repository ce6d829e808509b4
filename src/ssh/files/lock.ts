import * as l10n from '@vscode/l10n';
import { FileLock, LockTimeout } from '../../files/lock';
import type { LockWorld } from '../../files/lockWorld';
import { SshConfigError, writeFailure } from '../errors';
import type { FileSystem } from './fileSystem';

export interface LockOptions extends Pick<LockWorld, 'now' | 'sleep' | 'isAlive'> {
  /** How long to wait for another window, in milliseconds. */
  timeoutMs?: number;
}

/** A lock file in a folder that may not exist yet and that another process may be removing. */
export interface Lock {
  file: string;
  makeFolder: () => Promise<void>;
}

/** Runs `action` while no other process holds the lock. @throws SshConfigError `locked` at the timeout */
export async function withLock<T>(
  fs: FileSystem,
  { file, makeFolder }: Lock,
  action: () => Promise<T>,
  { timeoutMs = 30_000, ...world }: LockOptions = {},
): Promise<T> {
  const monotonic = world.now ? { monotonic: world.now } : {};
  const lock = new FileLock(fs, file, { ...monotonic, ...world });
  const held = await lock.acquire({ timeoutMs }, makeFolder).catch((error: unknown) => {
    throw error instanceof LockTimeout ? lockedError(file) : writeFailure(file, error);
  });
  try {
    return await action();
  } finally {
    await held.release();
  }
}

function lockedError(file: string): SshConfigError {
  const message = l10n.t('Another window has been changing the SSH config for too long ({0}).', file);
  return new SshConfigError('locked', file, message);
}
