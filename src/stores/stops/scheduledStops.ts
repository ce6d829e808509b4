import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock';
import { type AgreedStop, type ScheduledStop, scheduledStopSchema } from '../../domain/stops/stopSchema';
import type { AccountFiles } from '../account/accountFiles';
import { rowsById } from '../account/accountRows';
import { Listeners } from '../listeners';
import { type Said, SharedFile, type Wanted } from '../windows/sharedFile';

/** By the instance's id. */
export type StopsById = ReadonlyMap<number, ScheduledStop>;

const none: StopsById = new Map();

/**
 * The scheduled stops of each account: one small file, which outlives the windows and which all of them read. It is
 * written only when a schedule changes.
 */
export class ScheduledStops {
  readonly #clock: Clock;
  readonly #file: SharedFile<StopsById>;
  /** As the listeners know them, by account. */
  readonly #told = new Map<string, StopsById>();
  readonly #listeners = new Listeners<[accountId: string, instanceIds: readonly number[]]>();

  /** Calls back with the instances whose schedule this window or another one has changed. */
  readonly onDidChange = this.#listeners.add;

  /** @param onDamaged called with the path under which a file that can't be understood is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#file = new SharedFile(accounts, clock, {
      name: 'scheduled-stops.json',
      none,
      said: scheduledIn,
      text: (stops) => JSON.stringify(Object.fromEntries(stops)),
      merged: withUnwritten,
      isKeptInMemory: true,
      isMendedAtOnce: true,
      onDamaged,
    });
  }

  /** As this window has read it last. */
  get(accountId: string, instanceId: number): ScheduledStop | undefined {
    return this.known(accountId).get(instanceId);
  }

  /** The account's, as this window has read them last. */
  known(accountId: string): StopsById {
    return this.#file.last(accountId);
  }

  /** Reads the file again. If it can't be read, what was read last. */
  async read(accountId: string): Promise<StopsById> {
    await this.#file.read(accountId);
    if (this.#file.isUnwritten(accountId))
      await this.#file.change(accountId, (stops) => ({ value: new Map(stops), result: undefined }));
    this.#tell(accountId);
    return this.known(accountId);
  }

  /**
   * Schedules something that was agreed to now, and replaces what was scheduled before. With `onlyIfNone`, that stays.
   * Rejects if it can't be written, because nothing would then be stopped.
   */
  async schedule(
    accountId: string,
    instanceId: number,
    agreed: AgreedStop,
    { onlyIfNone = false }: { onlyIfNone?: boolean } = {},
  ): Promise<void> {
    const stop = { token: randomUUID(), createdAt: this.#clock.now(), ...agreed };
    await this.#edit(accountId, (stops) =>
      onlyIfNone && stops.has(instanceId) ? undefined : new Map(stops).set(instanceId, stop),
    );
  }

  /**
   * Removes what a person no longer wants. `sent`: the request was sent before, so it may be carried out all the same;
   * it is not repeated. `none`: it was gone or replaced. @param token only this one
   */
  async callOff(accountId: string, instanceId: number, token?: string): Promise<'done' | 'sent' | 'none'> {
    const found = { isSent: false };
    const isRemoved = await this.change(accountId, instanceId, token, ({ sentAt }) => {
      found.isSent = sentAt !== undefined;
      return undefined;
    });
    return !isRemoved ? 'none' : found.isSent ? 'sent' : 'done';
  }

  /**
   * Changes a schedule. False if it is gone, was replaced, or `edit` returned the same object: of several windows that
   * make the same change, one gets true.
   */
  async change(
    accountId: string,
    instanceId: number,
    token: string | undefined,
    edit: (stop: ScheduledStop) => ScheduledStop | undefined,
  ): Promise<boolean> {
    return this.#edit(accountId, withEdited(instanceId, token, edit));
  }

  /** The same for what this window has done or seen: it holds here although it can't be written yet. */
  async keep(
    accountId: string,
    instanceId: number,
    token: string,
    edit: (stop: ScheduledStop) => ScheduledStop | undefined,
  ): Promise<'written' | 'unwritten' | undefined> {
    const isKept = await this.#edit(accountId, withEdited(instanceId, token, edit), { mustWrite: false });
    if (!isKept) return undefined;
    return this.#file.isUnwritten(accountId) ? 'unwritten' : 'written';
  }

  async #edit(
    accountId: string,
    edit: (stops: StopsById) => StopsById | undefined,
    { mustWrite = true }: { mustWrite?: boolean } = {},
  ): Promise<boolean> {
    const edited = (stops: StopsById) => {
      const value = edit(stops);
      return { value: value ?? stops, result: value !== undefined };
    };
    try {
      return await this.#file.change(accountId, edited, { mustWrite });
    } finally {
      this.#tell(accountId);
    }
  }

  /** Writes what only this window knows. Rejects if that fails. */
  async save(accountId: string): Promise<void> {
    if (!this.#file.isUnwritten(accountId)) return;
    const all = (stops: StopsById) => ({ value: new Map(stops), result: undefined });
    await this.#file.change(accountId, all, { mustWrite: true });
  }

  #tell(accountId: string): void {
    const [before, stops] = [this.#told.get(accountId) ?? none, this.known(accountId)];
    if (before === stops) return;
    this.#told.set(accountId, stops);
    const all = new Set([...before.keys(), ...stops.keys()]);
    const changed = [...all].filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(stops.get(id)));
    if (changed.length > 0) this.#listeners.tell(accountId, changed);
  }
}

/** Edits a schedule: undefined if it is gone, was replaced, or stays the same object. @param token only this one */
const withEdited =
  (
    instanceId: number,
    token: string | undefined,
    edit: (stop: ScheduledStop) => ScheduledStop | undefined,
  ): ((stops: StopsById) => StopsById | undefined) =>
  (stops) => {
    const stop = stops.get(instanceId);
    if (!stop || (token !== undefined && stop.token !== token)) return undefined;
    const edited = edit(stop);
    if (edited === stop) return undefined;
    const others = [...stops].filter(([id]) => id !== instanceId);
    return new Map(edited ? [...others, [instanceId, edited]] : others);
  };

/**
 * What a file says, with what this window has done with schedules and could not write. That holds only for the very
 * schedule that it is about: one that another window has removed or replaced stays so.
 */
function withUnwritten(stops: StopsById, { before, after }: Wanted<StopsById>): StopsById {
  const rows = [...stops].flatMap(([id, stop]) => {
    const isMeant = before.get(id)?.token === stop.token && before.get(id) !== after.get(id);
    const left = isMeant ? after.get(id) : stop;
    return left ? [[id, left] as const] : [];
  });
  return new Map(rows);
}

/** Rows that can't be read are left out: nothing is stopped or destroyed that wasn't agreed to. */
export const scheduledIn = (content: Buffer): Said<StopsById> => rowsById(content, scheduledStopSchema);
