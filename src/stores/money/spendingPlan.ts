import type { Clock } from '../../clock';
import type { SpendingPlan } from '../../domain/money/budget';
import { hourlyCost, type Rate, rateFrom, sumOfRates } from '../../domain/money/rate';
import { nextDay, startOfDay } from '../../domain/money/ledger/calendar';
import { Reckoning } from '../../domain/money/ledger/reckoning';
import { instanceKey } from '../../domain/money/ledger/rows';
import { nothingSpent } from '../../domain/money/ledger/spending';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { costOfVolumes, totalRate } from '../../domain/volumes/volumeCost';
import type { BillStore } from './billStore';
import type { InstanceStore } from '../instances/instanceStore';
import type { SpendingStore } from './spendingStore';
import type { VolumeStore } from '../volumes/volumeStore';

export interface SpendingPlanStores {
  instances: Pick<InstanceStore, 'state'>;
  volumes: Pick<VolumeStore, 'state'>;
  spending: Pick<SpendingStore, 'ledgerOf'>;
  bills: Pick<BillStore, 'of'>;
  clock: Clock;
}

/** An instance that a person is asked about because it costs money. */
export interface PlannedInstance {
  /** Undefined for an instance that is about to be rented. */
  id?: number;
  /** Dollars per hour if they agree; undefined if unknown. */
  rate: number | undefined;
}

/**
 * What an account has cost today, and costs from now on with what is planned: its instances and volumes by the last
 * lists, and rentals that are not listed yet, certain or possible. The service's charges count for the days that they
 * cover, where they have been loaded. What isn't known is marked as such.
 */
export function spendingPlan(
  { instances, volumes, spending, bills, clock }: SpendingPlanStores,
  accountId: string,
  planned: readonly PlannedInstance[],
): SpendingPlan {
  const now = clock.now();
  const reckoning = new Reckoning(spending.ledgerOf(accountId), bills.of(accountId).bill, now);
  const ids = new Set(planned.map(({ id }) => id));
  const listed = instances.state.accountId === accountId ? instances.state : undefined;
  const others = (listed ? [...listed.instances.values()] : []).filter(({ id }) => !ids.has(id));
  const rates = [
    ...others.map(rateSoon),
    ...(listed?.expected ?? []).map(({ running }) => rateFrom(running)),
    ...planned.map(({ rate }) => rateFrom(rate)),
  ];
  const known = volumes.state.accountId === accountId ? volumes.state : undefined;
  const rate = totalRate(sumOfRates(rates), costOfVolumes(known?.volumes ?? [], !known?.refused));
  const isListed = listed?.fetchedAt !== undefined;
  const hasVolumes = known?.fetchedAt !== undefined || known?.missing === true;
  return {
    now,
    today: reckoning.inAll({ from: startOfDay(now), to: nextDay(now) }),
    rate: rate.dollars,
    isLeast: !isListed || !hasVolumes || rate.isLeast,
    instances: planned.map(({ id, rate }) => ({
      rate,
      spent: id === undefined ? nothingSpent : reckoning.of(instanceKey(id), { from: 0, to: now }),
    })),
  };
}

/** What it costs now, or with its GPU where it is about to run by itself. */
function rateSoon(instance: SharedInstance): Rate {
  const { running, now } = hourlyCost(instance);
  const { pending, can } = lifecycleOf(instance);
  return pending && can.stop ? rateFrom(running) : now;
}
