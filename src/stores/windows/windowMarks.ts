import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../clock';
import type { Disk } from '../../files/disk';
import { isRunning, type LockOwner, ownProcess } from '../../files/lockWorld';
import { ignore, type Log } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import { ifMissing } from './jsonFile';

/**
 * Windows, as one empty file each in a folder, named after its process. Marks of processes that have ended don't count,
 * nor do marks that weren't renewed for `lifetime` milliseconds: another program may have the process's number now, or
 * the computer another name.
 */
export class WindowMarks {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #log: Log;
  readonly #host: string;
  readonly #own: string;
  readonly #isAlive: (pid: number, started: string) => boolean;
  readonly #now: () => number;
  readonly #lifetime: number | undefined;

  constructor(
    folder: string,
    { disk, log, world }: Pick<AccountFiles, 'disk' | 'log' | 'world'>,
    lifetime?: number,
  ) {
    const { owner = ownProcess(), isAlive = isProcess, now = () => systemClock.now() } = world;
    this.#folder = folder;
    this.#disk = disk;
    this.#log = log;
    this.#host = hostOf(owner);
    this.#own = `${owner.pid}-${owner.started}-${this.#host}`;
    this.#isAlive = isAlive;
    this.#now = now;
    this.#lifetime = lifetime;
  }

  /** Marks this window, or renews its mark. @returns how many other windows are marked by then; rejects if the folder can't be used */
  async add(): Promise<number> {
    const names = await this.#names();
    if (names.includes(this.#own) && (await this.#renew())) return this.#countOthers(names);
    await this.#disk.makeFolder(this.#folder);
    const made = await this.#disk.createExclusive(join(this.#folder, this.#own), 0o600);
    await made.close();
    return this.#countOthers(await this.#disk.readdir(this.#folder));
  }

  /** Removes this window's mark. Never rejects. */
  remove(): Promise<void> {
    return this.#remove(this.#own, 'other windows see that its process has ended');
  }

  /** Whether any window is marked, this one or another. Rejects if the folder can't be read. */
  async isAny(): Promise<boolean> {
    const names = await this.#names();
    return names.includes(this.#own) || (await this.#countOthers(names)) > 0;
  }

  /** False if another window has just removed it as a leftover, as after the computer slept. */
  async #renew(): Promise<boolean> {
    if (this.#lifetime === undefined) return true;
    const touched = this.#disk.touch(join(this.#folder, this.#own)).then(() => true);
    return (await touched.catch(ifMissing)) ?? false;
  }

  async #countOthers(names: readonly string[]): Promise<number> {
    const others = names.filter((name) => name !== this.#own);
    let count = 0;
    for (const name of others) {
      if (await this.#isGone(name)) await this.#remove(name, 'the next look finds it again');
      else count++;
    }
    return count;
  }

  async #names(): Promise<string[]> {
    return (await this.#disk.readdir(this.#folder).catch(ifMissing)) ?? [];
  }

  async #remove(name: string, why: string): Promise<void> {
    await this.#disk.unlink(join(this.#folder, name)).catch(ignore(this.#log, why));
  }

  /** Processes of another computer can't be checked. */
  async #isGone(name: string): Promise<boolean> {
    const [pid, started = '', host] = name.split('-');
    if (host === this.#host && !this.#isAlive(Number(pid), started)) return true;
    if (this.#lifetime === undefined) return false;
    const found = await this.#disk.lstat(join(this.#folder, name)).catch(ifMissing);
    return found === undefined || Math.abs(this.#now() - found.modifiedMs) > this.#lifetime;
  }
}

const isProcess = (pid: number, started: string): boolean => isRunning({ pid, started });

const hostOf = ({ host }: LockOwner): string => createHash('sha256').update(host).digest('hex').slice(0, 8);

/** The windows that keep lists up to date. The only window doesn't have to inform others. */
export class OtherWindows {
  readonly #marks: WindowMarks;
  readonly #log: Log;

  constructor(folder: string, files: Pick<AccountFiles, 'disk' | 'log' | 'world'>) {
    this.#marks = new WindowMarks(folder, files);
    this.#log = files.log;
  }

  /**
   * Whether another window that has called this still runs; true if unknown. If two windows call it for the first time
   * at the same moment, at least one sees the other.
   */
  async areThere(): Promise<boolean> {
    try {
      return (await this.#marks.add()) > 0;
    } catch (error) {
      ignore(this.#log, 'another window is then assumed to be open')(error);
      return true;
    }
  }

  /** This window closes. */
  dispose(): void {
    void this.#marks.remove();
  }
}
