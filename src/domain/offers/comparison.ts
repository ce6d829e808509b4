import { columns, columnTitle } from './table/columns';
import { unknownText } from './table/columnKinds';
import type { MarketRow } from './table/marketRow';
import type { Plan } from './plannedPrice';
import { sortRows } from './table/sortRows';

/** One thing that offers are compared by. */
export interface ComparedFact {
  id: string;
  title: string;
  /** One for each offer. */
  texts: readonly string[];
  isDifferent: boolean;
  /** The places of the offers that are the best in it, where that can be said and is not all of them. */
  best: readonly number[];
}

/** Ids always differ, which says nothing about the offers. */
const identities = new Set(['machine', 'host', 'offer']);

/** Everything that at least one of these offers tells, in the order of the columns. */
export function comparison(rows: readonly MarketRow[], plan: Plan): ComparedFact[] {
  return columns.flatMap((column) => {
    const texts = rows.map((row) => column.text(row, plan));
    if (texts.every((text) => text === unknownText)) return [];
    const isDifferent = new Set(texts).size > 1;
    const values = rows.map((row) => column.value(row, plan));
    return [
      {
        id: column.id,
        title: columnTitle(column, plan),
        texts,
        isDifferent: isDifferent && !identities.has(column.id),
        best: isDifferent && column.better ? bestPlaces(values, column.better, texts) : [],
      },
    ];
  });
}

/** Values that look the same are equally good. */
function bestPlaces(values: readonly unknown[], better: 'low' | 'high', texts: readonly string[]): number[] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < 2) return [];
  const best = better === 'low' ? Math.min(...numbers) : Math.max(...numbers);
  const text = texts[values.indexOf(best)];
  const places = texts.flatMap((one, place) => (one === text ? [place] : []));
  return places.length < texts.length ? places : [];
}

/** The other offers of a row's host, the same machine first, then the lowest price; none if the host is unknown. */
export function hostOffers(market: readonly MarketRow[], { key, offer }: MarketRow, plan: Plan): MarketRow[] {
  const { host_id: host, machine_id: machine } = offer;
  if (host === undefined) return [];
  const others = market.filter((row) => row.offer.host_id === host && row.key !== key);
  const sorted = sortRows(others, [{ column: 'price', direction: 'asc' }], plan);
  const isHere = (row: MarketRow): boolean => machine !== undefined && row.offer.machine_id === machine;
  return [...sorted.filter(isHere), ...sorted.filter((row) => !isHere(row))];
}
