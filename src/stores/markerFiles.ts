import { mkdir, readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountFiles } from './accountFiles';

/**
 * Instances that are marked for something, such as a person waiting for their arrival: one empty file each, so
 * that the mark survives a closed window, all windows see it, and exactly one of them takes it away.
 */
export class MarkerFiles {
  readonly #accounts: AccountFiles;
  readonly #name: string;

  constructor(accounts: AccountFiles, name: 'awaited' | 'late' | 'proxied') {
    this.#accounts = accounts;
    this.#name = name;
  }

  async add(accountId: string, instanceId: number): Promise<void> {
    await mkdir(this.#folder(accountId), { recursive: true, mode: 0o700 });
    await writeFile(this.#file(accountId, instanceId), '', { mode: 0o600 });
  }

  /** Marked instances, and the milliseconds since the epoch since when. */
  async list(accountId: string): Promise<Map<number, number>> {
    const names = await readdir(this.#folder(accountId)).catch(() => []);
    const found = new Map<number, number>();
    for (const id of names.filter((name) => /^\d+$/.test(name)).map(Number)) {
      const file = await stat(this.#file(accountId, id)).catch(() => undefined);
      if (file) found.set(id, file.mtimeMs);
    }
    return found;
  }

  /** Takes the mark away; true for the one caller, of all windows, that did. */
  async take(accountId: string, instanceId: number): Promise<boolean> {
    return unlink(this.#file(accountId, instanceId)).then(
      () => true,
      () => false,
    );
  }

  #folder(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), this.#name);
  }

  #file(accountId: string, instanceId: number): string {
    return join(this.#folder(accountId), String(instanceId));
  }
}
