import type { SortKey } from '../filters/panelQuery';
import type { Column, ColumnValue } from './columnKinds';
import { columnOf } from './columns';
import type { MarketRow } from './marketRow';
import type { Plan } from '../plannedPrice';
import { inOrder } from '../../format';

/** Where none was chosen. */
export const usualSort: readonly SortKey[] = [{ column: 'price', direction: 'asc' }];

/**
 * The rows ordered by the first key, where that says nothing by the next one, and so on, else as they were. What is
 * unknown comes last in either direction. A key without a column is passed over.
 */
export function sortRows(rows: readonly MarketRow[], keys: readonly SortKey[], plan: Plan): MarketRow[] {
  const ranks = keys.flatMap(({ column, direction }) => {
    const found = columnOf(column);
    return found ? [rankedBy(found, rows, plan, direction)] : [];
  });
  if (ranks.length === 0) return [...rows];
  const places = rows.map((_, index) => index);
  places.sort((a, b) => {
    for (const rank of ranks) {
      const difference = (rank[a] ?? 0) - (rank[b] ?? 0);
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    return a - b;
  });
  return places.flatMap((place) => rows[place] ?? []);
}

/** One number for each row, made once, to compare by. Infinity is what is unknown. */
function rankedBy(column: Column, rows: readonly MarketRow[], plan: Plan, direction: SortKey['direction']) {
  const values = rows.map((row) => column.value(row, plan));
  const rankOf = textRanks(values);
  const sign = direction === 'asc' ? 1 : -1;
  return Float64Array.from(values, (value) => {
    const number = typeof value === 'string' ? rankOf.get(value) : Number(value);
    return value === undefined || number === undefined || Number.isNaN(number) ? Infinity : sign * number;
  });
}

/** A market has few different names: each is compared once, in the order of the language, "8" before "24". */
function textRanks(values: readonly (ColumnValue | undefined)[]): ReadonlyMap<string, number> {
  const texts = new Set(values.filter((value) => typeof value === 'string'));
  if (texts.size === 0) return new Map();
  return new Map([...texts].sort(inOrder).map((text, rank) => [text, rank]));
}

/** The direction that a first click on a column's title gives: what most people look for comes first. */
const firstDirection = (id: string): SortKey['direction'] =>
  columnOf(id)?.better === 'high' ? 'desc' : 'asc';

/**
 * The keys after a click on a title: another column takes the place of all, the same one turns around. With `isMore`
 * (Shift) the others stay, and a third time takes the column away.
 */
export function clickedSort(keys: readonly SortKey[], column: string, isMore: boolean): SortKey[] {
  const first = firstDirection(column);
  const now = keys.find((key) => key.column === column);
  const turned: SortKey['direction'] = now?.direction === first ? (first === 'asc' ? 'desc' : 'asc') : first;
  if (!isMore) return [{ column, direction: keys[0]?.column === column ? turned : first }];
  if (!now) return [...keys, { column, direction: first }];
  if (now.direction !== first) return keys.filter((key) => key !== now);
  return keys.map((key) => (key === now ? { column, direction: turned } : key));
}
