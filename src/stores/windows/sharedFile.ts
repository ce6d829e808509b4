import { join } from 'node:path';
import type { Clock } from '../../clock';
import { ignore } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import { ifMissing, keepAside, refuseNewer, writeText } from './jsonFile';
import { dirname } from 'node:path';
import type { HeldLock } from '../../files/heldLock';
import { FileLock } from '../../files/lock';
import { timesOf } from './lease';

/** What a file's content says, as far as it can be read. */
export interface Said<T> {
  value: T;
  isDamaged?: boolean;
}

/** What this window wants in a file that it couldn't write, and what the file said then. */
export interface Wanted<T> {
  before: T;
  after: T;
}

/** What a file holds, and how the windows that write it together agree. */
export interface FileKind<T> {
  /** The file's name in the account's folder. */
  name: string;
  /** What it says where there is none. */
  none: T;
  /** Throws for a content that must not be taken for any other. @param last as it was read or written last */
  said: (content: Buffer, last: T) => Said<T> | Promise<Said<T>>;
  /** What is written; without, JSON of the value. */
  text?: (value: T) => string | Promise<string>;
  /** What a file says now, with what this window wants in it. */
  merged: (file: T, wanted: Wanted<T>) => T;
  /** How long a change waits for its turn. */
  lockTimeoutMs?: number;
  /** A file that can't be read now is changed in memory, until it can be. Without, the change rejects. */
  isKeptInMemory?: boolean;
  /** Called after a damaged file is kept aside, once for all windows. Without, it is as if it said what can be read. */
  onDamaged?: (accountId: string, kept: string) => void;
  /** A damaged file is kept aside with the first look at it, not with the first change. */
  isMendedAtOnce?: boolean;
}

interface Current<T> {
  value: T;
  /** What the file says, if not all of it can be read. */
  damaged?: Buffer | undefined;
}

/**
 * A file of an account that all windows write: each change is made with a lock to what the file says then, and replaces
 * the file in one go. The same value as before while nothing has changed. What this window can't write it still knows,
 * and adds to what other windows have written since.
 */
export class SharedFile<T> {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  readonly #kind: FileKind<T>;
  /** As they were read or written last, by account. */
  readonly #known = new Map<string, Current<T> & { version: string }>();
  readonly #wanted = new Map<string, Wanted<T>>();

  constructor(accounts: AccountFiles, clock: Clock, kind: FileKind<T>) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#kind = kind;
  }

  path(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), this.#kind.name);
  }

  /** As this window read or wrote it last, with what it couldn't write. */
  last(accountId: string): T {
    return this.#withWanted(accountId, this.#lastSaid(accountId));
  }

  /** Whether this window knows a change that it couldn't write yet. */
  isUnwritten(accountId: string): boolean {
    return this.#wanted.has(accountId);
  }

  /** What the file says, with what this window couldn't write. A file that can't be read now says what it said last. */
  async read(accountId: string): Promise<T> {
    const why = 'what was read last counts';
    const current = await this.current(accountId).catch(ignore(this.#accounts.log, why));
    if (current && this.#mustMend(current))
      return this.change(accountId, (value) => ({ value, result: value }));
    return this.#withWanted(accountId, current ? current.value : this.#lastSaid(accountId));
  }

  /** What the file alone says. Rejects if there is one that can't be read, or a newer version's. */
  async current(accountId: string): Promise<Current<T>> {
    const { disk } = this.#accounts;
    const file = this.path(accountId);
    const known = this.#known.get(accountId);
    const version = await disk.versionOf(file).catch(ifMissing);
    if (known && version === known.version) return known;
    const content = version === undefined ? undefined : await disk.readFile(file).catch(ifMissing);
    refuseNewer(file, content);
    const said = content && (await this.#kind.said(content, this.#lastSaid(accountId)));
    // This window has read or changed it meanwhile, and this may be what was there before.
    if (this.#known.get(accountId) !== known) return this.current(accountId);
    if (version === undefined || !said) {
      this.#known.delete(accountId);
      return { value: this.#kind.none };
    }
    const { value, isDamaged } = said;
    const current = { version, value, damaged: isDamaged ? content : undefined };
    this.#known.set(accountId, current);
    return current;
  }

  /**
   * Replaces the value with what `edit` makes of it, and resolves to its result. Nothing is locked or written if that is
   * the same value. `edit` may be called twice; the second time counts. What can't be written stays in memory, or with
   * `mustWrite` isn't changed: the promise rejects.
   */
  async change<R>(
    accountId: string,
    edit: (value: T) => { value: T; result: R },
    { mustWrite = false }: { mustWrite?: boolean } = {},
  ): Promise<R> {
    const first = this.#edited(accountId, await this.#look(accountId, mustWrite), edit);
    if (!first.isChange) return first.result;
    return this.locked(accountId, async (isLocked) => {
      // Another window may have written meanwhile.
      const current = await this.#look(accountId, mustWrite);
      const { isChange, value, result } = this.#edited(accountId, current, edit);
      if (!isChange) return result;
      if (!mustWrite) this.#wanted.set(accountId, { before: current.value, after: value });
      if (current.isUnreadable) return result;
      const writing = this.replace(accountId, value, isLocked);
      const why = 'this window has it in memory';
      await (mustWrite ? writing : writing.catch(ignore(this.#accounts.log, why)));
      return result;
    });
  }

  /** Runs `task` while no other window changes the file; without the lock, if it can't be had in time. */
  async locked<R>(accountId: string, task: (isLocked: boolean) => Promise<R>): Promise<R> {
    const { lockTimeoutMs } = this.#kind;
    const held = await lockAccountFile(this.#accounts, this.#clock, this.path(accountId), lockTimeoutMs);
    try {
      return await task(held !== undefined);
    } finally {
      await held?.release();
    }
  }

  /** Writes it whatever the file says; a damaged one that was read is kept aside before. Rejects if that fails. */
  async replace(accountId: string, value: T, isLocked: boolean): Promise<void> {
    const { disk, log } = this.#accounts;
    const { name, text = JSON.stringify, onDamaged } = this.#kind;
    const file = this.path(accountId);
    const damaged = onDamaged && this.#known.get(accountId)?.damaged;
    const kept = damaged && (await keepAside(file, damaged, disk));
    await writeText(file, await text(value), disk);
    this.#wanted.delete(accountId);
    // Without the lock, it may now be another window's.
    const version = isLocked ? await disk.versionOf(file).catch(ifMissing) : undefined;
    this.#known.set(accountId, { version: version ?? '', value });
    if (kept === undefined) return;
    log.warn(`${name} is damaged. It is kept aside.`);
    onDamaged?.(accountId, kept);
  }

  async #look(accountId: string, mustWrite: boolean): Promise<Current<T> & { isUnreadable?: boolean }> {
    try {
      return await this.current(accountId);
    } catch (error) {
      if (mustWrite || !this.#kind.isKeptInMemory) throw error;
      ignore(this.#accounts.log, 'this window keeps its changes until it can be read')(error);
      return { value: this.#lastSaid(accountId), isUnreadable: true };
    }
  }

  /** As the file said when this window read or wrote it last. */
  #lastSaid(accountId: string): T {
    const known = this.#known.get(accountId);
    return known ? known.value : this.#kind.none;
  }

  #edited<R>(accountId: string, current: Current<T>, edit: (value: T) => { value: T; result: R }) {
    const before = this.#withWanted(accountId, current.value);
    const { value, result } = edit(before);
    return { value, result, isChange: value !== before || this.#mustMend(current) };
  }

  #mustMend({ damaged }: Current<T>): boolean {
    return damaged !== undefined && this.#kind.isMendedAtOnce === true;
  }

  #withWanted(accountId: string, file: T): T {
    const wanted = this.#wanted.get(accountId);
    if (!wanted) return file;
    if (wanted.before === file) return wanted.after;
    const after = this.#kind.merged(file, wanted);
    this.#wanted.set(accountId, { before: file, after });
    return after;
  }
}

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
  const why = 'without a lock, this window is on its own';
  return lock.acquire({ timeoutMs }, () => disk.makeFolder(dirname(file))).catch(ignore(log, why));
}
