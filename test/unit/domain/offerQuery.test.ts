import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../src/api/schemas/offer';
import { keepMatching, nearestOffers, type OfferChoice, offerQuery } from '../../../src/domain/offerQuery';

const choice: OfferChoice = {
  type: 'on-demand',
  gpuNames: [],
  verifiedOnly: true,
  disk: 20,
  order: 'price',
  limit: 64,
};

describe('offerQuery', () => {
  it('asks for rentable, free machines with room for the disk', () => {
    expect(offerQuery(choice)).toEqual({
      filters: {
        rentable: { eq: true },
        rented: { eq: false },
        external: { eq: false },
        disk_space: { gte: 20 },
        verified: { eq: true },
      },
      order: [['dph_total', 'asc']],
      type: 'on-demand',
      limit: 64,
      allocated_storage: 20,
    });
  });

  it('says every choice in the service’s fields', () => {
    const { filters, order, type } = offerQuery({
      ...choice,
      type: 'bid',
      gpuNames: ['RTX 4090', 'H100 SXM'],
      numGpus: 2,
      maxPrice: 1.5,
      minGpuRamGb: 24,
      verifiedOnly: false,
      order: 'performancePerDollar',
    });
    expect(filters).toMatchObject({
      gpu_name: { in: ['RTX 4090', 'H100 SXM'] },
      num_gpus: { eq: 2 },
      dph_total: { lte: 1.5 },
      gpu_ram: { gte: 24_000 },
    });
    expect(filters).not.toHaveProperty('verified');
    expect(order).toEqual([['dlperf_per_dphtotal', 'desc']]);
    expect(type).toBe('bid');
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
