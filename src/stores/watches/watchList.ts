import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { ApiError } from '../../api/errors';
import { LocalError } from '../../api/localError';
import type { Clock } from '../../clock';
import {
  afterFailure,
  afterLook,
  type Find,
  findsIn,
  isForgotten,
  isFromLater,
  mostWatches,
  type OfferWatch,
  renewed,
  watchSchema,
  type WatchedOffer,
} from '../../domain/offers/offerWatch';
import { type AccountFiles, watchFile } from '../account/accountFiles';
import { rowsIn } from '../account/accountRows';
import { isSame } from '../polling/sameRows';
import { SharedFile } from '../windows/sharedFile';
import type { WatchAges } from './watchTimes';

/** What a watch is begun with. */
export type NewWatch = Pick<OfferWatch, 'name' | 'query' | 'limit'>;

/** Milliseconds after which the only window notes again that a search found nothing new. */
const notedAgainAfter = 5 * 60_000;

/** The watches of all accounts, in files that all windows share. Exactly one window gets each piece of news. */
export class WatchList {
  readonly #rows: SharedFile<readonly OfferWatch[]>;
  readonly #clock: Clock;
  readonly #ages: WatchAges;
  readonly #othersAreThere: () => Promise<boolean>;
  /** The last searches of this window that found nothing new and weren't noted in the file. */
  readonly #looked = new Map<string, number>();

  /** @param othersAreThere whether another window needs to know when was searched last */
  constructor(
    accounts: AccountFiles,
    {
      clock,
      ages,
      othersAreThere,
    }: { clock: Clock; ages: WatchAges; othersAreThere: () => Promise<boolean> },
  ) {
    const kind = rowsIn({ name: watchFile, schema: watchSchema, keyOf: ({ id }) => id });
    this.#rows = new SharedFile(accounts, clock, kind);
    this.#clock = clock;
    this.#ages = ages;
    this.#othersAreThere = othersAreThere;
  }

  async read(accountId: string): Promise<readonly OfferWatch[]> {
    return (await this.#rows.read(accountId)).map((watch) => {
      const looked = this.#looked.get(watch.id);
      return looked === undefined || looked <= (watch.tried ?? -Infinity)
        ? watch
        : { ...watch, tried: looked, looked };
    });
  }

  /** Replaces one of the same name. @throws LocalError 'not_possible' if there are too many */
  async begin(accountId: string, watch: NewWatch): Promise<OfferWatch> {
    return this.#rows.change(accountId, (rows) => {
      const others = rows.filter(({ name }) => name !== watch.name);
      refuseTooMany(others);
      const made: OfferWatch = { ...watch, id: randomUUID(), begun: this.#clock.now(), told: [] };
      return { value: [...others, made], result: made };
    });
  }

  /** It lasts another day from now on. Undefined if there is no such watch. */
  async renew(accountId: string, id: string): Promise<OfferWatch | undefined> {
    return this.#rows.change(accountId, (rows) => {
      const watch = rows.find((one) => one.id === id);
      if (!watch) return { value: rows, result: undefined };
      refuseTooMany(rows.filter((one) => one !== watch));
      this.#looked.delete(id);
      const result = renewed(watch, this.#clock.now());
      return { value: rows.map((one) => (one === watch ? result : one)), result };
    });
  }

  /** False if there is no such watch. */
  async stop(accountId: string, id: string): Promise<boolean> {
    return this.#rows.change(accountId, (before) => {
      const rows = before.filter((one) => one.id !== id);
      const isThere = rows.length < before.length;
      return { value: isThere ? rows : before, result: isThere };
    });
  }

  /** Ends watches whose time has passed. Resolves to those that end now, so that one window can say so. */
  async endOver(accountId: string): Promise<readonly OfferWatch[]> {
    if (this.#afterTime(await this.#rows.read(accountId)).isSame) return [];
    return this.#rows.change(accountId, (before) => {
      const { rows, ends, isSame: isUnchanged } = this.#afterTime(before);
      return { value: isUnchanged ? before : rows, result: ends };
    });
  }

  /** Notes what was found. Resolves to what this window has to show. */
  async found(accountId: string, id: string, offers: readonly WatchedOffer[]): Promise<readonly Find[]> {
    const now = this.#clock.now();
    const known = (await this.#rows.read(accountId)).find((one) => one.id === id);
    if (known && findsIn(known, offers).length === 0 && !(await this.#mustNote(known))) {
      this.#looked.set(id, now);
      return [];
    }
    return this.#rows.change(accountId, (rows) => {
      const watch = rows.find((one) => one.id === id && !one.ended);
      if (!watch) return { value: rows, result: [] };
      const finds = findsIn(watch, offers);
      const after = afterLook(watch, finds, now);
      return { value: rows.map((one) => (one === watch ? after : one)), result: finds };
    });
  }

  /** A query that the service refuses is to blame itself; after any other failure, all watches of the account pause. */
  async failed(accountId: string, id: string, error: unknown): Promise<void> {
    const now = this.#clock.now();
    const isOfQuery = error instanceof ApiError && error.code === 'invalid_request';
    const isMeant = (one: OfferWatch): boolean => one.id === id || (!isOfQuery && !one.ended);
    await this.#rows.change(accountId, (rows) => ({
      value: rows.map((one) => (isMeant(one) ? afterFailure(one, now) : one)),
      result: undefined,
    }));
  }

  async #mustNote({ looked, failures }: OfferWatch): Promise<boolean> {
    if (failures !== undefined || looked === undefined) return true;
    return Math.abs(this.#clock.now() - looked) > notedAgainAfter || (await this.#othersAreThere());
  }

  #afterTime(before: readonly OfferWatch[]) {
    const now = this.#clock.now();
    const kept = before.filter((one) => !isForgotten(one, now));
    const ends = kept.filter((one) => !one.ended && this.#ages.isOver(one));
    const rows = kept.map((one): OfferWatch => {
      if (ends.includes(one)) return { ...one, ended: true };
      return isFromLater(one, now) ? { ...one, begun: now } : one;
    });
    return { rows, ends, isSame: isSame(rows, before) };
  }
}

function refuseTooMany(others: readonly OfferWatch[]): void {
  if (others.filter(({ ended }) => !ended).length < mostWatches) return;
  throw new LocalError(
    'not_possible',
    l10n.t('You’re already watching {0} searches. Stop watching one first.', mostWatches),
  );
}
