import * as z from 'zod/mini';
import { developmentOf, type NewsKind, type Standing, standings } from '../../domain/instances/instanceNews';
import type { SharedInstance, Snapshot } from '../../domain/instances/sharedInstance';
import { ignore, type Log } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import type { Clock } from '../../clock';
import { SharedFile } from '../windows/sharedFile';
import { jsonAs } from '../../files/jsonAs';
import { isNewer } from '../polling/requests';

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
  readonly #clock: Clock;
  readonly #file: SharedFile<Seen>;
  readonly #log: Log;

  constructor(accounts: AccountFiles, clock: Clock) {
    this.#clock = clock;
    this.#log = accounts.log;
    this.#file = new SharedFile(accounts, clock, {
      name: 'news.json',
      none: nothingSeen,
      said: (content) => ({ value: seenIn(content) }),
      // Another window may have seen a newer list since.
      merged: (file, { after }) => (isNewer(file.at, after.at, clock.now()) ? file : after),
    });
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
    const taking = this.#file.change(accountId, (before) => {
      const { news, seen } = this.#lookAt(before, list, awaited);
      return { value: seen, result: news };
    });
    const why = 'the next list is compared with what the file says then';
    return (await taking.catch(ignore(this.#log, why))) ?? [];
  }

  /** The person stopped, destroyed or restarted it, so its end isn't reported. */
  async expectEnd(accountId: string, instanceId: number): Promise<void> {
    const expecting = this.#file.change(accountId, (before) => {
      const { at, standings: known } = before;
      const value: Seen = { at, standings: { ...known, [instanceId]: 'ending' } };
      return { value: known[instanceId] === undefined ? before : value, result: undefined };
    });
    await expecting.catch(ignore(this.#log, 'its end is told, too'));
  }

  #lookAt(before: Seen, { at, instances }: Snapshot, awaited: { has(id: number): boolean }) {
    const news: InstanceNews[] = [];
    if (before.at !== at && !isNewer(at, before.at, this.#clock.now())) return { news, seen: before };
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
    return isSame ? { news: [], seen: before } : { news, seen: { at, standings: Object.fromEntries(now) } };
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
