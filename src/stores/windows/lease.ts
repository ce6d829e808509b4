import { basename, dirname, join } from 'node:path';
import { codeOf, type Disk, nodeDisk } from '../../files/disk';
import type { HeldLock } from '../../files/heldLock';
import { FileLock, LockTimeout } from '../../files/lock';
import type { LockWorld } from '../../files/lockWorld';
import type { AccountFiles } from '../account/accountFiles';
import { type Clock, pauseFor } from '../../clock';
import type { OtherWindows } from './windowMarks';
import { instead, type Log, silent } from '../../log/log';

export interface LeaseWait {
  /** Milliseconds after which `run` gives up. */
  timeoutMs?: number;
  /** Ends waiting, not the task. */
  signal?: AbortSignal | undefined;
}

/** After a lost answer, another window looks for its instance for a minute, and several windows may be waiting. */
const longestWait = 5 * 60_000;

const actsForItself = 'without the file, this window works on its own';

/**
 * A file that one window at a time holds, until it is done or closed. If the file can't be created, each window works
 * on its own: the lease saves requests and separates windows, but must never stop the only window. A file that is
 * there, but can't be read or taken now, is another window's. A window that dies loses it as it loses a lock (`FileLock`).
 */
export class Lease {
  readonly #lock: FileLock;
  readonly #makeFolder: () => Promise<void>;
  readonly #isAlone: () => Promise<boolean>;
  readonly #held = new Set<HeldLock>();
  readonly #log: Log;
  readonly #name: string;
  readonly #file: string;
  readonly #disk: Disk;

  /** @param isAlone whether there is no other window, so that `tryRun` needs no lease */
  constructor(
    file: string,
    clock: Clock,
    disk: Disk = nodeDisk,
    world: LockWorld = {},
    isAlone = () => Promise.resolve(false),
    log: Log = silent,
  ) {
    this.#isAlone = isAlone;
    this.#log = log;
    this.#name = basename(file);
    this.#file = file;
    this.#disk = disk;
    this.#lock = new FileLock(disk, file, { ...timesOf(clock), ...world });
    this.#makeFolder = () => disk.makeFolder(dirname(file));
  }

  /** Runs `task` unless another window holds the lease; returns whether it ran. */
  async tryRun(task: () => Promise<void>): Promise<boolean> {
    if (await this.#isAlone()) {
      await task();
      return true;
    }
    const held = await this.#lock.tryAcquire(this.#makeFolder).catch(async (error: unknown) => {
      const isThere = await this.#isThere();
      const why = isThere ? 'another window has it' : actsForItself;
      return instead(this.#log, why, isThere ? undefined : ('no file' as const))(error);
    });
    this.#log.trace(`${this.#name}: ${held === undefined ? 'in another window' : 'taken'}`);
    if (held === undefined) return false;
    await this.#hold(held, task);
    return true;
  }

  /**
   * Runs `task` as soon as no other window holds the lease.
   *
   * @throws LockTimeout when it took too long; the signal's reason
   */
  async run<T>(task: () => Promise<T>, { timeoutMs = longestWait, signal }: LeaseWait = {}): Promise<T> {
    const held = await this.#lock
      .acquire({ timeoutMs, signal }, this.#makeFolder)
      .catch(async (error: unknown) => {
        if (error instanceof LockTimeout || signal?.aborted) throw error;
        if (await this.#isThere()) throw new LockTimeout(this.#file, { cause: error });
        return instead(this.#log, actsForItself, 'no file' as const)(error);
      });
    this.#log.debug(`${this.#name}: taken`);
    return this.#hold(held, task);
  }

  /** Releases what it holds when this window closes, so that the next one doesn't have to wait. */
  dispose(): void {
    for (const held of this.#held) void held.release();
  }

  /** Also true where that isn't known. No window has a lease in a folder that is missing or that it may not read. */
  async #isThere(): Promise<boolean> {
    try {
      return (await this.#disk.readdir(dirname(this.#file))).includes(this.#name);
    } catch (error) {
      return !['ENOENT', 'ENOTDIR', 'EACCES'].includes(codeOf(error) ?? '');
    }
  }

  async #hold<T>(held: HeldLock | 'no file', task: () => Promise<T>): Promise<T> {
    if (held === 'no file') return task();
    this.#held.add(held);
    try {
      return await task();
    } finally {
      this.#held.delete(held);
      await held.release();
    }
  }
}

/** The leases of a window, by account and name. They end when the window closes. */
export class Leases {
  readonly #files: AccountFiles;
  readonly #clock: Clock;
  readonly #windows: OtherWindows | undefined;
  readonly #made = new Map<string, Lease>();

  /** @param windows lets the only window load lists without a lease */
  constructor(files: AccountFiles, clock: Clock, windows?: OtherWindows) {
    this.#files = files;
    this.#clock = clock;
    this.#windows = windows;
  }

  for(
    name: 'list' | 'rent' | 'volumes' | 'stops' | 'credit' | 'runs' | 'priceIncreases' | 'machineStops',
  ): (accountId: string) => Lease {
    // Another window may open at any time: what it did a second time would cost more than a request.
    const isOnce = ['rent', 'stops', 'runs', 'machineStops'].includes(name);
    const windows = isOnce ? undefined : this.#windows;
    return (accountId) => this.#at(join(this.#files.folderOf(accountId), `${name}.lease`), windows);
  }

  /** A lease to fetch the results of a run: two windows that write the same files would damage them. */
  forResults(accountId: string, runId: string): Lease {
    return this.#at(join(this.#files.folderOf(accountId), `${runId}.lease`), undefined);
  }

  /** A lease to move an instance: two windows would rent two others. */
  forMove(accountId: string, instanceId: number): Lease {
    return this.#at(join(this.#files.folderOf(accountId), `move-${instanceId}.lease`), undefined);
  }

  forAll(file: string): Lease {
    return this.#at(file, this.#windows);
  }

  #at(file: string, windows: OtherWindows | undefined): Lease {
    const { disk, world, log } = this.#files;
    const isAlone = async () => windows !== undefined && !(await windows.areThere());
    const lease = this.#made.get(file) ?? new Lease(file, this.#clock, disk, world, isAlone, log);
    this.#made.set(file, lease);
    return lease;
  }

  dispose(): void {
    for (const lease of this.#made.values()) lease.dispose();
    this.#windows?.dispose();
  }
}

/** A clock for locks. */
export function timesOf(clock: Clock): LockWorld {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (milliseconds) => pauseFor(clock, milliseconds),
    every: (milliseconds, callback) => {
      let cancel = clock.after(milliseconds, again);
      function again(): void {
        callback();
        cancel = clock.after(milliseconds, again);
      }
      return () => cancel();
    },
  };
}
