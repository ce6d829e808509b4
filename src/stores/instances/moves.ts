import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { AccountFiles } from '../account/accountFiles';
import { ifMissing, jsonAs, writeJson } from '../windows/jsonFile';

const moveSchema = z.object({ to: z.int() });

/** Moves of instances to other machines that have begun, each with the folder that keeps its files on the way. */
export class Moves {
  readonly #files: AccountFiles;

  constructor(files: AccountFiles) {
    this.#files = files;
  }

  folderOf(accountId: string, instanceId: number): string {
    return join(this.#files.folderOf(accountId), 'moves', String(instanceId));
  }

  /** The instance that was rented for it; undefined if none was. */
  async targetOf(accountId: string, instanceId: number): Promise<number | undefined> {
    const content = await this.#files.disk.readFile(this.#file(accountId, instanceId)).catch(ifMissing);
    return jsonAs(moveSchema, content)?.to;
  }

  begin(accountId: string, instanceId: number, to: number): Promise<void> {
    return writeJson(this.#file(accountId, instanceId), { to }, this.#files.disk);
  }

  async end(accountId: string, instanceId: number): Promise<void> {
    await rm(this.folderOf(accountId, instanceId), { recursive: true, force: true, maxRetries: 5 });
  }

  #file(accountId: string, instanceId: number): string {
    return join(this.folderOf(accountId, instanceId), 'move.json');
  }
}
