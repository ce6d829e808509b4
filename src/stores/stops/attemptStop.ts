import { isOutcomeUnknown } from '../../api/errors';
import type { Clock, EpochMs } from '../../clock';
import { omitUndefined } from '../../domain/omitUndefined';
import { isBusy } from '../../domain/instances/load';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../account/accountStore';
import { carryOutStop, type StopOutcome } from './carryOutStop';
import type { GoneInstances } from '../instances/goneInstance';
import type { IdleWatch } from './idleWatch';
import type { InstanceStore } from '../instances/instanceStore';
import type { MarkerFiles } from '../rentals/markerFiles';
import type { NewsFiles } from '../instances/newsFiles';
import type { PendingRentals } from '../rentals/pendingRentals';
import type { Moves } from '../instances/moves';
import { lacksResults } from '../../domain/runs/run';
import { stopAfterRuns } from '../../domain/runs/stopAfterRuns';
import type { RunStore } from '../runs/runStore';
import type { ScheduledStops } from './scheduledStops';
import type { SpendingStore } from '../money/spendingStore';

/** A scheduled stop of one instance. */
export interface StopReport {
  accountId: string;
  instance: SharedInstance;
  stop: ScheduledStop;
  due: EpochMs;
}

/** Who tells the person what becomes of scheduled stops. */
export interface StopReports {
  /** Five minutes before, or at once if it is due sooner. */
  warn(report: StopReport): void;
  /**
   * `isRemoved` is false if the schedule could not be deleted, so that another window may find it again; `isRunSure` is
   * false if the instance may have been started again before it was stopped; `kept`: it was to be destroyed.
   */
  done(
    report: StopReport & { isRemoved?: boolean; isRunSure?: boolean; kept?: OnlyThere | undefined },
    kind: 'done' | 'startedAgain',
  ): void;
  /** The instance is gone or stopped already, so that there is nothing to be done. */
  ended(
    report: Omit<StopReport, 'due'> & { kept?: OnlyThere | undefined },
    kind: 'gone' | 'alreadyStopped',
  ): void;
  /** It wasn't destroyed, because the person may have started it again for something else. */
  perhapsStartedAgain(report: StopReport): void;
  /** The first failure; the stop is attempted again. */
  failed(
    report: Omit<StopReport, 'due' | 'instance'> & { id: number; instance: SharedInstance | undefined },
    error: unknown,
  ): void;
}

export interface AttemptStores {
  accounts: Pick<AccountStore, 'clientOf'>;
  instances: Pick<InstanceStore, 'state' | 'burst'>;
  scheduledStops: Pick<ScheduledStops, 'read' | 'keep'>;
  runs: Pick<RunStore, 'read' | 'readAll'>;
  moves: Pick<Moves, 'targetOf'>;
  gone: Pick<GoneInstances, 'find' | 'denied'>;
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
  /** Why it is stopped in place of being destroyed. */
  kept?: OnlyThere;
  due: EpochMs;
  /** As the last list has it. */
  instance: SharedInstance | undefined;
  /** The loads of the account's instances. */
  idle: Pick<IdleWatch, 'note'>;
  /** The machine stops itself as scheduled; and whether it has done so, by its own word. */
  isOnMachine: boolean;
  hasStopped: () => Promise<boolean>;
  /** Whether what it waits for is still so, by the schedule as all windows have it now. */
  isDue: (stop: ScheduledStop) => Promise<boolean>;
}

/** What is on an instance alone, or may be: results of a run, or files that are being moved to another machine. */
export type OnlyThere = 'results' | 'moving';

/** @throws ApiError where the service has to be asked, and can't be */
export async function onlyThere(
  { runs, moves, gone, accounts }: Pick<AttemptStores, 'runs' | 'moves' | 'gone' | 'accounts'>,
  { accountId, id }: Pick<Attempt, 'accountId' | 'id'>,
): Promise<OnlyThere | undefined> {
  const known = await runs.readAll(accountId);
  if (!known || known.some((run) => run.instanceId === id && lacksResults(run))) return 'results';
  // What can't be read may be a move.
  const to = await moves.targetOf(accountId, id).catch(() => 'unknown' as const);
  if (to === undefined || to === 'unknown') return to && 'moving';
  // It was given up once what was rented for it is gone.
  return (await gone.find(accountId, accounts.clientOf(accountId), to)) ? 'moving' : undefined;
}

/** Whether it is behind a run while another one goes on, which moves it: no window may have been open since. */
async function waitsForRun(stores: AttemptStores, attempt: Attempt): Promise<boolean> {
  if (attempt.stop.when.kind !== 'at') return false;
  const all = await stores.runs.read(attempt.accountId);
  const its = all.filter(({ instanceId }) => instanceId === attempt.id);
  const isMoved = (await keep(stores, attempt, (stop) => stopAfterRuns(stop, its))) !== undefined;
  if (isMoved) stores.log.info(`Instance ${attempt.id} isn't stopped yet: another run goes on.`);
  return isMoved;
}

/**
 * Carries out a stop that is due, and tells how that ended. A failed attempt is noted for the next one. Where results of a
 * run, or files that are being moved, are on the instance alone, it is stopped in place of being destroyed.
 */
export async function attemptStop(stores: AttemptStores, reports: StopReports, due: Attempt): Promise<void> {
  const { accounts, clock, log, gone } = stores;
  const { accountId, id } = due;
  let attempt = due;
  try {
    if (await waitsForRun(stores, due)) return;
    const kept = due.stop.action === 'destroy' ? await onlyThere(stores, due) : undefined;
    if (kept) attempt = { ...due, stop: { ...due.stop, action: 'stop' }, kept };
    const { stop } = attempt;
    const outcome = await carryOutStop(accountId, accounts.clientOf(accountId), {
      ...{ id, stop, gone, now: clock.now() },
      isAgreed: () => markSent(stores, attempt),
      hasStopped: attempt.hasStopped,
    });
    log.info(`Scheduled ${stop.action} of instance ${id}: ${outcome.kind}.`);
    await settle(stores, reports, attempt, outcome);
  } catch (error) {
    ignore(log, 'the scheduled stop is attempted again')(error);
    // What an earlier attempt has sent may be under way, also where this one has sent nothing.
    const mayBeDone = (sentAt: EpochMs | undefined): boolean =>
      isOutcomeUnknown(error) || sentAt === attempt.stop.sentAt;
    if (await noteFailure(stores, attempt, mayBeDone)) reports.failed(attempt, error);
  }
}

async function settle(
  stores: AttemptStores,
  reports: StopReports,
  attempt: Attempt,
  outcome: StopOutcome,
): Promise<void> {
  const { clock, instances, spending } = stores;
  const { accountId, id, stop, kept, due, idle } = attempt;
  switch (outcome.kind) {
    case 'calledOff':
      return;
    case 'busy':
      idle.note(accountId, id, outcome.load);
      // The windows that have seen it idle all the time have to know.
      await keep(stores, attempt, ({ idle: _, ...known }) =>
        isBusy(outcome.load) ? { ...known, busyAt: clock.now() } : known,
      );
      return;
    case 'notRunning':
      // Another window has to open on it, and close.
      if (outcome.isStopped) await keep(stores, attempt, ({ wasOpen: _, warnedAt: __, ...known }) => known);
      return;
    case 'perhapsStartedAgain':
      if (await noteFailure(stores, attempt, () => false))
        reports.perhapsStartedAgain({ accountId, instance: outcome.instance, stop, due });
      return;
    case 'gone':
    case 'alreadyStopped': {
      const instance = 'instance' in outcome ? outcome.instance : (attempt.instance ?? { id });
      const isOurs = (await keep(stores, attempt, () => undefined)) !== undefined;
      await expectEnd(stores, attempt);
      // It ran when that was said, and its machine has stopped it since.
      const didItself =
        outcome.kind === 'alreadyStopped' && attempt.isOnMachine && stop.warnedAt !== undefined;
      // It was sent before, and the answer was lost.
      const wasSent = stop.sentAt !== undefined && (outcome.kind === 'gone') === (stop.action === 'destroy');
      if (wasSent) spending.did(accountId, stop.action === 'stop' ? 'stopped' : 'destroyed', id);
      const report = { accountId, instance, stop, kept };
      if (isOurs && (didItself || wasSent)) reports.done({ ...report, due: clock.now() }, 'done');
      else if (isOurs) reports.ended(report, outcome.kind);
      return;
    }
    case 'startedAgain':
    case 'done': {
      const { kind, instance } = outcome;
      if (kind === 'done') spending.did(accountId, stop.action === 'stop' ? 'stopped' : 'destroyed', id);
      const isRemoved = (await keep(stores, attempt, () => undefined)) !== 'unwritten';
      if (kind === 'done') await expectEnd(stores, attempt);
      const isRunSure = kind === 'startedAgain' || outcome.isRunSure;
      reports.done({ accountId, instance, stop, kept, due, isRemoved, isRunSure }, kind);
      if (accountId === instances.state.accountId) instances.burst();
    }
  }
}

/** What this window knows of the schedule holds although the disk may be full. */
const keep = (
  { scheduledStops }: AttemptStores,
  { accountId, id, stop: { token } }: Attempt,
  edit: (stop: ScheduledStop) => ScheduledStop | undefined,
): Promise<'written' | 'unwritten' | undefined> => scheduledStops.keep(accountId, id, token, edit);

/** True for the first failure, which is told; it isn't if the schedule was called off meanwhile. */
async function noteFailure(
  stores: AttemptStores,
  attempt: Attempt,
  /** Whether what was sent last may be under way. */
  mayBeDone: (sentAt: EpochMs | undefined) => boolean,
): Promise<boolean> {
  const { failures = 0 } = attempt.stop;
  const failed = { failures: failures + 1, failedAt: stores.clock.now() };
  const kept = await keep(stores, attempt, ({ sentAt, ...known }) => ({
    ...known,
    ...failed,
    ...(mayBeDone(sentAt) ? omitUndefined({ sentAt }) : {}),
  }));
  return kept !== undefined && failures === 0;
}

/**
 * Notes down that the request is sent now, so that whoever calls it off is told. False if it was called off, or what it
 * waits for has changed.
 */
async function markSent(stores: AttemptStores, attempt: Attempt): Promise<boolean> {
  const { accountId, id, stop, isDue } = attempt;
  const known = (await stores.scheduledStops.read(accountId)).get(id);
  if (known?.token !== stop.token || !(await isDue(known))) return false;
  const sentAt = stores.clock.now();
  return (await keep(stores, attempt, (one) => ({ ...one, sentAt }))) !== undefined;
}

/** Its end was agreed to, so that it isn't news. */
async function expectEnd(
  { pending, pendingStart, news, log }: AttemptStores,
  { accountId, id, stop }: Attempt,
): Promise<void> {
  const why = 'its end may then be told twice';
  await pendingStart.take(accountId, id).catch(ignore(log, why));
  await news.expectEnd(accountId, id).catch(ignore(log, why));
  if (stop.action === 'destroy') await pending.forget(accountId, { instanceId: id }).catch(ignore(log, why));
}
