import type { Client } from '../api/client';
import { ifGone } from './carryOutStop';
import type { InstanceState } from './instanceChange';

/** Milliseconds in which an instance may be missing from a list. */
const listingGrace = 60_000;

/**
 * Whether a complete list of the account, loaded a while after `knownAt`, doesn't have the instance.
 *
 * @param knownAt milliseconds since the epoch
 */
export function isMissing(
  { accountId: inUse, instances, fetchedAt }: Pick<InstanceState, 'accountId' | 'instances' | 'fetchedAt'>,
  accountId: string,
  id: number,
  knownAt: number,
): boolean {
  if (accountId !== inUse || fetchedAt === undefined || fetchedAt < knownAt + listingGrace) return false;
  // A row without a readable id may be it.
  return !instances.has(id) && ![...instances.keys()].some((known) => known < 0);
}

/** Whether the service says that there is no such instance. @throws ApiError if it doesn't say */
export async function isGone({ instances }: Pick<Client, 'instances'>, id: number): Promise<boolean> {
  return (await instances.get(id, { background: true }).catch(ifGone)) === undefined;
}
