import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { Log } from '../../log/log';
import type { PendingRental } from '../rentals/pendingRental';
import { isSame } from '../polling/sameRows';
import { type Clock, type Moment, momentOf, since, type EpochMs } from '../../clock';

/** The account's instances. After a failure, the last data stay, with their age and the error. */
export interface InstanceState {
  accountId?: string;
  instances: ReadonlyMap<number, SharedInstance>;
  /** When the list was requested; undefined before the first one. */
  fetchedAt?: EpochMs;
  /** Why the last attempt failed. */
  error?: unknown;
  /** Rentals, certain or possible, that aren't in the list yet. */
  expected: readonly ExpectedRental[];
}

export interface ExpectedRental extends PendingRental {
  phase: 'sending' | 'created' | 'unclear';
}

/** While a window waits for the service's answer, there is nothing to show in a row. */
export const isShown = ({ phase }: ExpectedRental): boolean => phase !== 'sending';

export interface InstanceChange {
  added: readonly number[];
  removed: readonly number[];
  /** Those of `removed` that no longer exist, and not only belong to an account that isn't in use any more. */
  gone: readonly number[];
  changed: readonly number[];
  /** A list just came from the service or another window, changed or not. */
  listed: boolean;
  /** The expected rentals have changed. */
  expected: boolean;
}

/** Compares two states. Comparing the same list takes no time. */
export function changeBetween(before: InstanceState, after: InstanceState, listed: boolean): InstanceChange {
  const expected = !isSame(before.expected, after.expected);
  const [old, now] = [before.instances, after.instances];
  if (old === now) return { added: [], removed: [], gone: [], changed: [], listed, expected };
  const differs = (id: number): boolean => old.has(id) && !isSame(old.get(id), now.get(id));
  const removed = [...old.keys()].filter((id) => !now.has(id));
  const isSameAccount = listed && before.accountId === after.accountId;
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed,
    // A row without a readable id has a negative one, and gets its own when it can be read.
    gone: isSameAccount ? removed.filter((id) => id >= 0) : [],
    changed: [...now.keys()].filter(differs),
    listed,
    expected,
  };
}

/** A line for each instance that has entered another phase. */
export function logPhases(
  log: Log,
  before: InstanceState['instances'],
  after: InstanceState['instances'],
  { added, removed, changed }: InstanceChange,
): void {
  const phaseIn = (list: InstanceState['instances'], id: number): string => {
    const instance = list.get(id);
    return instance ? lifecycleOf(instance).phase : 'not listed';
  };
  for (const id of [...added, ...removed, ...changed]) {
    const [was, is] = [phaseIn(before, id), phaseIn(after, id)];
    if (was !== is) log.info(`Instance ${id}: ${was} → ${is}.`);
  }
}

/** Milliseconds between two requests while the list isn't visible but something is billed. */
const hiddenInterval = 60_000;
/** Milliseconds between two looks at the lists of other windows, while this one doesn't need to ask the service. */
export const idleInterval = 60_000;

interface ListReasons {
  /** It is visible in a window with the focus, or a person waits for something in it. */
  watched: boolean;
  /** The list is from this session, and if it is empty, so was the one before; until then it isn't known what is billed. */
  confirmed: boolean;
  /** Something is to be stopped or destroyed, which doesn't end by a list. */
  isScheduled: () => boolean;
  /** An instance in it is about to change. */
  isPending: () => boolean;
  /** Milliseconds, from the person's settings. */
  watchedInterval: number;
}

/** Milliseconds between two requests for the list; undefined if none are needed. */
export function listInterval(
  { accountId, instances, expected, error }: InstanceState,
  { watched, confirmed, isScheduled, isPending, watchedInterval }: ListReasons,
): number | undefined {
  if (accountId === undefined) return undefined;
  if (watched || expected.length > 0 || isPending()) return watchedInterval;
  const mayBeBilled = instances.size > 0 || !confirmed || error !== undefined || isScheduled();
  return mayBeBilled ? hiddenInterval : undefined;
}

/** A requested change of an instance. */
export type Deed = 'starting' | 'stopping' | 'rebooting' | 'recycling' | 'destroying';

/** After how many milliseconds the list counts again, whatever was requested. */
const lastsFor = 60_000;

/**
 * Changes that this window has requested and the list doesn't show yet, so that a row shows them at once. `redraw` is
 * called with each instance whose change starts or ends.
 */
export class UnderWay {
  readonly #clock: Clock;
  readonly #redraw: (instanceId: number) => void;
  readonly #deeds = new Map<number, { deed: Deed; from: Moment }>();

  constructor(clock: Clock, redraw: (instanceId: number) => void) {
    this.#clock = clock;
    this.#redraw = redraw;
  }

  of(instanceId: number): Deed | undefined {
    const known = this.#deeds.get(instanceId);
    return known && since(this.#clock, known.from) <= lastsFor ? known.deed : undefined;
  }

  begin(instanceIds: readonly number[], deed: Deed): void {
    const from = momentOf(this.#clock);
    for (const id of instanceIds) this.#deeds.set(id, { deed, from });
    for (const id of instanceIds) this.#redraw(id);
  }

  /** The list shows the rest, or the request was refused. */
  end(instanceId: number): void {
    if (this.#deeds.delete(instanceId)) this.#redraw(instanceId);
  }
}
