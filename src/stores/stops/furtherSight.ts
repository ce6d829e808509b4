import { hour, type Clock } from '../../clock';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { exactRate } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { spentBy } from '../../domain/money/ledger/ledger';
import { instanceKey } from '../../domain/money/ledger/rows';
import { toDollars } from '../../domain/money/units';
import { isOver, lacksResults, type Run } from '../../domain/runs/run';
import { conditionsOf } from '../../domain/stops/scheduledStop';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import type { Sight } from '../../domain/stops/triggers';
import type { StopWhen } from '../../domain/stops/stopSchema';
import type { SpendingStore } from '../money/spendingStore';
import type { RunStore } from '../runs/runStore';

/** What conditions of a stop need that no list of instances tells. */
export type FurtherSight = Pick<Sight, 'spent' | 'runsOverSince'>;

export interface FurtherSightStores {
  spending: Pick<SpendingStore, 'load' | 'ledgerOf'>;
  runs: Pick<RunStore, 'read'>;
  clock: Clock;
}

interface About {
  id: number;
  instance: SharedInstance | undefined;
  stop: ScheduledStop;
}

export async function furtherSight(
  { spending, runs, clock }: FurtherSightStores,
  accountId: string,
  about: About,
): Promise<FurtherSight> {
  const sight: FurtherSight = {};
  for (const when of conditionsOf(about.stop)) {
    if (when.kind === 'spent') {
      await spending.load(accountId);
      sight.spent = spentSince(spending.ledgerOf(accountId), when, about, clock.now());
    }
    if (when.kind === 'runs') sight.runsOverSince = runsOverSince(await runs.read(accountId), about);
  }
  return sight;
}

/** Where part of it is an estimate, the most that it can be; where part isn't known, as if it had run all the time. */
function spentSince(
  ledger: Parameters<typeof spentBy>[0],
  { rate: agreed }: StopWhen<'spent'>,
  { id, instance, stop: { createdAt } }: About,
  now: number,
): Sight['spent'] {
  const key = instanceKey(id);
  const { most, isLeast } = spentBy(ledger, key, { from: createdAt, to: now }, now);
  const told = instance ? exactRate(hourlyCost(instance).now) : 'unknown';
  const rate = told === 'unknown' ? agreed : told;
  const isKnown = !isLeast && !ledger.isPart && ledger.entries[key] !== undefined;
  const rates = [rate, agreed].filter((one) => one !== undefined);
  const whole = (Math.max(...rates, 0) * Math.max(0, now - createdAt)) / hour;
  return { at: now, dollars: isKnown ? toDollars(most) : Math.max(toDollars(most), whole), rate };
}

/** While results are to be fetched, a destruction waits for them: the disk has them alone. */
function runsOverSince(all: readonly Run[], { id, stop }: About): number | undefined {
  const own = all.filter(({ instanceId }) => instanceId === id);
  const isAwaited = (run: Run): boolean => !isOver(run) || (stop.action === 'destroy' && lacksResults(run));
  const last = Math.max(
    0,
    ...own.flatMap(({ endedAt, fetchedAt, stoppedAt }) => [endedAt ?? 0, fetchedAt ?? 0, stoppedAt ?? 0]),
  );
  return own.some(isAwaited) || last < stop.createdAt ? undefined : last;
}
