import { join } from 'node:path';
import * as z from 'zod/mini';
import { sharedInstanceSchema, type SharedInstance, sharedPart } from '../domain/sharedInstance';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import { type Clock, systemClock } from '../clock';
import { Confirmations } from './confirmations';
import { ifMissing, writeJson } from './jsonFile';
import { withLastKnown } from './lastKnown';
import { keepSame } from './sameRows';
import { ignore } from '../log/log';

/** An account's last complete list of instances, shared between windows. */
export interface Snapshot {
  /** When its request was sent, in milliseconds since the epoch. */
  at: number;
  instances: readonly SharedInstance[];
}

const snapshotSchema = z.object({ at: z.number(), instances: z.array(sharedInstanceSchema) });

/** A list in a file, and until when it is confirmed. */
interface Known {
  kept: Snapshot;
  confirmedAt: number;
  /** As far as this window knows. */
  at: number;
}

/** After how many milliseconds the only window confirms again that a list is unchanged, for windows that open later. */
const confirmAgainAfter = 5 * 60_000;

/**
 * The last lists of all accounts. While a list stays the same, nothing is written, read or decoded again, and the array
 * of its instances stays the same object.
 */
export class SnapshotFiles {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  readonly #othersAreThere: () => Promise<boolean>;
  readonly #confirmations: Confirmations;
  /** The files as they were last read or written, by account. */
  readonly #files = new Map<string, { version: string; snapshot: Snapshot }>();
  /** When this window last found the list of `listedAt` unchanged. */
  readonly #confirmed = new Map<string, { listedAt: number; at: number }>();
  #seen: Promise<unknown> | undefined;
  /** The last rows that were passed in, and what was kept of them. */
  readonly #given = new Map<string, { from: readonly SharedInstance[]; rows: readonly SharedInstance[] }>();

  /** @param othersAreThere whether another window needs to know how fresh a list is */
  constructor(
    accounts: AccountFiles,
    clock: Clock = systemClock,
    othersAreThere = () => Promise.resolve(true),
  ) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#othersAreThere = othersAreThere;
    this.#confirmations = new Confirmations(accounts);
  }

  /** Undefined before the first list. Rejects if it can't be read, because that doesn't mean an empty list. */
  async read(accountId: string): Promise<Snapshot | undefined> {
    // A window that reads needs to be informed: others see this window from now on.
    await (this.#seen ??= this.#othersAreThere());
    const known = await this.#known(accountId);
    return known && { at: known.at, instances: known.kept.instances };
  }

  /**
   * Keeps the newer one of this list and the one in the file, and resolves to it. Rows that can't be read now get their
   * fields from the file.
   */
  async write(accountId: string, snapshot: Snapshot): Promise<Snapshot> {
    const unchanged = await this.#unchanged(accountId, snapshot);
    if (unchanged) return unchanged;
    const held = await lockAccountFile(this.#accounts, this.#clock, this.#file(accountId), 5000);
    try {
      // Another window may have written meanwhile.
      const newest = await this.#unchanged(accountId, snapshot);
      return newest ?? (await this.#replace(accountId, snapshot, held !== undefined));
    } finally {
      await held?.release();
    }
  }

  /** The stored list if this list needn't be written; else undefined. */
  async #unchanged(accountId: string, { at, instances }: Snapshot): Promise<Snapshot | undefined> {
    const why = 'a list that can’t be read is replaced';
    const known = await this.#known(accountId).catch(ignore(this.#accounts.log, why));
    if (!known) return undefined;
    const { kept, confirmedAt } = known;
    if (!isNewer(at, known.at, this.#clock.now())) return { at: known.at, instances: kept.instances };
    if (this.#rowsOf(accountId, instances, kept.instances) !== kept.instances) return undefined;
    this.#confirmed.set(accountId, { listedAt: kept.at, at });
    if (Math.abs(at - confirmedAt) > confirmAgainAfter || (await this.#othersAreThere()))
      await this.#confirmations.write(accountId, kept.at, at);
    return { at, instances: kept.instances };
  }

  async #replace(accountId: string, { at, instances }: Snapshot, isLocked: boolean): Promise<Snapshot> {
    const { disk } = this.#accounts;
    const file = this.#file(accountId);
    const known = this.#files.get(accountId)?.snapshot.instances ?? [];
    const given = { at: Math.round(at), instances: this.#rowsOf(accountId, instances, known) };
    await writeJson(file, given, disk);
    // Without the lock, it may now be another window's.
    const version = isLocked ? await disk.versionOf(file) : '';
    this.#files.set(accountId, { version, snapshot: given });
    return given;
  }

  #rowsOf(
    accountId: string,
    from: readonly SharedInstance[],
    before: readonly SharedInstance[],
  ): readonly SharedInstance[] {
    const last = this.#given.get(accountId);
    if (last?.from === from && last.rows === before) return before;
    const rows = keepSame(before, withLastKnown(from.map(sharedPart), before));
    this.#given.set(accountId, { from, rows });
    return rows;
  }

  async #known(accountId: string): Promise<Known | undefined> {
    const kept = await this.#content(accountId);
    if (!kept) return undefined;
    const confirmed = await this.#confirmations.read(accountId, kept.at);
    const here = this.#confirmed.get(accountId);
    const seen = here?.listedAt === kept.at ? here.at : undefined;
    // A time in the future is from before the clock was set back.
    const possible = [kept.at, confirmed, seen].filter((at) => at !== undefined && at <= this.#clock.now());
    const at = possible.length > 0 ? Math.max(...possible.map(Number)) : kept.at;
    return { kept, confirmedAt: confirmed ?? kept.at, at };
  }

  async #content(accountId: string): Promise<Snapshot | undefined> {
    const { disk } = this.#accounts;
    const file = this.#file(accountId);
    const version = await disk.versionOf(file).catch(ifMissing);
    const last = this.#files.get(accountId);
    if (version === undefined) return undefined;
    if (version === last?.version) return last.snapshot;
    const content = await disk.readFile(file).catch(ifMissing);
    if (content === undefined) return undefined;
    const { at, instances } = snapshotIn(content);
    const rows = keepSame(last?.snapshot.instances ?? [], instances);
    const snapshot = { at, instances: rows };
    this.#files.set(accountId, { version, snapshot });
    return snapshot;
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'instances.json');
  }
}

/** The list in a file's content. Throws if it is damaged. */
export function snapshotIn(content: Buffer): Snapshot {
  const { at, instances } = snapshotSchema.parse(JSON.parse(content.toString()));
  return { at, instances: instances.map(sharedPart) };
}

/**
 * Whether a list requested at `at` is newer than the one of `known`, all in milliseconds since the epoch. A time in the
 * future is from before the clock was set back, so it counts as older.
 */
export function isNewer(at: number, known: number | undefined, now: number): boolean {
  return known === undefined || at > known || (known > now && at <= now);
}
