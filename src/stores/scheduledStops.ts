import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../clock';
import { type ScheduledStop, scheduledStopSchema } from '../domain/scheduledStop';
import { ignore } from '../log/log';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import { ifMissing, refuseNewer, writeJson } from './jsonFile';
import { keepAside } from './keepAside';
import { UnwrittenStops } from './unwrittenStops';

/** By the instance's id. */
export type StopsById = ReadonlyMap<number, ScheduledStop>;

const none: StopsById = new Map();

/** What a file says. */
interface Content {
  text: string;
  stops: StopsById;
  /** Something in it can't be understood, and is not in `stops`. */
  isDamaged: boolean;
}
const fileSchema = z.record(z.string(), z.unknown());

/**
 * The scheduled stops of each account: one small file, which outlives the windows and which all of them read. It is
 * written only when a schedule changes.
 */
export class ScheduledStops {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  /** As they were read last. */
  readonly #known = new Map<string, { text: string; stops: StopsById }>();
  readonly #listeners = new Set<(accountId: string, instanceIds: readonly number[]) => void>();
  readonly #unwritten = new UnwrittenStops();
  readonly #onDamaged: (accountId: string, kept: string) => void;

  /** @param onDamaged called with the path under which a file that can't be understood is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#onDamaged = onDamaged;
  }

  /** Calls back with the instances whose schedule this window or another one has changed. */
  onDidChange(listener: (accountId: string, instanceIds: readonly number[]) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** As this window has read it last. */
  get(accountId: string, instanceId: number): ScheduledStop | undefined {
    return this.known(accountId).get(instanceId);
  }

  /** The account's, as this window has read them last. */
  known(accountId: string): StopsById {
    return this.#unwritten.on(accountId, this.#known.get(accountId)?.stops ?? none);
  }

  /** Reads the file again. If it can't be read, what was read last. */
  async read(accountId: string): Promise<StopsById> {
    const why = 'the schedules of the last look count';
    await this.#look(accountId).catch(ignore(this.#accounts.log, why));
    const later = 'the file can’t be written yet';
    if (this.#unwritten.has(accountId))
      await this.#edit(accountId, (stops) => stops).catch(ignore(this.#accounts.log, later));
    return this.known(accountId);
  }

  /** Replaces the instance's schedule. Rejects if it can't be written, because nothing would then be stopped. */
  async set(accountId: string, instanceId: number, stop: ScheduledStop): Promise<void> {
    await this.#edit(accountId, (stops) => new Map(stops).set(instanceId, stop));
  }

  /**
   * Schedules something that was agreed to now, and replaces what was scheduled before. With `onlyIfNone`, that stays.
   * Rejects if it can't be written.
   */
  async schedule(
    accountId: string,
    instanceId: number,
    agreed: Pick<ScheduledStop, 'action' | 'when'>,
    { onlyIfNone = false }: { onlyIfNone?: boolean } = {},
  ): Promise<void> {
    const stop = { token: randomUUID(), createdAt: this.#clock.now(), ...agreed };
    await this.#edit(accountId, (stops) =>
      onlyIfNone && stops.has(instanceId) ? undefined : new Map(stops).set(instanceId, stop),
    );
  }

  /** Removes a schedule; true for the one caller, in all windows, that did. @param token only this one */
  async remove(accountId: string, instanceId: number, token?: string): Promise<boolean> {
    return this.change(accountId, instanceId, token, () => undefined);
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
    return this.#edit(accountId, (stops) => {
      const stop = stops.get(instanceId);
      if (!stop || (token !== undefined && stop.token !== token)) return undefined;
      const edited = edit(stop);
      if (edited === stop) return undefined;
      const others = [...stops].filter(([id]) => id !== instanceId);
      return new Map(edited ? [...others, [instanceId, edited]] : others);
    });
  }

  /** The same for what this window has done or seen: it holds here although it can't be written yet. */
  async keep(
    accountId: string,
    instanceId: number,
    token: string,
    edit: (stop: ScheduledStop) => ScheduledStop | undefined,
  ): Promise<'written' | 'unwritten' | undefined> {
    try {
      return (await this.change(accountId, instanceId, token, edit)) ? 'written' : undefined;
    } catch (error) {
      ignore(this.#accounts.log, 'this window has it in memory')(error);
      const stop = this.get(accountId, instanceId);
      const edited = stop && edit(stop);
      if (stop?.token !== token || edited === stop) return undefined;
      this.#unwritten.keep(accountId, instanceId, token, edited);
      this.#notify(accountId, [instanceId]);
      return 'unwritten';
    }
  }

  async #edit(accountId: string, edit: (stops: StopsById) => StopsById | undefined): Promise<boolean> {
    const held = await lockAccountFile(this.#accounts, this.#clock, this.#file(accountId));
    try {
      const edited = edit(this.#unwritten.on(accountId, await this.#readLocked(accountId)));
      if (!edited) return false;
      await this.#write(accountId, edited);
      this.#unwritten.forget(accountId);
      return true;
    } finally {
      await held?.release();
    }
  }

  async #look(accountId: string): Promise<StopsById> {
    const before = this.#known.get(accountId);
    const { text, stops, isDamaged } = await this.#read(accountId);
    // This window has changed it meanwhile, and may have read what was there before.
    if (this.#known.get(accountId) !== before) return this.#look(accountId);
    if (!isDamaged) {
      this.#take(accountId, text, stops);
      return stops;
    }
    const held = await lockAccountFile(this.#accounts, this.#clock, this.#file(accountId));
    try {
      return await this.#readLocked(accountId);
    } finally {
      await held?.release();
    }
  }

  /** Rejects if there is a file that can't be read: a change would then remove what is scheduled for others. */
  async #read(accountId: string): Promise<Content & { bytes: Buffer }> {
    const content = await this.#accounts.disk.readFile(this.#file(accountId)).catch(ifMissing);
    refuseNewer(this.#file(accountId), content);
    const before = this.#known.get(accountId);
    const bytes = content ?? Buffer.alloc(0);
    const text = bytes.toString();
    if (before?.text === text && text !== '') return { ...before, bytes, isDamaged: false };
    return { ...(content ? scheduledIn(text) : { text, stops: none, isDamaged: false }), bytes };
  }

  /** With the lock. A damaged file is kept aside, and what is left of it is written again. */
  async #readLocked(accountId: string): Promise<StopsById> {
    const { text, bytes, stops, isDamaged } = await this.#read(accountId);
    if (!isDamaged) {
      this.#take(accountId, text, stops);
      return stops;
    }
    const { disk, log } = this.#accounts;
    const kept = await keepAside(this.#file(accountId), bytes, disk);
    await this.#write(accountId, stops);
    log.warn('What was scheduled cannot be read. The file is kept aside.');
    this.#onDamaged(accountId, kept);
    return stops;
  }

  async #write(accountId: string, stops: StopsById): Promise<void> {
    const value = Object.fromEntries(stops);
    await writeJson(this.#file(accountId), value, this.#accounts.disk);
    this.#take(accountId, JSON.stringify(value), stops);
  }

  #take(accountId: string, text: string, stops: StopsById): void {
    if (this.#known.get(accountId)?.text === text) return;
    const before = this.known(accountId);
    this.#known.set(accountId, { text, stops });
    const all = new Set([...before.keys(), ...stops.keys()]);
    const changed = [...all].filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(stops.get(id)));
    if (changed.length > 0) this.#notify(accountId, changed);
  }

  #notify(accountId: string, instanceIds: readonly number[]): void {
    for (const listener of this.#listeners) listener(accountId, instanceIds);
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'scheduled-stops.json');
  }
}

/** Rows that can't be read are left out: nothing is stopped or destroyed that wasn't agreed to. */
export function scheduledIn(text: string): Content {
  try {
    const rows = Object.entries(fileSchema.parse(JSON.parse(text)));
    const stops = rows.flatMap(([id, row]) => {
      const { data } = scheduledStopSchema.safeParse(row);
      return data && /^\d+$/.test(id) ? [[Number(id), data] as const] : [];
    });
    return { text, stops: new Map(stops), isDamaged: stops.length < rows.length };
  } catch {
    // Not JSON, or not a list of schedules: damaged as well.
    return { text, stops: none, isDamaged: true };
  }
}
