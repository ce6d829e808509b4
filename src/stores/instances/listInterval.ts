import type { InstanceState } from './instanceChange';

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
