import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/client';
import { outcomeUnknown } from '../../api/errors';
import type { AgreedSpending } from '../../domain/money/budget';
import { type Clock, pauseFor } from '../../clock';
import { errorWords, ignore, type Log, silent } from '../../log/log';
import type { InstanceStore } from '../instances/instanceStore';
import type { PendingRentals } from './pendingRentals';

/** How long to look for an instance that may have been created, and the pause between two looks, in milliseconds. */
const searchTime = 60_000;
const searchPause = 3000;

interface SearchServices {
  clock: Clock;
  pending: Pick<PendingRentals, 'find' | 'unclear'>;
  instances: Pick<InstanceStore, 'lookForPending'>;
  log?: Log;
}

/** A rental whose answer was lost; `token` is that of its entry among the pending rentals. */
interface LostRental {
  client: Client;
  accountId: string;
  token: string;
  agreed: AgreedSpending;
}

/**
 * The id of the instance that a rental created although its answer was lost, found in the account's list.
 *
 * @throws ApiError 'outcome_unknown' when none appeared
 */
export async function findLost(
  { clock, pending, instances, log = silent }: SearchServices,
  { client, accountId, token, agreed }: LostRental,
  cause: unknown,
): Promise<number> {
  const end = clock.monotonic() + searchTime;
  log.warn(`The answer to a rental was lost, so its instance is looked for: ${errorWords(cause)}`);
  let looked = false;
  do {
    await pauseFor(clock, searchPause);
    const listing = client.instances.list();
    const listed = await listing.catch(ignore(log, 'the search after a lost answer tries again'));
    looked ||= listed !== undefined;
    const instanceId = listed && (await pending.find(accountId, token, listed));
    if (instanceId !== undefined) return instanceId;
  } while (clock.monotonic() < end);
  await pending.unclear(accountId, token);
  void instances.lookForPending();
  const message = looked
    ? l10n.t(
        'The service didn’t confirm the rental, and no new instance appeared within a minute. Check your instances before renting again.',
      )
    : l10n.t(
        'The service didn’t confirm the rental and hasn’t responded since. The instance may exist and cost money. Check your instances before renting again.',
      );
  const unscheduled = l10n.t(
    'If it appears, its stop is scheduled as you agreed. If it doesn’t within 15 minutes, you are notified.',
  );
  throw outcomeUnknown(agreed.stopAt === undefined ? message : `${message} ${unscheduled}`, cause);
}
