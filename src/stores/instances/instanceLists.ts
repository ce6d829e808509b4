import type { Client } from '../../api/client';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { Instance } from '../../api/schemas/instances/instance';
import { withResumptions } from '../../domain/instances/resumption';
import { runningSince } from '../../domain/instances/runningSince';
import { type SharedInstance, sharedPart, type Snapshot } from '../../domain/instances/sharedInstance';
import { errorWords, ignore, type Log } from '../../log/log';
import type { Clock } from '../../clock';
import type { InstanceState } from './instanceChange';
import type { GoneInstances } from './goneInstance';
import type { SnapshotFiles } from './snapshotFiles';
import { isNewer, timedRequest } from '../polling/requests';

type InstancesById = InstanceState['instances'];
type ShownList = Required<Pick<InstanceState, 'fetchedAt' | 'instances'>>;

/** Values that change all the time, so windows don't share them. */
export type Figures = Pick<
  Instance,
  'gpu_util' | 'gpu_temp' | 'min_bid' | 'mem_usage' | 'mem_limit' | 'disk_usage'
>;

/** How long to show them, in milliseconds. */
export const figuresLast = 120_000;

/** For one row of many that are all asked about. */
export const byIdOf = <Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

export interface ListOptions {
  snapshots: SnapshotFiles;
  gone: Pick<GoneInstances, 'left'>;
  clock: Clock;
}

export const noInstances: InstancesById = new Map();

/**
 * The complete lists of an account's instances: loads them from the service, and reads and writes them for all windows.
 * An unchanged list is the same object, so that nothing is built or compared for it.
 */
export class InstanceLists {
  readonly #options: ListOptions;
  readonly #log: Log;
  /** The service's last answer, and its shared part. */
  #answer:
    | {
        from: readonly Instance[];
        byId: ReadonlyMap<number, Instance>;
        at: number;
        shared: readonly SharedInstance[];
      }
    | undefined;
  #last: { rows: readonly SharedInstance[]; byId: InstancesById } = { rows: [], byId: noInstances };
  #searched: { in: InstancesById; found: boolean } = { in: noInstances, found: false };

  constructor(options: ListOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** The list from the service. @throws ApiError */
  async ask(client: Client): Promise<Snapshot> {
    const { at, answer } = await timedRequest(this.#options.clock, (options) =>
      client.instances.list(options),
    );
    return { at, instances: this.#sharedOf(answer, at) };
  }

  /** The newest list of all windows. If it can't be written, this window still knows it. */
  async share(accountId: string, snapshot: Snapshot, known: InstancesById): Promise<Snapshot> {
    const before = [...known.values()];
    const { snapshots, gone } = this.#options;
    return snapshots.write(accountId, snapshot).catch((error: unknown) => {
      this.#log.warn(`The list cannot be shared with other windows: ${errorWords(error)}`);
      const rows = gone.left(accountId, snapshot, before);
      return { ...snapshot, instances: withResumptions(rows, before, snapshot.at) };
    });
  }

  /** The last list that any window wrote; undefined if there is none or it can't be read. */
  async shared(accountId: string): Promise<Snapshot | undefined> {
    const read = this.#options.snapshots.read(accountId);
    return read.catch(ignore(this.#log, 'the list is requested instead'));
  }

  byId(rows: readonly SharedInstance[]): InstancesById {
    if (this.#last.rows !== rows) this.#last = { rows, byId: byIdOf(rows) };
    return this.#last.byId;
  }

  /** Whether an instance is about to change; each list is searched once. */
  isPending(instances: InstancesById): boolean {
    if (this.#searched.in !== instances) {
      const found = [...instances.values()].some((instance) => lifecycleOf(instance).pending);
      this.#searched = { in: instances, found };
    }
    return this.#searched.found;
  }

  /** The list to show after this one arrived, because a newer one may have arrived meanwhile. */
  newest({ fetchedAt, instances }: InstanceState, { at, instances: rows }: Snapshot): ShownList {
    const isOlder =
      fetchedAt !== undefined && at !== fetchedAt && !isNewer(at, fetchedAt, this.#options.clock.now());
    return isOlder ? { fetchedAt, instances } : { fetchedAt: at, instances: this.byId(rows) };
  }

  /** Whether the list of this time is the last one that the service answered to this window. */
  isOwn(fetchedAt: number | undefined): boolean {
    // Times in files are rounded.
    return fetchedAt !== undefined && Math.abs((this.#answer?.at ?? -Infinity) - fetchedAt) < 1;
  }

  /** An instance's load from this window's last list; undefined if that is too old. */
  figures(id: number): Figures | undefined {
    const { byId, at } = this.#answer ?? { at: 0 };
    if (Math.abs(this.#options.clock.now() - at) > figuresLast) return undefined;
    return byId?.get(id);
  }

  #sharedOf(answer: readonly Instance[], at: number): readonly SharedInstance[] {
    if (this.#answer?.from === answer) this.#answer.at = at;
    else {
      const shared = answer.map((one) => this.#sharedPart(one, at));
      this.#answer = { from: answer, byId: byIdOf(answer), at, shared };
    }
    return this.#answer.shared;
  }

  #sharedPart(instance: Instance, at: number): SharedInstance {
    const since = runningSince(instance, at, this.#last.byId.get(instance.id)?.running_since);
    const shared = sharedPart(instance);
    // In the place where it is in a file: the same list must read the same.
    return since === undefined ? shared : { ...shared, running_since: since };
  }
}
