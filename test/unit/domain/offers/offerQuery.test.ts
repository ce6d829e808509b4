import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import {
  keepMatching,
  nearestOffers,
  plainStart,
  searchQuery,
  withListed,
  withoutFree,
} from '../../../../src/domain/offers/offerQuery';

const start = plainStart(20, 64);
const nothing = { filters: {}, cleared: [] };

describe('a search', () => {
  it('asks for rentable, free machines with room for the disk', () => {
    expect(searchQuery(start, nothing)).toEqual({
      filters: {
        rentable: { eq: true },
        rented: { eq: false },
        external: { eq: false },
        disk_space: { gte: 20 },
      },
      order: [['dph_total', 'asc']],
      type: 'on-demand',
      limit: 64,
      allocated_storage: 20,
    });
  });

  it('takes what is said over where it starts from, field by field', () => {
    const template = {
      ...start,
      fixed: { ...start.fixed, machine_id: { notin: [7] } },
      defaults: { gpu_name: { eq: 'RTX 3090' }, gpu_ram: { gte: 16_000 }, verified: { eq: true } },
    };
    const said = {
      filters: { gpu_name: { eq: 'RTX 4090' }, machine_id: { eq: 9 } },
      cleared: ['verified'],
      type: 'bid' as const,
      order: 'performancePerDollar' as const,
      disk: 100,
    };
    expect(searchQuery(template, said)).toMatchObject({
      filters: {
        gpu_name: { eq: 'RTX 4090' },
        gpu_ram: { gte: 16_000 },
        machine_id: { eq: 9, notin: [7] },
        disk_space: { gte: 100 },
      },
      order: [['dlperf_per_dphtotal', 'desc']],
      type: 'bid',
      allocated_storage: 100,
    });
    expect(searchQuery(template, said).filters).not.toHaveProperty('verified');
  });

  it('keeps what asks for free offers apart from what can be dropped', () => {
    const filters = { rentable: { eq: true }, rented: { eq: false }, num_gpus: { eq: 1 } };
    expect(withoutFree(filters)).toEqual({
      fixed: { rentable: { eq: true }, rented: { eq: false } },
      defaults: { num_gpus: { eq: 1 } },
    });
  });

  it('asks for the room that a template wants, or for more where its own disk is larger', () => {
    const withRoom = (gte: number) => ({ ...start, defaults: { disk_space: { gte, lt: 9000 } } });
    const room = (gte: number, said: object = {}) =>
      searchQuery(withRoom(gte), { ...nothing, ...said }).filters.disk_space;
    expect(room(500)).toEqual({ gte: 500, lt: 9000 });
    expect(room(8)).toEqual({ gte: 20, lt: 9000 });
    expect(room(500, { disk: 50 })).toEqual({ gte: 50 });
    expect(room(500, { cleared: ['disk_space'] })).toEqual({ gte: 20 });
  });
});

describe('machines that are left out', () => {
  it('stay left out of a search that leaves out others for a day', () => {
    const start = { ...plainStart(10, 64), fixed: { machine_id: { notin: [1] } } };
    const said = { filters: { machine_id: { notin: [2] } }, cleared: [] };
    expect(searchQuery(start, said).filters.machine_id).toEqual({ notin: [2, 1] });
  });

  it('are taken out of the filters of a launch, and no others', () => {
    const filters = { machine_id: { notin: [1, 2] }, reliability: { gte: 0.9 } };
    expect(withListed(filters, { machine: [1], host: [] })).toEqual({
      ...filters,
      machine_id: { notin: [2] },
    });
    expect(withListed(filters, { machine: [1, 2], host: [] })).toEqual({ reliability: { gte: 0.9 } });
    expect(withListed({ machine_id: { eq: 3, notin: [1] } }, { machine: [1], host: [] })).toEqual({
      machine_id: { eq: 3 },
    });
    expect(withListed({ host_id: { notin: [4] } }, { machine: [1], host: [4] })).toEqual({});
  });
});

describe('keepMatching', () => {
  const offers: Offer[] = [
    {
      id: 1,
      gpu_name: 'RTX 4090',
      num_gpus: 1,
      dph_total: 0.4,
      verification: 'verified',
      geolocation: 'Oregon, US',
    },
    {
      id: 2,
      gpu_name: 'RTX 3090',
      num_gpus: 2,
      dph_total: 0.2,
      verification: 'unverified',
      geolocation: 'Sweden, SE',
    },
    { id: 3 },
  ];
  const kept = (filters: Parameters<typeof keepMatching>[1]) =>
    keepMatching(offers, filters).offers.map(({ id }) => id);

  it.each([
    [{ gpu_name: { eq: 'RTX 4090' } }, [1, 3]],
    [{ gpu_name: { neq: 'RTX 4090' } }, [2, 3]],
    [{ gpu_name: { in: ['RTX 3090', 'A40'] } }, [2, 3]],
    [{ gpu_name: { notin: ['RTX 3090'] } }, [1, 3]],
    [{ num_gpus: { gt: 1 } }, [2, 3]],
    [{ num_gpus: { gte: 1, lt: 2 } }, [1, 3]],
    [{ dph_total: { lte: 0.2 } }, [2, 3]],
    [{ dph_total: { lte: '0.2' } }, [2, 3]],
    [{ verified: { eq: true } }, [1, 3]],
    [{ geolocation: { in: ['SE'] } }, [2, 3]],
  ])('applies %j; what an offer does not tell says nothing against it', (filters, ids) => {
    expect(kept(filters)).toEqual(ids);
  });

  it('counts what it leaves out', () => {
    expect(keepMatching(offers, { num_gpus: { eq: 4 } }).dropped).toBe(2);
  });
});

describe('nearestOffers', () => {
  const wanted: Offer = { id: 1, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.4, reliability: 0.99 };

  it('prefers the same GPU and count, then the price', () => {
    const candidates: Offer[] = [
      { ...wanted, id: 2, dph_total: 0.9 },
      { ...wanted, id: 3, gpu_name: 'RTX 3090', dph_total: 0.4 },
      { ...wanted, id: 4, dph_total: 0.41 },
      { ...wanted, id: 5, num_gpus: 2 },
    ];
    expect(nearestOffers(wanted, candidates).map(({ id }) => id)).toEqual([4, 2, 5, 3]);
  });

  it('never proposes the one that is gone, and only what it was given', () => {
    const offer = fc.record({ id: fc.nat(20), dph_total: fc.double({ min: 0, max: 10, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(offer), fc.nat(5), (candidates, count) => {
        const nearest = nearestOffers(wanted, candidates, count);
        expect(nearest.length).toBeLessThanOrEqual(count);
        expect(nearest.every((one) => candidates.includes(one as never) && one.id !== wanted.id)).toBe(true);
      }),
    );
  });
});
