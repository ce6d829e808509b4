import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { ignore } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import { Listeners } from '../listeners';
import { ifMissing, writeJson } from '../windows/jsonFile';
import { jsonAs } from '../../files/jsonAs';

const moveSchema = z.object({ to: z.int() });

/** Moves of instances to other machines that have begun, each with the folder that keeps its files on the way. */
export class Moves {
  readonly #files: AccountFiles;
  readonly #listeners = new Listeners();
  /** Which instance was rented for which, when it was looked at last. */
  #known: { accountId: string; targets: ReadonlyMap<number, number> } | undefined;

  /** Called when `knownTarget` may answer otherwise. */
  readonly onDidChange = this.#listeners.add;

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

  /** The same, as it was looked at last. */
  knownTarget(accountId: string, instanceId: number): number | undefined {
    return this.#known?.accountId === accountId ? this.#known.targets.get(instanceId) : undefined;
  }

  async begin(accountId: string, instanceId: number, to: number): Promise<void> {
    await writeJson(this.#file(accountId, instanceId), { to }, this.#files.disk);
    await this.look(accountId);
  }

  async end(accountId: string, instanceId: number): Promise<void> {
    await rm(this.folderOf(accountId, instanceId), { recursive: true, force: true, maxRetries: 5 });
    await this.look(accountId);
  }

  /** Looks at what this window and others have begun and ended. What can't be read stays as it was known. */
  async look(accountId: string): Promise<void> {
    const why = 'what was known of moves stays';
    const targets = await this.#targets(accountId).catch(ignore(this.#files.log, why));
    if (!targets) return;
    const before = this.#known;
    this.#known = { accountId, targets };
    const isSame = before?.accountId === accountId && isSameMap(before.targets, targets);
    if (!isSame) this.#listeners.tell();
  }

  async #targets(accountId: string): Promise<Map<number, number>> {
    const folder = dirname(this.folderOf(accountId, 0));
    const names = (await this.#files.disk.readdir(folder).catch(ifMissing)) ?? [];
    const ids = names.map(Number).filter(Number.isInteger);
    const found = await Promise.all(ids.map(async (id) => [id, await this.targetOf(accountId, id)] as const));
    return new Map(found.flatMap(([id, to]) => (to === undefined ? [] : [[id, to]])));
  }

  #file(accountId: string, instanceId: number): string {
    return join(this.folderOf(accountId, instanceId), 'move.json');
  }
}

const isSameMap = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
