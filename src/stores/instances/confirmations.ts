import { join } from 'node:path';
import { codeOf } from '../../files/disk';
import type { AccountFiles } from '../account/accountFiles';
import { ifMissing } from '../windows/jsonFile';

const pattern = /^confirmed\.(\d+)\.(\d+)$/;

/**
 * Until when an account's list stayed the same: an empty file whose name contains both times, so that renaming one file
 * marks a list of any size as fresh. Times are milliseconds since the epoch.
 */
export class Confirmations {
  readonly #accounts: AccountFiles;

  constructor(accounts: AccountFiles) {
    this.#accounts = accounts;
  }

  /** When the list of `listedAt` was last confirmed; undefined if it wasn't. */
  async read(accountId: string, listedAt: number): Promise<number | undefined> {
    const found = (await this.#names(accountId)).map((name) => pattern.exec(name));
    const times = found.flatMap((match) => (match?.[1] === nameOf(listedAt) ? [Number(match[2])] : []));
    return times.length > 0 ? Math.max(...times) : undefined;
  }

  async write(accountId: string, listedAt: number, at: number): Promise<void> {
    const { disk } = this.#accounts;
    const file = (name: string): string => join(this.#accounts.folderOf(accountId), name);
    const confirmed = file(`confirmed.${nameOf(listedAt)}.${nameOf(at)}`);
    const [last, ...more] = await this.#names(accountId);
    try {
      if (last === undefined) await (await disk.createExclusive(confirmed, 0o600)).close();
      else await disk.rename(file(last), confirmed);
      for (const name of more) await disk.unlink(file(name));
    } catch (error) {
      // Another window has just confirmed it too.
      if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
    }
  }

  async #names(accountId: string): Promise<string[]> {
    const { disk } = this.#accounts;
    const names = (await disk.readdir(this.#accounts.folderOf(accountId)).catch(ifMissing)) ?? [];
    return names.filter((name) => pattern.test(name));
  }
}

const nameOf = (time: number): string => String(Math.max(0, Math.round(time)));
