import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../clock';
import { ignore } from '../log/log';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import { ifMissing, jsonAs, refuseNewer, writeJson } from './jsonFile';
import { keepAside } from './keepAside';
import { UnwrittenRows } from './unwrittenRows';

const fileSchema = z.object({ rows: z.array(z.unknown()) });
/** Bytes; no list of ours gets that long. */
const longestFile = 2_000_000;

interface Content<T> {
  rows: readonly T[];
  /** What the file says, if there is something in it that can't be read. */
  damaged?: Buffer | undefined;
}

/**
 * A list of an account in a file that all windows share. A row that can't be read is left out; before the file is
 * written again, a damaged one is kept aside.
 */
export class AccountRows<T extends z.ZodMiniType> {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  readonly #name: string;
  readonly #schema: T;
  /** The files as they were last read, by account. */
  readonly #known = new Map<string, { version: string; content: Content<z.infer<T>> }>();
  readonly #unwritten: UnwrittenRows<z.infer<T>>;

  /** @param name the file's name in the account's folder @param schema of a row @param keyOf tells rows apart */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    { name, schema, keyOf }: { name: string; schema: T; keyOf: (row: z.infer<T>) => string },
  ) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#name = name;
    this.#schema = schema;
    this.#unwritten = new UnwrittenRows(keyOf);
  }

  /** The same array as before while nothing has changed. Where the file can't be read now, what wasn't written there. */
  async read(accountId: string): Promise<readonly z.infer<T>[]> {
    const why = 'a file that can’t be read now counts as empty, and is not written';
    const content = await this.#content(accountId).catch(ignore(this.#accounts.log, why));
    return this.#unwritten.on(accountId, content?.rows);
  }

  /**
   * Replaces the list with what `change` makes of it, and resolves to its result. Nothing is written if that is the same
   * array. Rejects if the file exists and can't be read.
   */
  async change<R>(
    accountId: string,
    change: (rows: readonly z.infer<T>[]) => { rows: readonly z.infer<T>[]; result: R },
  ): Promise<R> {
    const held = await lockAccountFile(this.#accounts, this.#clock, this.#file(accountId));
    try {
      const content = await this.#content(accountId);
      const before = this.#unwritten.on(accountId, content.rows);
      const { rows, result } = change(before);
      if (rows !== before) await this.#write(accountId, content, rows);
      return result;
    } finally {
      await held?.release();
    }
  }

  async #content(accountId: string): Promise<Content<z.infer<T>>> {
    const { disk } = this.#accounts;
    const file = this.#file(accountId);
    const version = await disk.versionOf(file).catch(ifMissing);
    if (version === undefined) return { rows: none };
    const known = this.#known.get(accountId);
    if (known?.version === version) return known.content;
    const bytes = await disk.readFile(file).catch(ifMissing);
    refuseNewer(file, bytes);
    const content = bytes ? rowsIn(bytes, this.#schema) : { rows: none };
    this.#known.set(accountId, { version, content });
    return content;
  }

  async #write(
    accountId: string,
    { rows: before, damaged }: Content<z.infer<T>>,
    rows: readonly z.infer<T>[],
  ): Promise<void> {
    const { disk, log } = this.#accounts;
    const file = this.#file(accountId);
    try {
      if (damaged) {
        await keepAside(file, damaged, disk);
        log.warn(`${this.#name} is damaged. It is kept aside.`);
      }
      await writeJson(file, { rows }, disk);
      this.#unwritten.forget(accountId);
    } catch (error) {
      ignore(log, 'this window has it in memory')(error);
      this.#unwritten.keep(accountId, before, rows);
    }
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), this.#name);
  }
}

const none: readonly never[] = [];

/** The rows in a file's content, as far as they can be read. */
export function rowsIn<T extends z.ZodMiniType>(content: Buffer, schema: T): Content<z.infer<T>> {
  const said = content.length > longestFile ? undefined : jsonAs(fileSchema, content);
  const rows = (said?.rows ?? []).flatMap((row) => {
    const read = z.safeParse(schema, row);
    return read.success ? [read.data] : [];
  });
  return { rows, damaged: rows.length === said?.rows.length ? undefined : content };
}
