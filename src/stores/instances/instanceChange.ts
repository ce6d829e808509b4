import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { Log } from '../../log/log';
import type { PendingRental } from '../rentals/pendingRental';
import { isSame } from '../polling/sameRows';
import type { EpochMs } from '../../clock';

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

/** A list may have the instance before the service has answered the rental, or this window has read the answer. */
export const unlisted = (
  expected: readonly ExpectedRental[],
  { instances }: Pick<InstanceState, 'instances'>,
): ExpectedRental[] =>
  expected.filter(({ instanceId }) => instanceId === undefined || !instances.has(instanceId));

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
