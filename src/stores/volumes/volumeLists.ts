import * as z from 'zod/mini';
import type { Client } from '../../api/client';
import { ApiError, isUnsupported } from '../../api/errors';
import { tolerated } from '../../api/schemas/fields';
import { type Volume, volumeSchema } from '../../api/schemas/volume';
import type { AccountFiles } from '../account/accountFiles';
import type { Clock } from '../../clock';
import { keepSame } from '../polling/sameRows';
import { SharedFile } from '../windows/sharedFile';
import { isNewer, timedRequest, withLastKnown } from '../polling/requests';
import { ignore, type Log } from '../../log/log';
import { jsonAs } from '../../files/jsonAs';

const listSchema = z.object({
  /** When the request for it was sent. */
  at: z.number(),
  volumes: z.array(
    z.extend(volumeSchema, {
      /** Negative where the service's row had none that can be read. */
      id: z.int(),
      unreadable: tolerated(z.literal(true)),
    }),
  ),
  /** The service, or this key, has no list of volumes. */
  missing: tolerated(z.literal(true)),
  /** This key may not read it: there may be more volumes than those that were known before. */
  refused: tolerated(z.literal(true)),
});

/** An account's volumes, as they were listed last. */
export type VolumeList = Omit<z.infer<typeof listSchema>, 'volumes'> & {
  readonly volumes: readonly Volume[];
};

/** Milliseconds between two requests for the volumes of an account that has some, while nobody looks. */
export const volumeInterval = 10 * 60_000;
/** Milliseconds after which the only window writes down again that a list is unchanged, for windows that open later. */
const writeAgainAfter = 5 * 60_000;

interface Asked {
  readonly volumes: Pick<Client['volumes'], 'list'>;
}

/** The last lists of all accounts' volumes, shared between windows. */
export class VolumeLists {
  readonly #file: SharedFile<VolumeList | undefined>;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #othersAreThere: () => Promise<boolean>;

  /** @param othersAreThere whether another window wants to know how fresh a list is */
  constructor(accounts: AccountFiles, clock: Clock, othersAreThere: () => Promise<boolean>) {
    this.#log = accounts.log;
    this.#clock = clock;
    this.#othersAreThere = othersAreThere;
    this.#file = new SharedFile<VolumeList | undefined>(accounts, clock, {
      name: 'volumes.json',
      none: undefined,
      said: (content) => ({ value: volumesIn(content) }),
      merged: (file, { after }) => (after && isNewer(after.at, file?.at, clock.now()) ? after : file),
      isKeptInMemory: true,
      lockTimeoutMs: 5000,
    });
  }

  /** The last list that some window wrote; undefined where there is none that can be read. */
  read(accountId: string): Promise<VolumeList | undefined> {
    return this.#file.read(accountId);
  }

  /** Asks the service. One that has no such list has no volumes. */
  async ask({ volumes }: Asked): Promise<VolumeList> {
    const { at, answer } = await timedRequest(this.#clock, (options) =>
      volumes.list(options).then(
        (rows): Omit<VolumeList, 'at'> => ({ volumes: rows }),
        (error: unknown): Omit<VolumeList, 'at'> => {
          // There may be a list although a gateway on the way to it says "not found".
          const isForeign = error instanceof ApiError && error.code === 'invalid_response';
          if (!isUnsupported(error) || isForeign) throw error;
          ignore(
            this.#log,
            'a list that is refused is unknown, and a service without it has no volumes',
          )(error);
          const isRefused = error instanceof ApiError && error.status === 403;
          return { volumes: [], missing: true, ...(isRefused ? { refused: true } : {}) };
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
    const othersAreThere = await this.#othersAreThere();
    return this.#file.change(accountId, (known) => {
      if (known && !isNewer(list.at, known.at, this.#clock.now())) return { value: known, result: known };
      const before = known?.volumes ?? [];
      const volumes = list.refused ? before : keepSame(before, withLastKnown(list.volumes, before));
      const result = { ...list, volumes };
      const isSame =
        known && volumes === before && known.missing === list.missing && known.refused === list.refused;
      const isRecent = isSame && list.at - known.at < writeAgainAfter;
      return { value: isRecent && !othersAreThere ? known : result, result };
    });
  }
}

/** What a file says; undefined if it is damaged. */
export const volumesIn = (content: Buffer): VolumeList | undefined => jsonAs(listSchema, content);
