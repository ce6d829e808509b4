import type { Filters } from '../../../api/schemas/offers/filters';
import type { MarketRow } from '../table/marketRow';
import type { PanelQuery } from './panelQuery';

export type Narrowing = 'onlyMachine' | 'notMachine' | 'notHost';

/** The query with a row's machine or host alone, or without it; as it is where the row doesn't tell it. */
export function narrowedQuery(query: PanelQuery, { offer }: MarketRow, how: Narrowing): PanelQuery {
  const field = how === 'notHost' ? 'host_id' : 'machine_id';
  const id = offer[field];
  if (id === undefined) return query;
  const conditions = how === 'onlyMachine' ? { eq: id } : without(query.filters[field] ?? {}, id);
  return { ...query, filters: { ...query.filters, [field]: conditions } };
}

/** Also where it was the only one until now. */
function without({ eq, ...conditions }: Filters[string], id: number): Filters[string] {
  const left = [conditions.notin ?? []].flat().map(Number);
  const kept = eq === undefined || eq === id ? conditions : { ...conditions, eq };
  return { ...kept, notin: left.includes(id) ? left : [...left, id] };
}
