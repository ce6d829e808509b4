import type { MarketRow } from '../table/marketRow';
import type { Plan } from '../plannedPrice';
import { sortRows } from '../table/sortRows';

/** The other offers of a row's host, the same machine first, then the lowest price; none if the host is unknown. */
export function hostOffers(market: readonly MarketRow[], { key, offer }: MarketRow, plan: Plan): MarketRow[] {
  const { host_id: host, machine_id: machine } = offer;
  if (host === undefined) return [];
  const others = market.filter((row) => row.offer.host_id === host && row.key !== key);
  const sorted = sortRows(others, [{ column: 'price', direction: 'asc' }], plan);
  const isHere = (row: MarketRow): boolean => machine !== undefined && row.offer.machine_id === machine;
  return [...sorted.filter(isHere), ...sorted.filter((row) => !isHere(row))];
}
