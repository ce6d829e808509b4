import type { FilterOperator, Filters } from '../../../api/schemas/offers/filters';
import { aboveNominal, type NumberKind } from '../fields/kinds';

type Scalar = string | number | boolean;

/** Collects what was typed, field by field. */
export class Conditions {
  readonly #scalars = new Map<string, Partial<Record<FilterOperator, Scalar>>>();
  readonly #lists = new Map<string, { some: Set<Scalar>; none: Set<Scalar> }>();
  readonly #cleared = new Set<string>();

  /** Allows any value, whatever was requested before. */
  clear(field: string): void {
    this.#scalars.delete(field);
    this.#lists.delete(field);
    this.#cleared.add(field);
  }

  /** One condition. It replaces an earlier one with the same operator. */
  set(field: string, operator: FilterOperator, value: Scalar): void {
    this.#cleared.delete(field);
    this.#scalars.set(field, { ...this.#scalars.get(field), [operator]: value });
  }

  /** Adds allowed or excluded values. */
  list(field: string, values: readonly Scalar[], negative = false): void {
    this.#cleared.delete(field);
    const lists = this.#lists.get(field) ?? { some: new Set(), none: new Set() };
    for (const value of values) lists[negative ? 'none' : 'some'].add(value);
    this.#lists.set(field, lists);
  }

  /** A number. `isNominal`: a size that is typed in round GB, but is only approximately that. */
  number(
    { field, isNominal, isListed }: NumberKind,
    operator: Exclude<FilterOperator, 'in' | 'notin'>,
    value: number,
    inGb: boolean,
  ): void {
    const isExact = !isNominal || !inGb || operator === 'gte' || operator === 'lt' || operator === 'neq';
    if (field === 'num_gpus' && operator === 'eq') this.list(field, [value]);
    else if (isListed && (operator === 'eq' || operator === 'neq'))
      this.list(field, [value], operator === 'neq');
    else if (isExact) this.set(field, operator, value);
    else {
      if (operator === 'eq') this.set(field, 'gte', value);
      this.set(field, operator === 'gt' ? 'gte' : 'lt', aboveNominal(value));
    }
  }

  get result(): { filters: Filters; cleared: readonly string[] } {
    const filters: Filters = {};
    for (const [field, conditions] of this.#scalars) filters[field] = { ...conditions };
    for (const [field, { some, none }] of this.#lists)
      filters[field] = {
        ...filters[field],
        ...oneOrList(some, 'eq', 'in'),
        ...oneOrList(none, 'neq', 'notin'),
      };
    return { filters, cleared: [...this.#cleared] };
  }
}

/** Values as one condition, in an order that doesn't depend on how they were typed. */
export function oneOrList(
  values: ReadonlySet<Scalar>,
  one: 'eq' | 'neq',
  many: 'in' | 'notin',
): Filters[string] {
  const [first] = values;
  if (first === undefined) return {};
  if (values.size === 1) return { [one]: first };
  const sorted = [...values].filter((value) => typeof value !== 'boolean').sort(compare);
  return { [many]: sorted };
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}
