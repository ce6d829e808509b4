import { join } from 'node:path';
import * as z from 'zod/mini';
import { developmentOf, type NewsKind, type Standing, standings } from '../domain/instanceNews';
import type { SharedInstance } from '../domain/sharedInstance';
import { ignore } from '../log/log';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import type { Clock } from '../clock';
import { ifMissing, jsonAs, writeJson } from './jsonFile';
import { isNewer, type Snapshot } from './snapshotFiles';

/** An event of an instance that wasn't reported yet. */
export interface InstanceNews {
  kind: NewsKind;
  instance: SharedInstance;
}

const fileSchema = z.object({
  /** Milliseconds since the epoch of the list that it comes from. */
  at: z.number(),
  /** By the instance's id. */
  standings: z.record(z.string(), z.enum(standings)),
});
type Seen = z.infer<typeof fileSchema>;

const nothingSeen: Seen = { at: 0, standings: {} };

/**
 * How each account's instances stood when any window looked at them last: one small file each, which outlives the
 * windows. So what befalls an instance is told once, by one window, also when nobody was there as it happened.
 */
export class NewsFiles {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  /** If it couldn't be written, this window still knows it. */
  readonly #unwritten = new Map<string, Seen>();

  constructor(accounts: AccountFiles, clock: Clock) {
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /**
   * Takes note of a complete list. Resolves to what is new in it, for the one caller, of all windows, that is to tell it;
   * a list that is older than what another window saw has no news. @param awaited instances whose start a person waits for
   */
  async take(
    accountId: string,
    list: Snapshot,
    awaited: { has(id: number): boolean },
  ): Promise<InstanceNews[]> {
    // Most changes of a list don't change the state of its instances. Then nothing is locked or written.
    if (!this.#lookAt(await this.#read(accountId), list, awaited).isChanged) return [];
    const held = await lockAccountFile(this.#accounts, this.#clock, this.#file(accountId));
    try {
      const { news, seen, isChanged } = this.#lookAt(await this.#read(accountId), list, awaited);
      if (isChanged) await this.#write(accountId, seen);
      return news;
    } finally {
      await held?.release();
    }
  }

  /** The person stopped, destroyed or restarted it, so its end isn't reported. */
  async expectEnd(accountId: string, instanceId: number): Promise<void> {
    const held = await lockAccountFile(this.#accounts, this.#clock, this.#file(accountId));
    try {
      const { at, standings: before } = await this.#read(accountId);
      if (before[instanceId] === undefined) return;
      await this.#write(accountId, { at, standings: { ...before, [instanceId]: 'ending' } });
    } finally {
      await held?.release();
    }
  }

  #lookAt(before: Seen, { at, instances }: Snapshot, awaited: { has(id: number): boolean }) {
    const news: InstanceNews[] = [];
    if (before.at !== at && !isNewer(at, before.at, this.#clock.now()))
      return { news, seen: before, isChanged: false };
    const now = new Map<string, Standing>();
    for (const instance of instances) {
      if (instance.id < 0) continue;
      const id = String(instance.id);
      const { standing, news: kind } = developmentOf(
        before.standings[id],
        instance,
        awaited.has(instance.id),
      );
      if (standing !== undefined) now.set(id, standing);
      if (kind !== undefined) news.push({ kind, instance });
    }
    const isSame =
      now.size === Object.keys(before.standings).length &&
      [...now].every(([id, standing]) => before.standings[id] === standing);
    return { news, seen: { at, standings: Object.fromEntries(now) }, isChanged: !isSame };
  }

  async #read(accountId: string): Promise<Seen> {
    const seen = await this.#inFile(accountId);
    const unwritten = this.#unwritten.get(accountId);
    // Another window may have seen a newer list since.
    return unwritten && !isNewer(seen.at, unwritten.at, this.#clock.now()) ? unwritten : seen;
  }

  async #inFile(accountId: string): Promise<Seen> {
    const { disk, log } = this.#accounts;
    const why = 'a file that can’t be read is treated as empty, without notifications';
    const reading = disk.readFile(this.#file(accountId)).catch(ifMissing);
    const content = await reading.catch(ignore(log, why));
    return content ? seenIn(content) : nothingSeen;
  }

  async #write(accountId: string, seen: Seen): Promise<void> {
    const { disk, log } = this.#accounts;
    await writeJson(this.#file(accountId), seen, disk).then(
      () => this.#unwritten.delete(accountId),
      (error: unknown) => {
        ignore(log, 'this window has it in memory')(error);
        this.#unwritten.set(accountId, seen);
      },
    );
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'news.json');
  }
}

/** Bytes: those of 25,000 instances. */
const longestFile = 500_000;

/** What a file says; nothing if it is damaged, or too long to be ours. */
export function seenIn(content: Buffer): Seen {
  if (content.length > longestFile) return nothingSeen;
  // A broken file is treated as empty. The next change replaces it.
  return jsonAs(fileSchema, content) ?? nothingSeen;
}
