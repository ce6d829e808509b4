import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Disk, isOfNewerFormat, nodeDisk } from '../../files/disk';
import type { LockWorld } from '../../files/lockWorld';
import { ifMissing, writeJson } from '../windows/jsonFile';
import { type Log, silent } from '../../log/log';
import { jsonAs } from '../../files/jsonAs';

const accountSchema = z.object({
  /** Stable, and safe as a folder name. */
  id: z.string().check(z.regex(/^[0-9a-f]+-\d+$/)),
  /** The address that verified the key. The key is sent to no other origin. */
  baseUrl: z.string().check(z.refine((text) => URL.canParse(text))),
  userId: z.int(),
  email: z.optional(z.string()),
});

/** The name in an account's folder of the file with its watched searches. */
export const watchFile = 'watches.json';
export const ledgerFile = 'ledger.json';

/** A signed-in account. Its key isn't part of it: it stays in SecretStorage. */
export type Account = z.infer<typeof accountSchema>;

export function accountIdOf(baseUrl: string, userId: number): string {
  const origin = createHash('sha256').update(baseUrl).digest('hex').slice(0, 8);
  return `${origin}-${userId}`;
}

/**
 * What all windows of this user share about accounts, without secrets. Each account has a folder, so that two windows
 * that change different accounts never write the same file.
 */
export class AccountFiles {
  readonly #folder: string;
  /** The disk for all files about accounts, and how other windows identify this one. */
  readonly disk: Disk;
  readonly world: LockWorld;
  /** The log for everything that uses these files. */
  readonly log: Log;

  constructor(folder: string, disk: Disk = nodeDisk, world: LockWorld = {}, log: Log = silent) {
    this.#folder = folder;
    this.disk = disk;
    this.world = world;
    this.log = log;
  }

  /** The folder of one account, for the other files about it. */
  folderOf(accountId: string): string {
    return join(this.#folder, accountId);
  }

  /** All accounts, in a stable order. What isn't an account is passed over; rejects if a file can't be read. */
  async list(): Promise<Account[]> {
    const names = (await this.disk.readdir(this.#folder).catch(ifMissing)) ?? [];
    const files = names.sort().map((name) => this.disk.readFile(this.#file(name)).catch(ifMissing));
    return (await Promise.all(files)).flatMap((content) => (content && accountIn(content)) ?? []);
  }

  /** The files of a newer version of this extension, which it alone can read. They stay as they are. */
  async newer(accountId: string): Promise<string[]> {
    const folder = this.folderOf(accountId);
    const names = (await this.disk.readdir(folder).catch(ifMissing)) ?? [];
    const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
    const contents = await Promise.all(files.map((file) => this.disk.readFile(file).catch(ifMissing)));
    return files.filter((_, index) => isOfNewerFormat(contents[index] ?? Buffer.alloc(0)));
  }

  async write(account: Account): Promise<void> {
    await writeJson(this.#file(account.id), account, this.disk);
  }

  async remove(accountId: string): Promise<void> {
    // Another window may be writing to it right now.
    await rm(this.folderOf(accountId), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #file(accountId: string): string {
    return join(this.folderOf(accountId), 'account.json');
  }
}

/** What a file says; undefined if it wasn't written by this extension. */
export const accountIn = (content: Buffer): Account | undefined => jsonAs(accountSchema, content);
