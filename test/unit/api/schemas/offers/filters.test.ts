import { describe, expect, it } from 'vitest';
import {
  filterOperators,
  filtersSchema,
  offerQuerySchema,
  sentFilters,
} from '../../../../../src/api/schemas/offers/filters';
import { templateFiltersSchema } from '../../../../../src/api/schemas/templates/template';

const placesIn = (schema: typeof filtersSchema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.'));

describe('filters', () => {
  it('have any operator of the specification, with a value or a list', () => {
    expect(filterOperators).toEqual(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'notin']);
    for (const operator of filterOperators)
      for (const value of [1, 'a', true, ['a', 1]])
        expect(filtersSchema.parse({ gpu_ram: { [operator]: value } })).toEqual({
          gpu_ram: { [operator]: value },
        });
  });

  it.each<[string, unknown, string]>([
    ['an operator nobody knows', { name: { near: 1 } }, 'name'],
    ['nothing as a value', { name: { eq: undefined } }, 'name.eq'],
    ['null as a value', { name: { eq: null } }, 'name.eq'],
    ['a list of flags', { name: { in: [true] } }, 'name.in'],
    ['a value without an operator', { name: 1 }, 'name'],
  ])('are refused with %s, at its place', (_what, value, place) => {
    expect(placesIn(filtersSchema, value)).toEqual([place]);
    expect(placesIn(templateFiltersSchema, value)).toEqual([place]);
  });

  it('of templates have only fields that templates are searched by', () => {
    expect(placesIn(templateFiltersSchema, { gpu_ram: { gte: 1 } })).toEqual(['gpu_ram']);
    expect(placesIn(filtersSchema, { gpu_ram: { gte: 1 } })).toBeUndefined();
  });

  it('are sent as the service compares them', () => {
    expect(
      sentFilters({
        gpu_name: { in: ['RTX_4090', 'RTX 3090'] },
        driver_version: { gte: '535.86.05', lt: '560', neq: 'none' },
        cuda_max_good: { gte: '12_1' },
        cpu_ram: { gt: 1, gte: 64_000, lt: 66_560 },
      }),
    ).toEqual({
      gpu_name: { in: ['RTX 4090', 'RTX 3090'] },
      driver_version: { gte: 535_086_005, lt: 560_000_000, neq: 'none' },
      cuda_max_good: { gte: '12_1' },
      cpu_ram: { gt: 1, gte: 64_000 },
    });
    expect(sentFilters({ cpu_ram: { eq: 64_000 } })).toEqual({ cpu_ram: { gte: 64_000 } });
    expect(sentFilters({ cpu_ram: { lte: 64_000 } })).toEqual({});
  });

  it('stand in a search with an order of pairs', () => {
    const query = { filters: {}, order: [['dph_total', 'asc']], type: 'bid', limit: 5 };
    expect(offerQuerySchema.parse(query)).toEqual(query);
    expect(offerQuerySchema.safeParse({ filters: {}, order: [['dph_total', 'up']] }).success).toBe(false);
  });
});
