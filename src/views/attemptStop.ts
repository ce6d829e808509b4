import { isOutcomeUnknown } from '../api/errors';
import type { Clock } from '../clock';
import { defined } from '../domain/defined';
import type { ScheduledStop } from '../domain/scheduledStop';
import type { SharedInstance } from '../domain/sharedInstance';
import { ignore, type Log } from '../log/log';
import type { AccountStore } from '../stores/accountStore';
import { carryOutStop } from '../stores/carryOutStop';
import type { IdleWatch } from '../stores/idleWatch';
import type { InstanceStore } from '../stores/instanceStore';
import type { MarkerFiles } from '../stores/markerFiles';
import type { NewsFiles } from '../stores/newsFiles';
import type { PendingRentals } from '../stores/pendingRentals';
import type { ScheduledStops } from '../stores/scheduledStops';
import type { SpendingStore } from '../stores/spendingStore';
import type { StopTeller } from './stopTeller';

export interface AttemptStores {
  accounts: Pick<AccountStore, 'clientOf'>;
  instances: Pick<InstanceStore, 'state' | 'burst'>;
  scheduledStops: Pick<ScheduledStops, 'read' | 'change' | 'remove'>;
  idle: Pick<IdleWatch, 'note'>;
  pendingStart: Pick<MarkerFiles, 'take'>;
  pending: Pick<PendingRentals, 'forget'>;
  news: Pick<NewsFiles, 'expectEnd'>;
  spending: Pick<SpendingStore, 'did'>;
  clock: Clock;
  log: Log;
}

interface Attempt {
  accountId: string;
  id: number;
  stop: ScheduledStop;
  /** Milliseconds since the epoch. */
  due: number;
  /** As the last list has it. */
  instance: SharedInstance | undefined;
}

/**
 * Carries out a stop that is due, and tells how that ended. A failed attempt is noted for the next one.
 *
 * @throws if that can't be noted
 */
export async function attemptStop(
  stores: AttemptStores,
  teller: Pick<StopTeller, 'done' | 'failed'>,
  attempt: Attempt,
): Promise<void> {
  const { accounts, scheduledStops, clock, log, instances, idle } = stores;
  const { accountId, id, stop, due, instance } = attempt;
  const isAgreed = () => markSent(stores, attempt);
  try {
    const client = accounts.clientOf(accountId);
    const outcome = await carryOutStop(client, id, stop, clock.now(), isAgreed);
    const { kind } = outcome;
    if (kind === 'done') stores.spending.did(accountId, stop.action === 'stop' ? 'stopped' : 'destroyed', id);
    log.info(`Scheduled ${stop.action} of instance ${id}: ${kind}.`);
    if (kind === 'busy') idle.note(accountId, id, outcome.load);
    if (kind === 'busy' || kind === 'calledOff') return;
    const why = 'the next look finds that it was done';
    await scheduledStops.remove(accountId, id, stop.token).catch(ignore(log, why));
    if (kind !== 'startedAgain') await expectEnd(stores, attempt);
    if (kind === 'alreadyDone') return;
    teller.done({ accountId, instance: outcome.instance, stop, due }, kind);
    if (accountId === instances.state.accountId) instances.burst();
  } catch (error) {
    ignore(log, 'the scheduled stop is attempted again')(error);
    const { failures = 0 } = stop;
    const failed = { failures: failures + 1, failedAt: clock.now() };
    const isKept = await scheduledStops.change(accountId, id, stop.token, ({ sentAt, ...known }) => ({
      ...known,
      ...failed,
      // It may be under way.
      ...(isOutcomeUnknown(error) ? defined({ sentAt }) : {}),
    }));
    // Otherwise it was called off meanwhile.
    if (isKept && failures === 0) teller.failed({ accountId, id, instance, stop }, error);
  }
}

/** Notes down that the request is sent now, so that whoever calls it off is told. False if it was called off. */
async function markSent(
  { scheduledStops, clock, log }: AttemptStores,
  { accountId, id, stop: { token } }: Attempt,
): Promise<boolean> {
  const mark = (known: ScheduledStop): ScheduledStop => ({ ...known, sentAt: clock.now() });
  const marking = scheduledStops.change(accountId, id, token, mark);
  const marked = await marking.catch(ignore(log, 'the stop must not wait for a file'));
  return marked ?? (await scheduledStops.read(accountId)).get(id)?.token === token;
}

/** Its end was agreed to, so that it isn't news. */
async function expectEnd(
  { pending, pendingStart, news, log }: AttemptStores,
  { accountId, id, stop }: Attempt,
): Promise<void> {
  const why = 'its end may then be told twice';
  await pendingStart.take(accountId, id);
  await news.expectEnd(accountId, id).catch(ignore(log, why));
  if (stop.action === 'destroy') await pending.forget(accountId, { instanceId: id }).catch(ignore(log, why));
}
