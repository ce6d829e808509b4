import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Client } from '../api/client';
import { isUnsupported } from '../api/errors';
import { tolerated } from '../api/schemas/fields';
import { type Volume, volumeSchema } from '../api/schemas/volume';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import type { Clock } from '../clock';
import { ifMissing, jsonAs, writeJson } from './jsonFile';
import { withLastKnown } from './lastKnown';
import { keepSame } from './sameRows';
import { isNewer } from './snapshotFiles';
import { timedRequest } from './timedRequest';
import { ignore } from '../log/log';

/** An account's volumes, as they were listed last. */
export interface VolumeList {
  /** Milliseconds since the epoch at which the request for it was sent. */
  at: number;
  volumes: readonly Volume[];
  /** The service, or this key, has no list of volumes. */
  missing?: true | undefined;
}

const listSchema = z.object({
  at: z.number(),
  volumes: z.array(
    z.extend(volumeSchema, {
      /** Negative where the service's row had none that can be read. */
      id: z.int(),
      unreadable: tolerated(z.literal(true)),
    }),
  ),
  missing: tolerated(z.literal(true)),
});

/** Milliseconds between two requests for the volumes of an account that has some, while nobody looks. */
export const volumeInterval = 10 * 60_000;
/** Milliseconds after which the only window writes down again that a list is unchanged, for windows that open later. */
const writeAgainAfter = 5 * 60_000;

interface Asked {
  readonly volumes: Pick<Client['volumes'], 'list'>;
}

/** The last lists of all accounts' volumes, shared between windows. */
export class VolumeLists {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  readonly #othersAreThere: () => Promise<boolean>;

  /** @param othersAreThere whether another window wants to know how fresh a list is */
  constructor(accounts: AccountFiles, clock: Clock, othersAreThere: () => Promise<boolean>) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#othersAreThere = othersAreThere;
  }

  /** The last list that some window wrote; undefined where there is none that can be read. */
  async read(accountId: string): Promise<VolumeList | undefined> {
    const { disk, log } = this.#accounts;
    const reading = disk.readFile(this.#file(accountId)).catch(ifMissing);
    const content = await reading.catch(ignore(log, 'it is requested instead'));
    return content && volumesIn(content);
  }

  /** Asks the service. One that has no such list, or does not show it to this key, has no volumes. */
  async ask({ volumes }: Asked): Promise<VolumeList> {
    const { at, answer } = await timedRequest(this.#clock, (options) =>
      volumes.list(options).then(
        (rows): Omit<VolumeList, 'at'> => ({ volumes: rows }),
        (error: unknown): Omit<VolumeList, 'at'> => {
          if (!isUnsupported(error)) throw error;
          ignore(this.#accounts.log, 'an account without this list has no volumes')(error);
          return { volumes: [], missing: true };
        },
      ),
    );
    return { ...answer, at };
  }

  /**
   * Keeps the newer one of this list and the one in the file, and resolves to it. What cannot be read now has what the
   * file knew of it. A list that stays the same is not written again while no other window looks; one that cannot be
   * written is known to this window all the same.
   */
  async write(accountId: string, list: VolumeList): Promise<VolumeList> {
    const first = await this.#compared(accountId, list);
    if (first.isWritten) return first.newest;
    const { disk, log } = this.#accounts;
    const file = this.#file(accountId);
    const held = await lockAccountFile(this.#accounts, this.#clock, file, 5000);
    try {
      // Another window may have written meanwhile.
      const { newest, isWritten } = await this.#compared(accountId, list);
      if (!isWritten)
        await writeJson(file, newest, disk).catch(ignore(log, 'other windows send their own request'));
      return newest;
    } finally {
      await held?.release();
    }
  }

  /** The newer one of this list and the one in the file, and whether the file needn't be written. */
  async #compared(accountId: string, list: VolumeList): Promise<{ newest: VolumeList; isWritten: boolean }> {
    const known = await this.read(accountId);
    if (known && !isNewer(list.at, known.at, this.#clock.now())) return { newest: known, isWritten: true };
    const before = known?.volumes ?? [];
    const volumes = keepSame(before, withLastKnown(list.volumes, before));
    const isSame = known && volumes === before && known.missing === list.missing;
    const isRecent = isSame && list.at - known.at < writeAgainAfter;
    return { newest: { ...list, volumes }, isWritten: isRecent === true && !(await this.#othersAreThere()) };
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'volumes.json');
  }
}

/** What a file says; undefined if it is damaged. */
export const volumesIn = (content: Buffer): VolumeList | undefined => jsonAs(listSchema, content);
