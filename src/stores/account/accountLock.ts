import { dirname } from 'node:path';
import type { Clock } from '../../clock';
import type { HeldLock } from '../../files/heldLock';
import { FileLock } from '../../files/lock';
import { ignore } from '../../log/log';
import type { AccountFiles } from './accountFiles';
import { timesOf } from '../windows/lease';

/**
 * Takes the lock of an account's file, to hold it for milliseconds while the file is changed. Undefined if it can't be
 * taken in time: the change is then made without it.
 */
export function lockAccountFile(
  { disk, world, log }: AccountFiles,
  clock: Clock,
  file: string,
  timeoutMs = 30_000,
): Promise<HeldLock | undefined> {
  const lock = new FileLock(disk, `${file}.lock`, { ...timesOf(clock), ...world });
  const why = 'without a lock, this window works on its own';
  return lock.acquire({ timeoutMs }, () => disk.makeFolder(dirname(file))).catch(ignore(log, why));
}
