import { describeError } from '../../api/describeError';
import { omitUndefined } from '../../domain/omitUndefined';
import { kindOf, type Ledger } from '../../domain/money/ledger/ledger';
import { older, type Sum } from '../../domain/money/ledger/reckoning';
import { nameOfSource, type Report, type ReportRow } from '../../domain/money/ledger/report';
import { certaintyOf, reasonText } from '../../domain/money/ledger/sumWords';
import type { BillState } from '../../stores/money/billStore';
import type { Figures } from '../../stores/money/spendingFigures';
import type { RowView, SpendingPage, SumView } from './protocol';

/** The figures as the browser side draws them. */
export function pageOf({ ledger, report, period, forecast, bill }: Figures): SpendingPage {
  return {
    kind: 'spending',
    period,
    today: sumOf(report.today),
    month: sumOf(report.month),
    inPeriod: sumOf(report.period),
    rows: report.rows.map((row) => rowOf(ledger, row)),
    days: report.days.map(({ day, sum, parts }) => ({
      day,
      sum: sumOf(sum),
      parts: parts.map(({ source, sum: own }) => ({ source, sum: sumOf(own) })),
    })),
    forecast,
    ...omitUndefined({ bill: billOf(bill, report.refused), since: report.since, rebuilt: ledger.rebuilt }),
  };
}

const sumOf = (sum: Sum): SumView => ({
  units: sum.units,
  certainty: certaintyOf(sum),
  charged: sum.charged,
  unseen: sum.unseen,
  counted: sum.counted,
});

function rowOf(ledger: Ledger, row: ReportRow): RowView {
  const { source, ended, lastSeen, today, period, total, why } = row;
  return {
    source,
    name: nameOfSource(ledger, source),
    kind: /^(instance|volume)-\d+$/.test(source) ? kindOf(source) : 'other',
    state: stateOf(row),
    ...omitUndefined({ ended, lastSeen }),
    today: sumOf(today),
    period: sumOf(period),
    total: sumOf(total),
    why: why.map(reasonText),
  };
}

function stateOf({ source, state }: ReportRow): RowView['state'] {
  switch (state) {
    case 'compute':
      return 'running';
    case 'disk':
      return 'stopped';
    case 'unsure':
      return 'unclear';
    case 'volume':
      return 'volume';
    case 'gone':
      return 'ended';
    case undefined:
      return source === older ? 'old' : 'billed';
  }
}

function billOf({ bill, error, isLoading }: BillState, refused: Report['refused']): SpendingPage['bill'] {
  const unreadable = bill?.unreadable ?? 0;
  if (isLoading && !bill) return { state: 'loading', unreadable };
  if (error === undefined) return bill && { state: refused ?? 'used', unreadable };
  // What was loaded before still counts.
  const state = bill && refused === undefined ? 'outdated' : 'failed';
  return { state, message: describeError(error).message, unreadable };
}
