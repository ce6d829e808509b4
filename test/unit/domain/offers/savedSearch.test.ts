import { describe, expect, it } from 'vitest';
import { serviceQuery } from '../../../../src/domain/offers/filters/panelQuery';
import { givenSearchSchema, searchOf, searchWords } from '../../../../src/domain/offers/savedSearch';

const usual = { disk: 20, hours: 8 };
const searchFrom = (given: unknown) => searchOf(givenSearchSchema.parse(given), usual);

describe('a search that is saved', () => {
  it('is read from a query in the specification’s names', () => {
    expect(
      searchFrom({
        filters: { gpu_ram: { gte: 24_000 }, rentable: { eq: true }, disk_space: { gte: 50 } },
        order: [['dph_total', 'asc']],
        type: 'ondemand',
        limit: 64,
        allocated_storage: 100,
      }),
    ).toEqual({ type: 'on-demand', filters: { gpu_ram: { gte: 24_000 } }, disk: 100, hours: 8 });
  });

  it('has the usual disk and hours where nothing is said, and the room that is asked for', () => {
    expect(searchFrom({})).toEqual({ type: 'on-demand', filters: {}, ...usual });
    expect(searchFrom({ filters: { disk_space: { gte: 50 } } }).disk).toBe(50);
    expect(searchFrom({ filters: { disk_space: { gte: '50', lte: 900 } } })).toEqual({
      type: 'on-demand',
      filters: { disk_space: { lte: 900 } },
      ...usual,
    });
    expect(searchFrom({ allocated_storage: 0 }).disk).toBe(20);
  });

  it('is the same when what was saved is read again', () => {
    const search = searchFrom({
      filters: { num_gpus: { eq: 1 } },
      type: 'both',
      disk: 30,
      hours: 2,
      bid: 0.2,
    });
    expect(searchFrom(search)).toEqual(search);
    const { limit, ...query } = serviceQuery(search, 'bid', 5);
    expect(searchFrom({ ...query, limit, hours: 2, bid: 0.2 })).toEqual({ ...search, type: 'bid' });
  });

  it('has words', () => {
    const both = { type: 'both' as const, filters: { num_gpus: { eq: 1 } }, disk: 30, hours: 2 };
    expect(searchWords(both)).toBe('1 GPU · 30 GB disk · on-demand or interruptible');
    expect(searchWords({ ...both, type: 'bid' })).toBe('1 GPU · interruptible · 30 GB disk');
  });
});
