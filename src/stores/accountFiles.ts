import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ifMissing, readJson, writeJson } from './jsonFile';

const accountSchema = z.object({
  /** Stable, and safe as a folder name. */
  id: z.string().check(z.regex(/^[0-9a-f]+-\d+$/)),
  /** Where the key was verified; it is sent to no other origin. */
  baseUrl: z.string(),
  userId: z.int(),
  email: z.optional(z.string()),
});

/** What is not JSON was not written by this extension; a file that cannot be read just now is another matter. */
function ifBroken(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
  return undefined;
}

/** A signed-in account. Its key is not here: it stays in SecretStorage. */
export type Account = z.infer<typeof accountSchema>;

/**
 * What all windows of this user share about accounts, without secrets: a folder for each, so that two windows
 * that change different accounts never write the same file.
 */
export class AccountFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The folder of one account, for the other files about it. */
  folderOf(accountId: string): string {
    return join(this.#folder, accountId);
  }

  /** All accounts, in a stable order. */
  async list(): Promise<Account[]> {
    const names = (await readdir(this.#folder).catch(ifMissing)) ?? [];
    const read = await Promise.all(names.sort().map((name) => readJson(this.#file(name)).catch(ifBroken)));
    return read.map((value) => accountSchema.safeParse(value)).flatMap(({ data }) => (data ? [data] : []));
  }

  async write(account: Account): Promise<void> {
    await writeJson(this.#file(account.id), account);
  }

  async remove(accountId: string): Promise<void> {
    // Another window may be writing into it right now.
    await rm(this.folderOf(accountId), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #file(accountId: string): string {
    return join(this.folderOf(accountId), 'account.json');
  }
}
