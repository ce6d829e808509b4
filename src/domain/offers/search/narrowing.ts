import type { FilterOperator, Filters, FilterValue } from '../../../api/schemas/offers/filters';
import type { Offer } from '../../../api/schemas/offers/offer';
import { keepMatching } from '../offerQuery';

/** Whether whatever matches `stricter` matches `looser` too; in doubt not. */
export function implies(stricter: Filters, looser: Filters): boolean {
  return Object.entries(looser).every(([field, conditions]) => {
    const asked = stricter[field];
    return (
      asked !== undefined &&
      Object.entries(conditions).every(([operator, value]) =>
        isAsked(asked, operator as FilterOperator, value),
      )
    );
  });
}

function isAsked(asked: Filters[string], operator: FilterOperator, value: FilterValue): boolean {
  const same = asked[operator];
  const list = (one: FilterValue | undefined): readonly unknown[] => (one === undefined ? [] : [one].flat());
  switch (operator) {
    case 'gte':
    case 'gt':
      return typeof same === 'number' && typeof value === 'number' && same >= value;
    case 'lte':
    case 'lt':
      return typeof same === 'number' && typeof value === 'number' && same <= value;
    case 'eq':
    case 'in': {
      const allowed = list(value);
      const wanted = [...list(asked.eq), ...list(asked.in)];
      return wanted.length > 0 && wanted.every((one) => allowed.includes(one));
    }
    case 'neq':
    case 'notin': {
      const refused = [...list(asked.neq), ...list(asked.notin)];
      return list(value).every((one) => refused.includes(one));
    }
  }
}

/** What one filter does to a search that finds nothing. */
export interface Blame {
  field: string;
  /** How many offers match when this filter is dropped. */
  without: number;
  /** How many offers match this filter, whatever else is asked for. */
  alone: number;
}

/**
 * Which of these fields' filters keep a search from finding anything, by what is known of the market: those first whose
 * drop lets the most in. Filters of other fields stay.
 */
export function blameFilters(market: readonly Offer[], filters: Filters, fields: readonly string[]): Blame[] {
  const count = (some: Filters): number => keepMatching(market, some).offers.length;
  const kept = Object.fromEntries(Object.entries(filters).filter(([field]) => !fields.includes(field)));
  return fields
    .map((field) => {
      const { [field]: own = {}, ...others } = filters;
      return { field, without: count(others), alone: count({ ...kept, [field]: own }) };
    })
    .sort((a, b) => b.without - a.without || a.alone - b.alone);
}
