import type { DayView, RowView, SpendingPage, SumView } from '../../protocol';

export type Grouping = 'instance' | 'day';
export type Column = 'name' | 'today' | 'sum' | 'total' | 'counted';
export interface SortKey {
  column: Column;
  direction: 'asc' | 'desc';
}

export interface TableRow {
  key: string;
  /** Undefined for a day. */
  row?: RowView;
  /** `YYYY-MM-DD`; undefined for an instance. */
  day?: string;
  sum: SumView;
  /** Only of instances, and today's only if there is any. */
  today?: SumView;
  total?: SumView;
  /** The days of an instance, or the instances of a day. */
  parts: { day?: string; row?: RowView; sum: SumView }[];
}

/** The columns of a table. What was counted has one where charges of the service are shown. */
export function columnsOf(grouping: Grouping, { inPeriod }: Pick<SpendingPage, 'inPeriod'>): Column[] {
  const isCompared = inPeriod.charged !== inPeriod.unseen || inPeriod.counted !== 0;
  const counted: Column[] = isCompared ? ['counted'] : [];
  return grouping === 'instance'
    ? ['name', 'today', 'sum', 'total', ...counted]
    : ['name', 'sum', ...counted];
}

export function rowsOf(grouping: Grouping, page: Pick<SpendingPage, 'rows' | 'days'>): TableRow[] {
  return grouping === 'instance' ? instanceRows(page) : dayRows(page);
}

/** The days of each instance, the latest first. */
function instanceRows({ rows, days }: Pick<SpendingPage, 'rows' | 'days'>): TableRow[] {
  const parts = new Map<string, { day: string; sum: SumView }[]>();
  for (const { day, parts: own } of [...days].reverse())
    for (const { source, sum } of own) parts.set(source, [...(parts.get(source) ?? []), { day, sum }]);
  return rows.map((row) => ({
    key: row.source,
    row,
    sum: row.period,
    ...(row.today.units !== 0 && { today: row.today }),
    total: row.total,
    parts: parts.get(row.source) ?? [],
  }));
}

/** The instances of each day that cost something, the dearest first. */
function dayRows({ rows, days }: Pick<SpendingPage, 'rows' | 'days'>): TableRow[] {
  const bySource = new Map(rows.map((row) => [row.source, row]));
  return days.filter(isSomething).map(({ day, sum, parts }) => ({
    key: day,
    day,
    sum,
    parts: parts
      .flatMap(({ source, sum: own }) => {
        const row = bySource.get(source);
        return row ? [{ row, sum: own }] : [];
      })
      .sort((a, b) => b.sum.units - a.sum.units),
  }));
}

const isSomething = ({ parts }: DayView): boolean => parts.length > 0;

/** Rows with the same value stay in their order. */
export function sorted(rows: readonly TableRow[], { column, direction }: SortKey): TableRow[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => sign * compare(a, b, column));
}

function compare(a: TableRow, b: TableRow, column: Column): number {
  switch (column) {
    case 'name':
      return (a.day ?? a.row?.name ?? '').localeCompare(b.day ?? b.row?.name ?? '', undefined, {
        numeric: true,
      });
    case 'today':
      return (a.today?.units ?? 0) - (b.today?.units ?? 0);
    case 'sum':
      return a.sum.units - b.sum.units;
    case 'total':
      return (a.total?.units ?? 0) - (b.total?.units ?? 0);
    case 'counted':
      return a.sum.counted - b.sum.counted;
  }
}

/** What a click on a column's title sorts by: the dearest and the latest come first. */
export function nextSort(column: Column, grouping: Grouping, now: SortKey): SortKey {
  const first = column === 'name' && grouping === 'instance' ? 'asc' : 'desc';
  if (now.column !== column) return { column, direction: first };
  return { column, direction: now.direction === 'asc' ? 'desc' : 'asc' };
}

export const usualSort: Record<Grouping, SortKey> = {
  instance: { column: 'sum', direction: 'desc' },
  day: { column: 'name', direction: 'desc' },
};
