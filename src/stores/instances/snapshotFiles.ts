import * as z from 'zod/mini';
import {
  sharedInstanceSchema,
  type SharedInstance,
  sharedPart,
  type Snapshot,
} from '../../domain/instances/sharedInstance';
import type { AccountFiles } from '../account/accountFiles';
import { type Clock, systemClock } from '../../clock';
import { Confirmations } from './confirmations';
import { withResumptions } from '../../domain/instances/resumption';
import { GoneInstances } from './goneInstance';
import { keepSame } from '../polling/sameRows';
import { SharedFile } from '../windows/sharedFile';
import { ignore, type Log } from '../../log/log';
import { isNewer } from '../polling/requests';

const snapshotSchema = z.object({ at: z.number(), instances: z.array(sharedInstanceSchema) });

/** A list in a file, and until when it is confirmed. */
interface Known {
  kept: Snapshot;
  confirmedAt: number;
  /** As far as this window knows. */
  at: number;
}

/** The last rows that couldn't be written, and what the file said then. */
interface Unwritten {
  at: number;
  rows: readonly SharedInstance[];
  over: readonly SharedInstance[];
  both: readonly SharedInstance[];
  /** The file lacks some of them, which may exist. */
  hasOthers: boolean;
}

/** After how many milliseconds the only window confirms again that a list is unchanged, for windows that open later. */
const confirmAgainAfter = 5 * 60_000;

/**
 * The last lists of all accounts. While a list stays the same, nothing is written, read or decoded again, and the array
 * of its instances stays the same object.
 */
export class SnapshotFiles {
  readonly #file: SharedFile<Snapshot | undefined>;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #othersAreThere: () => Promise<boolean>;
  readonly #confirmations: Confirmations;
  readonly #gone: Pick<GoneInstances, 'left'>;
  /** When this window last found the list of `listedAt` unchanged. */
  readonly #confirmed = new Map<string, { listedAt: number; at: number }>();
  #seen: Promise<unknown> | undefined;
  readonly #unwritten = new Map<string, Unwritten>();
  /** The last rows that were passed in, and what was kept of them. */
  readonly #given = new Map<string, { from: readonly SharedInstance[]; rows: readonly SharedInstance[] }>();

  /**
   * @param othersAreThere whether another window needs to know how fresh a list is
   * @param gone what is known of instances that lists lack
   */
  constructor(
    accounts: AccountFiles,
    clock: Clock = systemClock,
    othersAreThere = () => Promise.resolve(true),
    gone: Pick<GoneInstances, 'left'> = new GoneInstances(clock),
  ) {
    this.#log = accounts.log;
    this.#clock = clock;
    this.#othersAreThere = othersAreThere;
    this.#gone = gone;
    this.#confirmations = new Confirmations(accounts);
    this.#file = new SharedFile<Snapshot | undefined>(accounts, clock, {
      name: 'instances.json',
      none: undefined,
      said: (content, last) => {
        const { at, instances } = snapshotIn(content);
        return { value: { at, instances: last ? keepSame(last.instances, instances) : instances } };
      },
      merged: (file) => file,
      lockTimeoutMs: 5000,
    });
  }

  /** Undefined before the first list. Rejects if it can't be read, because that doesn't mean an empty list. */
  async read(accountId: string): Promise<Snapshot | undefined> {
    // A window that reads needs to be informed: others see this window from now on.
    await (this.#seen ??= this.#othersAreThere());
    const known = await this.#known(accountId);
    return known && this.#shown(accountId, known);
  }

  /**
   * Keeps the newer one of this list and the one in the file, and resolves to it. Rows that can't be read now get their
   * fields from the file, and what may exist although the list lacks it stays.
   */
  async write(accountId: string, snapshot: Snapshot): Promise<Snapshot> {
    const unchanged = await this.#unchanged(accountId, snapshot);
    if (unchanged) return unchanged;
    const write = async (isLocked: boolean): Promise<Snapshot> => {
      // Another window may have written meanwhile.
      const newest = await this.#unchanged(accountId, snapshot);
      if (newest) return newest;
      const last = this.#file.last(accountId);
      const before = this.#before(accountId, last ? last.instances : []);
      const rows = this.#rowsOf(accountId, snapshot, before);
      const given = { at: Math.round(snapshot.at), instances: rows };
      const over = last ? last.instances : [];
      this.#unwritten.set(accountId, unwritten(given, over));
      await this.#file.replace(accountId, given, isLocked);
      this.#unwritten.delete(accountId);
      return given;
    };
    return this.#file.locked(accountId, write);
  }

  /** The stored list if this list needn't be written; else undefined. */
  async #unchanged(accountId: string, { at, instances }: Snapshot): Promise<Snapshot | undefined> {
    const why = 'a list that can’t be read is replaced';
    const known = await this.#known(accountId).catch(ignore(this.#log, why));
    if (!known) return undefined;
    const { kept, confirmedAt } = known;
    if (!isNewer(at, known.at, this.#clock.now())) return this.#shown(accountId, known);
    const before = this.#before(accountId, kept.instances);
    if (this.#rowsOf(accountId, { at, instances }, before) !== kept.instances) return undefined;
    this.#confirmed.set(accountId, { listedAt: kept.at, at });
    if (Math.abs(at - confirmedAt) > confirmAgainAfter || (await this.#othersAreThere()))
      await this.#confirmations.write(accountId, kept.at, at);
    return { at, instances: kept.instances };
  }

  /** What a list is compared with: what the file says, and what this window knows and couldn't write. */
  #before(accountId: string, kept: readonly SharedInstance[]): readonly SharedInstance[] {
    const own = this.#unwritten.get(accountId);
    return own ? joined(own.rows, kept) : kept;
  }

  /** What a window sees of the file, until another window has written it: with what couldn't be written here. */
  #shown(accountId: string, { kept, at }: Known): Snapshot {
    const own = this.#unwritten.get(accountId);
    if (own?.over !== kept.instances) return { at, instances: kept.instances };
    if (!isNewer(at, own.at, this.#clock.now())) return { at, instances: own.both };
    // Another window has found the file's list unchanged. What only this window knows is for a list of its own to tell.
    return own.hasOthers ? { at: own.at, instances: own.both } : { at, instances: kept.instances };
  }

  #rowsOf(
    accountId: string,
    snapshot: Snapshot,
    before: readonly SharedInstance[],
  ): readonly SharedInstance[] {
    const { instances: from } = snapshot;
    const last = this.#given.get(accountId);
    // Time alone tells a crash from a start, and what is missing may be gone by now.
    const isSettled = before.every((one) => one.resumes_until === undefined && !one.missing);
    if (isSettled && last?.from === from && last.rows === before) return before;
    const left = this.#gone.left(accountId, snapshot, before);
    const rows = keepSame(before, withResumptions(left, before, snapshot.at));
    this.#given.set(accountId, { from, rows });
    return rows;
  }

  async #known(accountId: string): Promise<Known | undefined> {
    const { value: kept } = await this.#file.current(accountId);
    if (!kept) return undefined;
    const confirmed = await this.#confirmations.read(accountId, kept.at);
    const here = this.#confirmed.get(accountId);
    const seen = here?.listedAt === kept.at ? here.at : undefined;
    // A time in the future is from before the clock was set back.
    const possible = [kept.at, confirmed, seen].filter((at) => at !== undefined && at <= this.#clock.now());
    const at = possible.length > 0 ? Math.max(...possible.map(Number)) : kept.at;
    return { kept, confirmedAt: confirmed ?? kept.at, at };
  }
}

function unwritten({ at, instances: rows }: Snapshot, over: readonly SharedInstance[]): Unwritten {
  const known = new Set(over.map(({ id }) => id));
  const hasOthers = rows.some(({ id }) => !known.has(id));
  return { at, rows, over, both: joined(rows, over), hasOthers };
}

function joined(own: readonly SharedInstance[], kept: readonly SharedInstance[]): SharedInstance[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...kept.filter(({ id }) => !ids.has(id))];
}

/** The list in a file's content. Throws if it is damaged. */
export function snapshotIn(content: Buffer): Snapshot {
  const { at, instances } = snapshotSchema.parse(JSON.parse(content.toString()));
  return { at, instances: instances.map(sharedPart) };
}
