import { exactRate } from '../../domain/money/cost';
import type { Rate } from '../../domain/money/rate';
import { type Period, spanOfPeriod, startOfMonth } from '../../domain/money/ledger/calendar';
import { type Forecast, forecastOf, type Funds } from '../../domain/money/ledger/forecast';
import type { Ledger } from '../../domain/money/ledger/ledger';
import { type Report, reportOf } from '../../domain/money/ledger/report';
import type { BillState, BillStore } from './billStore';
import type { CreditStore } from './creditStore';
import type { InstanceStore } from '../instances/instanceStore';
import type { SpendingStore } from './spendingStore';
import type { VolumeStore } from '../volumes/volumeStore';
import type { Clock } from '../../clock';

/** What was spent, and what it rests on. */
export interface Figures {
  ledger: Ledger;
  report: Report;
  period: Period;
  forecast: Forecast;
  bill: BillState;
}

export interface FigureStores {
  instances: Pick<InstanceStore, 'state'>;
  volumes: Pick<VolumeStore, 'state'>;
  spending: Pick<SpendingStore, 'ledgerOf'>;
  bills: Pick<BillStore, 'of'>;
  credit: Pick<CreditStore, 'credit'>;
  /** Of the account in use; undefined before its first list. */
  rate: () => Rate | undefined;
  clock: Clock;
}

/** What the account in use has spent, from what is known, without a request. */
export function figuresOf(stores: FigureStores, accountId: string, period: Period): Figures {
  const { spending, bills, credit, clock } = stores;
  const now = clock.now();
  const ledger = spending.ledgerOf(accountId);
  const bill = bills.of(accountId);
  return {
    ledger,
    bill,
    period,
    report: reportOf(ledger, bill.bill, period, now),
    forecast: forecastOf({ ...billedNow(stores, accountId), credit: credit.credit }, now),
  };
}

/** What the last lists say. Without them, or without a price, it isn't known. */
function billedNow(
  { instances, volumes, rate }: Pick<FigureStores, 'instances' | 'volumes' | 'rate'>,
  accountId: string,
): Pick<Funds, 'rate' | 'isBilled'> {
  const listed = instances.state.accountId === accountId ? instances.state : undefined;
  const known = volumes.state.accountId === accountId ? volumes.state : undefined;
  const rows = listed ? [...listed.instances.values()] : [];
  const disks = known?.volumes ?? [];
  const expected = listed?.expected ?? [];
  const created = expected.filter(({ phase }) => phase === 'created');
  const isAllListed =
    expected.length === 0 &&
    listed?.fetchedAt !== undefined &&
    listed.error === undefined &&
    !known?.refused &&
    (known?.missing === true || (known?.fetchedAt !== undefined && known.error === undefined));
  const isSomething = rows.length + created.length + disks.length > 0;
  const told = rate();
  const exact = told ? exactRate(told) : 'unknown';
  return {
    rate: exact === 'unknown' ? undefined : exact,
    isBilled: isSomething || (isAllListed ? false : undefined),
  };
}

/** Since when charges are needed for a period and for this month. */
export const billedSince = (period: Period, now: number): number =>
  Math.min(spanOfPeriod(period, now).from, startOfMonth(now));
