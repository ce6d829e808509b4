import type { Client } from '../../api/client';
import { costOfVolumes } from '../../domain/volumes/volumeCost';
import type { Instance } from '../../api/schemas/instances/instance';
import type { SharedInstance, Snapshot } from '../../domain/instances/sharedInstance';
import type { Account } from '../account/accountFiles';
import { type AccountRate, costOf, type KnownCosts, rateOf } from './accountRate';
import type { Clock } from '../../clock';
import { byIdOf, type Figures, figuresLast } from '../instances/instanceLists';
import { Poller, type PollResult } from '../polling/poller';
import { type VolumeList, volumeInterval, type VolumeLists } from '../volumes/volumeLists';
import type { GoneInstances } from '../instances/goneInstance';
import { isNewer, isWithin, timedRequest } from '../polling/requests';
import { errorWords, ignore, instead, type Log } from '../../log/log';
import { Listeners } from '../listeners';
import type { KnownInstances } from '../instances/knownInstances';
import type { PendingRentals } from '../rentals/pendingRentals';

export interface AccountRatesOptions {
  accounts: {
    readonly accounts: readonly Account[];
    readonly active: Account | undefined;
    clientOf(id: string): {
      readonly instances: Pick<Client['instances'], 'list' | 'get'>;
      readonly volumes: Pick<Client['volumes'], 'list'>;
    };
    onDidChange(listener: () => void): { dispose(): unknown };
  };
  snapshots: {
    read(accountId: string): Promise<Snapshot | undefined>;
    /** Resolves to the newer one of this list and the stored one. */
    write(accountId: string, snapshot: Snapshot): Promise<Snapshot>;
  };
  volumes: Pick<VolumeLists, 'read' | 'ask' | 'write'>;
  gone: Pick<GoneInstances, 'ask' | 'left'>;
  /** Rentals that may not be in the list yet, with the stops that were agreed to. */
  pending?: Pick<PendingRentals, 'list' | 'unseen'>;
  reconcile?: KnownInstances['reconcile'];
  /** Whether something of the account is to be stopped or destroyed. */
  isScheduled?: (accountId: string) => boolean;
  /** Called with each answer to this window, with the values that windows don't share. */
  onAnswer?: (accountId: string, instances: readonly Instance[]) => void;
  /** The lease that lets one window at a time load an account's lists. */
  lease: (accountId: string) => { tryRun(task: () => Promise<void>): Promise<boolean> };
  clock: Clock;
  log: Log;
}

export type ListListener = (accountId: string, list: Snapshot) => void;
export type VolumesListener = (accountId: string, list: VolumeList) => void;

/** Milliseconds between two lists of an account with instances. */
const interval = 60_000;
/** An account that wasn't billed is checked again only when a window opens this many milliseconds later. */
const quietFor = 10 * interval;

/**
 * What signed-in accounts cost while they aren't in use, because their instances and volumes are still billed. One
 * request per minute for each account with instances, and every ten minutes for one with volumes, regardless of the
 * number of windows. The lists are shared with windows that use the account.
 */
export class AccountRates {
  readonly #options: AccountRatesOptions;
  readonly #known = new Map<string, KnownCosts>();
  readonly #pollers = new Map<string, Poller>();
  /** How many rentals are under way. */
  readonly #renting = new Map<string, number | undefined>();
  /** What the service answered to this window, with the values that windows don't share. */
  readonly #answers = new Map<string, { at: number; byId: ReadonlyMap<number, Instance> }>();
  /** With those that may exist although the list lacks them. */
  readonly #last = new Map<string, Snapshot>();
  readonly #changed = new Listeners();
  readonly #listed = new Listeners<Parameters<ListListener>>();
  readonly #listedVolumes = new Listeners<Parameters<VolumesListener>>();
  readonly #subscription: { dispose(): unknown };
  readonly #log: Log;

  readonly onDidChange = this.#changed.add;
  /** Each list of an account that is not in use, whether or not it differs from the one before. */
  readonly onDidList = this.#listed.add;
  /** Each list of volumes of an account that is not in use. */
  readonly onDidListVolumes = this.#listedVolumes.add;

  constructor(options: AccountRatesOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#subscription = options.accounts.onDidChange(() => this.#follow());
    this.#follow();
  }

  /** The signed-in accounts that are not in use, with what is known of their costs. */
  get others(): readonly { account: Account; cost: AccountRate }[] {
    return this.#others().map((account) => ({ account, cost: rateOf(this.#knownOf(account.id)) }));
  }

  /** The last list of an account that is not in use; undefined until one is read, which says nothing of its instances. */
  listOf(accountId: string): Snapshot | undefined {
    return this.#last.get(accountId);
  }

  /** An instance's load and bids from the last list that this window loaded; undefined if that is too old. */
  figures(accountId: string, instanceId: number): Figures | undefined {
    const { at, byId } = this.#answers.get(accountId) ?? { at: -Infinity };
    if (Math.abs(this.#options.clock.now() - at) > figuresLast) return undefined;
    return byId?.get(instanceId);
  }

  dispose(): void {
    this.#listed.clear();
    this.#listedVolumes.clear();
    this.#subscription.dispose();
    for (const poller of this.#pollers.values()) poller.dispose();
    this.#changed.clear();
  }

  #others(): readonly Account[] {
    const { accounts, active } = this.#options.accounts;
    return accounts.filter(({ id }) => id !== active?.id);
  }

  #follow(): void {
    const ids = new Set(this.#others().map(({ id }) => id));
    for (const [id, poller] of this.#pollers) {
      if (ids.has(id)) continue;
      poller.dispose();
      this.#pollers.delete(id);
      for (const known of [this.#known, this.#answers, this.#last, this.#renting]) known.delete(id);
    }
    for (const id of ids) {
      const poller = this.#pollers.get(id);
      if (!poller) this.#begin(id);
      // Another key may do what the one before was refused.
      else if (this.#known.get(id)?.error !== undefined) poller.wake({ now: true });
    }
    this.#changed.tell();
  }

  #begin(id: string): void {
    const poller = new Poller({
      clock: this.#options.clock,
      interval: () => this.#pause(id),
      poll: () => this.#poll(id),
    });
    this.#pollers.set(id, poller);
    void this.#adopt(id).then(() => poller.wake({ now: this.#isOld(id) }));
  }

  #knownOf(id: string): KnownCosts {
    return this.#known.get(id) ?? {};
  }

  /** Milliseconds until the next look; undefined where nothing is billed. */
  #pause(id: string): number | undefined {
    const { list, volumes } = this.#knownOf(id);
    if (!list || !volumes || list.instances > 0) return interval;
    if (this.#renting.get(id) || this.#options.isScheduled?.(id)) return interval;
    return volumes.cost.count > 0 ? volumeInterval : undefined;
  }

  #isOld(id: string): boolean {
    const { list, volumes } = this.#knownOf(id);
    const age = (at = 0): number => Math.abs(this.#options.clock.now() - at);
    return (
      age(list?.at) > (this.#pause(id) === interval ? interval : quietFor) ||
      age(volumes?.at) > volumeInterval
    );
  }

  async #poll(id: string): Promise<PollResult> {
    try {
      if (Object.values(await this.#adopt(id)).every(Boolean)) return 'done';
      // Another window may have finished before this one got the lease.
      const ran = await this.#options.lease(id).tryRun(async () => this.#ask(id, await this.#adopt(id)));
      return ran ? 'done' : 'elsewhere';
    } catch (error) {
      this.#log.info(`The lists of another account failed: ${errorWords(error)}`);
      this.#set(id, { error });
      return 'failed';
    }
  }

  /** Takes over the last lists of any window; returns which are fresh enough. */
  async #adopt(id: string): Promise<{ list: boolean; volumes: boolean }> {
    const { snapshots, volumes, clock, pending } = this.#options;
    this.#renting.set(id, (await pending?.list(id))?.length);
    const why = 'the list is requested instead';
    const shared = await snapshots.read(id).catch(ignore(this.#log, why));
    const sharedVolumes = await volumes.read(id);
    const known = this.#knownOf(id);
    const now = clock.now();
    if (shared && isNewer(shared.at, known.list?.at, now)) this.#take(id, shared);
    if (sharedVolumes && isNewer(sharedVolumes.at, known.volumes?.at, now))
      this.#takeVolumes(id, sharedVolumes);
    const isFresh = (at: number | undefined, limit: number) => isWithin(at, limit * 0.8, clock.now());
    return { list: isFresh(shared?.at, interval), volumes: isFresh(sharedVolumes?.at, volumeInterval) };
  }

  /** Requests what isn't fresh. */
  async #ask(id: string, fresh: { list: boolean; volumes: boolean }): Promise<void> {
    const { accounts, volumes, gone, pending } = this.#options;
    const client = accounts.clientOf(id);
    if (!fresh.list) {
      const listed = await this.#list(id);
      // What the list lacks may exist all the same.
      const asked = listed && [...listed, ...((await pending?.unseen(id)) ?? [])];
      if (asked && (await gone.ask(id, client, asked))) await this.#list(id);
    }
    if (fresh.volumes || !this.#pollers.has(id)) return;
    const list = await volumes.ask(client);
    if (!this.#pollers.has(id)) return;
    this.#takeVolumes(id, await volumes.write(id, list));
  }

  /** Asks for the list of instances, and returns it with those that may exist although it lacks them. */
  async #list(id: string): Promise<readonly SharedInstance[] | undefined> {
    const { accounts, snapshots, clock, gone, reconcile } = this.#options;
    const client = accounts.clientOf(id);
    const { at, answer: instances } = await timedRequest(clock, (options) => client.instances.list(options));
    // Signed out meanwhile: don't write anything about the account.
    if (!this.#pollers.has(id)) return undefined;
    this.#answers.set(id, { at, byId: byIdOf(instances) });
    this.#options.onAnswer?.(id, instances);
    const before = this.#last.get(id);
    const rows = gone.left(id, { at, instances }, before ? before.instances : []);
    const inMemory = instead(this.#log, 'this window has it in memory', { at, instances: rows });
    const newest = await snapshots.write(id, { at, instances }).catch(inMemory);
    await reconcile?.(id, newest).catch(ignore(this.#log, 'the next list is compared with its rentals'));
    this.#take(id, newest);
    return newest.instances;
  }

  #take(id: string, list: Snapshot): void {
    const { at, instances } = list;
    this.#set(id, { list: { at, ...costOf(instances) }, error: undefined });
    if (!this.#pollers.has(id)) return;
    this.#last.set(id, list);
    this.#listed.tell(id, list);
  }

  #takeVolumes(id: string, list: VolumeList): void {
    const { at, volumes, refused } = list;
    this.#set(id, { volumes: { at, cost: costOfVolumes(volumes, !refused) }, error: undefined });
    if (this.#pollers.has(id)) this.#listedVolumes.tell(id, list);
  }

  #set(id: string, news: KnownCosts): void {
    if (!this.#pollers.has(id)) return;
    this.#known.set(id, { ...this.#knownOf(id), ...news });
    this.#changed.tell();
  }
}
