import { createHash, randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { codeOf, type NewFile } from './disk';
import { beat, HeldLock } from './heldLock';
import { type LockDisk, type LockWorld, realWorld } from './lockWorld';
import { unlessAborted } from './unlessAborted';

export interface LockWait {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Another process held the lock until the wait ended. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/**
 * A lock this old, or this far in the future, was left behind. An empty one sooner, because a lock is filled at once.
 */
const lifetime = { held: 20_000, empty: 2_000 };
/** How long a holder whose process runs has to show itself: the clock may have jumped, or the computer slept. */
const grace = beat + 5_000;
/** About how many milliseconds pass between two looks at a lock that another process holds. */
const pauses = { first: 40, growth: 1.15, longest: 500 };
/** How often to try to create a file that the system reports as busy, and the pause between tries. */
const busy = { tries: 8, pause: 40 };

interface Look {
  content: Buffer;
  modifiedMs: number;
}

/**
 * A file that one process at a time holds. It names its holder, who renews it. To remove the lock of a holder that is
 * gone, a process first creates a claim, a file named after that holder, so that two processes never remove it
 * together. A claim can be left behind like any other lock and is removed in the same way.
 */
export class FileLock {
  readonly #disk: LockDisk;
  readonly #file: string;
  readonly #world: Required<LockWorld>;
  /** A lock that looks left behind although its process runs, and since when (monotonic) it hasn't changed. */
  #suspect: { look: Look; since: number } | undefined;

  constructor(disk: LockDisk, file: string, world: LockWorld = {}) {
    this.#disk = disk;
    this.#file = file;
    this.#world = { ...realWorld(), ...world };
  }

  /**
   * Takes the lock as soon as it is free. `prepare` runs before each try and creates the folder.
   *
   * @throws LockTimeout; the signal's reason; a system error when the file cannot be created at all
   */
  async acquire(wait: LockWait, prepare = nothing): Promise<HeldLock> {
    const { monotonic, sleep } = this.#world;
    const end = monotonic() + wait.timeoutMs;
    for (let pauseMs = pauses.first; ; pauseMs = Math.min(pauseMs * pauses.growth, pauses.longest)) {
      wait.signal?.throwIfAborted();
      const held = await this.tryAcquire(prepare);
      if (held) return held;
      if (monotonic() >= end) throw new LockTimeout(this.#file);
      await unlessAborted(sleep(pauseMs * (0.4 + 1.2 * Math.random())), wait.signal);
    }
  }

  /** Takes the lock if it is free or was left behind. @throws a system error if the file can't be created */
  async tryAcquire(prepare = nothing): Promise<HeldLock | undefined> {
    for (let round = 0; round < 3; round++) {
      await prepare();
      const mine = this.#newContent();
      const handle = await this.#create(this.#file, mine);
      if (typeof handle === 'object') return new HeldLock(this.#disk, this.#file, mine, handle, this.#world);
      if (handle === 'held' && !(await this.#takeAway(this.#file))) return undefined;
    }
    return undefined;
  }

  #newContent(): Buffer {
    const { pid, host, started } = this.#world.owner;
    return Buffer.from(`${pid} ${host} ${randomUUID()} ${started}\n`);
  }

  async #create(file: string, content: Buffer): Promise<NewFile | 'held' | 'no folder'> {
    for (let tries = 1; ; tries++) {
      try {
        const handle = await this.#disk.createExclusive(file, 0o600);
        await this.#fill(file, handle, content);
        return handle;
      } catch (error) {
        const code = codeOf(error);
        if (code === 'EEXIST') return 'held';
        if (code === 'ENOENT') return 'no folder';
        if (!isBusy(error) || tries === busy.tries) throw error;
        await this.#world.sleep(busy.pause);
      }
    }
  }

  async #fill(file: string, handle: NewFile, content: Buffer): Promise<void> {
    try {
      await handle.write(content);
    } catch (error) {
      // The failure that matters is the one before.
      await handle.close().catch(nothing);
      await this.#disk.unlink(file).catch(nothing);
      throw error;
    }
  }

  /** True when the lock left behind at `file` is gone or was changed by another process: try again. */
  async #takeAway(file: string): Promise<boolean> {
    const found = await this.#look(file);
    if (!found) return true;
    if (found === 'busy' || !this.#isLeftBehind(found)) return false;
    const claim = this.#nameBeside(file, found.content);
    const handle = await this.#create(claim, this.#newContent()).catch((error: unknown) => {
      if (isBusy(error)) return 'held' as const;
      throw error;
    });
    if (handle === 'no folder') return true;
    if (handle === 'held') {
      await this.#takeAway(claim);
      return false;
    }
    await handle.close();
    await this.#takeAwayClaimed(file, found, claim);
    return true;
  }

  /** Only the owner of the claim gets here, so no other process removes this holder's lock meanwhile. */
  async #takeAwayClaimed(file: string, found: Look, claim: string): Promise<void> {
    // Not to the claim's name: a claim with the text of this lock would itself look left behind.
    const away = this.#nameBeside(file, this.#newContent());
    try {
      const again = await this.#look(file);
      if (!again || again === 'busy') return;
      if (!again.content.equals(found.content) || !this.#isLeftBehind(again)) return;
      await this.#disk.rename(file, away);
      // The holder may have ended just now and another process may have taken the lock: put that lock back.
      const moved = await this.#look(away);
      const isTheirs = moved === 'busy' || moved?.content.equals(found.content) === false;
      if (isTheirs) await this.#disk.link(away, file);
    } catch (error) {
      // The next try finds it again.
      if (!isBusy(error) && !['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
    } finally {
      // What stays is cleaned up like any file that a killed process left.
      for (const one of [away, claim]) await this.#disk.unlink(one).catch(nothing);
    }
  }

  /** Hidden, and recognizable as one of our temporary files. */
  #nameBeside(file: string, content: Buffer): string {
    const key = createHash('sha256').update(file).update('\0').update(content).digest('hex').slice(0, 12);
    return path.join(path.dirname(file), `.${path.basename(file)}.gpu-rental-${key}.tmp`);
  }

  async #look(file: string): Promise<Look | 'busy' | undefined> {
    try {
      const content = await this.#disk.readFile(file);
      const { modifiedMs } = await this.#disk.lstat(file);
      return { content, modifiedMs };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      if (isBusy(error)) return 'busy';
      throw error;
    }
  }

  #isLeftBehind(look: Look): boolean {
    const { now, owner, isAlive } = this.#world;
    const age = Math.abs(now() - look.modifiedMs);
    const [pid, host, , started = ''] = look.content.toString().trimEnd().split(' ');
    if (!pid || host === undefined) return age > lifetime.empty;
    if (host !== owner.host) return age > lifetime.held;
    if (!isAlive(Number(pid), started)) return true;
    return age > lifetime.held ? this.#staysSilent(look) : false;
  }

  #staysSilent(look: Look): boolean {
    const { monotonic } = this.#world;
    const known = this.#suspect?.look;
    if (!this.#suspect || known?.modifiedMs !== look.modifiedMs || !known.content.equals(look.content)) {
      this.#suspect = { look, since: monotonic() };
    }
    return monotonic() - this.#suspect.since > grace;
  }
}

/** What Windows reports for a file that is being deleted, or that another process is taking away. */
const isBusy = (error: unknown): boolean => ['EPERM', 'EBUSY'].includes(codeOf(error) ?? '');

const nothing = (): Promise<void> => Promise.resolve();
