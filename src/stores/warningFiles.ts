import { join } from 'node:path';
import {
  type Memory,
  memorySchema,
  emptyMemory,
  withClaim,
  withFindings,
  withMuted,
  withMutedOf,
} from '../domain/warnings/memory';
import type { Finding, WarningKind } from '../domain/warnings/warning';
import { ignore } from '../log/log';
import type { Clock } from '../clock';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import { ifMissing, jsonAs, writeJson } from './jsonFile';

/**
 * What was said about each account's things: one small file each, which all windows read and which outlives them, so
 * that each warning is said once. It is read again only after it has changed.
 */
export class WarningFiles {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  readonly #known = new Map<string, { version: string | undefined; memory: Memory }>();

  constructor(accounts: AccountFiles, clock: Clock) {
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** What any window has said. Never rejects: if the file can't be read, it's what this window knows. */
  async read(accountId: string): Promise<Memory> {
    const { disk, log } = this.#accounts;
    const known = this.#known.get(accountId) ?? { version: undefined, memory: emptyMemory };
    const why = 'what this window knows counts';
    const file = this.#file(accountId);
    const version = await disk.versionOf(file).catch(ifMissing).catch(ignore(log, why));
    // Without a file, or one that can't be written, this window still knows what it has said.
    if (version === undefined || version === known.version) return known.memory;
    const content = await disk.readFile(file).catch(ifMissing).catch(ignore(log, why));
    // One that is damaged is replaced by the next change.
    const said = content && memoryIn(content);
    const memory = said ? withMutedOf(said, known.memory) : known.memory;
    this.#known.set(accountId, { version, memory });
    return memory;
  }

  /** Notes what was found. Resolves to the warnings to show; of all windows, only one gets them. */
  async take(accountId: string, findings: readonly Finding[]): Promise<readonly Finding[]> {
    let toShow: readonly Finding[] = [];
    await this.#change(accountId, (memory) => {
      const taken = withFindings(memory, findings, this.#clock.now());
      ({ toShow } = taken);
      return taken.memory;
    });
    return toShow;
  }

  /** The person wants no more of these warnings. */
  mute(accountId: string, kind: WarningKind, key: string): Promise<void> {
    return this.#change(accountId, (memory) => withMuted(memory, kind, key));
  }

  /** True for the one caller, of all windows, that is to say something now. @param within milliseconds */
  async claim(accountId: string, name: string, within: number): Promise<boolean> {
    let isMine = false;
    await this.#change(accountId, (memory) => {
      const claimed = withClaim(memory, name, this.#clock.now(), within);
      isMine = claimed !== memory;
      return claimed;
    });
    return isMine;
  }

  /** Accounts were signed out, and their folders deleted. */
  forgetOthers(isSignedIn: (accountId: string) => boolean): void {
    for (const id of this.#known.keys()) if (!isSignedIn(id)) this.#known.delete(id);
  }

  /** Without a change, nothing is locked or written. */
  async #change(accountId: string, edit: (memory: Memory) => Memory): Promise<void> {
    const { disk, log } = this.#accounts;
    const before = await this.read(accountId);
    if (edit(before) === before) return;
    const file = this.#file(accountId);
    const held = await lockAccountFile(this.#accounts, this.#clock, file);
    try {
      const known = await this.read(accountId);
      const memory = edit(known);
      if (memory === known) return;
      this.#known.set(accountId, { version: this.#known.get(accountId)?.version, memory });
      await writeJson(file, memory, disk);
      // Without the lock, it may now be another window's.
      const version = held ? await disk.versionOf(file) : '';
      this.#known.set(accountId, { version, memory });
    } catch (error) {
      ignore(log, 'this window has it in memory')(error);
    } finally {
      await held?.release();
    }
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'warnings.json');
  }
}

/** What a file says; undefined if it is damaged. */
export const memoryIn = (content: Buffer): Memory | undefined => jsonAs(memorySchema, content);
