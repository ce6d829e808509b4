import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from '../../files/disk';
import { isRunning, type LockOwner, ownProcess } from '../../files/owner';
import { ignore, type Log } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import { ifMissing } from './jsonFile';

/** Windows, as one empty file each in a folder, named after its process. Marks of processes that have ended don't count. */
export class WindowMarks {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #log: Log;
  readonly #host: string;
  readonly #own: string;
  readonly #isAlive: (pid: number, started: string) => boolean;

  constructor(folder: string, { disk, log, world }: Pick<AccountFiles, 'disk' | 'log' | 'world'>) {
    const { owner = ownProcess(), isAlive = isProcess } = world;
    this.#folder = folder;
    this.#disk = disk;
    this.#log = log;
    this.#host = hostOf(owner);
    this.#own = `${owner.pid}-${owner.started}-${this.#host}`;
    this.#isAlive = isAlive;
  }

  /** Marks this window. @returns how many other windows are marked by then; rejects if the folder can't be used */
  async add(): Promise<number> {
    let names = await this.#names();
    if (!names.includes(this.#own)) {
      await this.#disk.makeFolder(this.#folder);
      const made = await this.#disk.createExclusive(join(this.#folder, this.#own), 0o600);
      await made.close();
      names = await this.#disk.readdir(this.#folder);
    }
    return this.#countOthers(names);
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

  async #countOthers(names: readonly string[]): Promise<number> {
    const others = names.filter((name) => name !== this.#own);
    const gone = others.filter((name) => this.#isGone(name));
    for (const name of gone) await this.#remove(name, 'the next look finds it again');
    return others.length - gone.length;
  }

  async #names(): Promise<string[]> {
    return (await this.#disk.readdir(this.#folder).catch(ifMissing)) ?? [];
  }

  async #remove(name: string, why: string): Promise<void> {
    await this.#disk.unlink(join(this.#folder, name)).catch(ignore(this.#log, why));
  }

  /** Processes of another computer can't be checked. */
  #isGone(name: string): boolean {
    const [pid, started = '', host] = name.split('-');
    return host === this.#host && !this.#isAlive(Number(pid), started);
  }
}

const isProcess = (pid: number, started: string): boolean => isRunning({ pid, started });

const hostOf = ({ host }: LockOwner): string => createHash('sha256').update(host).digest('hex').slice(0, 8);
