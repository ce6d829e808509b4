import { systemClock } from '../clock';
import type { Disk } from './disk';
import { isRunning, type LockOwner, ownProcess } from './owner';

/** What a lock needs from a disk. */
export type LockDisk = Pick<Disk, 'readFile' | 'lstat' | 'createExclusive' | 'link' | 'rename' | 'unlink'>;

/** What else a lock needs; the real system by default. All times are milliseconds. */
export interface LockWorld {
  /** Since the epoch, like file times. */
  now?: () => number;
  /** Only goes forward. */
  monotonic?: () => number;
  sleep?: (milliseconds: number) => Promise<void>;
  /** Calls back repeatedly; the returned function stops it. */
  every?: (milliseconds: number, callback: () => void) => () => void;
  owner?: LockOwner;
  isAlive?: (pid: number, started: string) => boolean;
}

/** The real system. */
export function realWorld(): Required<LockWorld> {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    every: (milliseconds, callback) => {
      const timer = setInterval(callback, milliseconds);
      timer.unref();
      return () => clearInterval(timer);
    },
    owner: ownProcess(),
    isAlive: (pid, started) => isRunning({ pid, started }),
  };
}
