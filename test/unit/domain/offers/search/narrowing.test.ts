import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Filters } from '../../../../../src/api/schemas/offers/filters';
import { type Offer, offerSchema } from '../../../../../src/api/schemas/offers/offer';
import { keepMatching } from '../../../../../src/domain/offers/offerQuery';
import { blameFilters, implies } from '../../../../../src/domain/offers/search/narrowing';
import { generateMarket } from '../../../../sandbox/market/generateMarket';
import { viewOffer } from '../../../../sandbox/market/offerView';
import { createRandom } from '../../../../sandbox/random';

const market: Offer[] = generateMarket(createRandom(4), 200, 0).map((offer) =>
  offerSchema.parse(viewOffer(offer, { bid: false, storage: 20, free: true, now: 0 })),
);

const bound = fc.integer({ min: 0, max: 5 }).map((n) => n * 10_000);
const names = fc.subarray(['RTX 4090', 'RTX 3090', 'A40', 'L40S'], { minLength: 1 });
const filters: fc.Arbitrary<Filters> = fc
  .record(
    {
      gpu_ram: fc.record({ gte: bound, lt: bound, gt: bound, lte: bound }, { requiredKeys: [] }),
      gpu_name: fc.oneof(
        names.map((some) => ({ in: some })),
        fc.constantFrom('RTX 4090', 'A40').map((eq) => ({ eq })),
        names.map((notin) => ({ notin })),
      ),
      num_gpus: fc.oneof(
        fc.constantFrom(1, 2).map((eq) => ({ eq })),
        fc.constantFrom(1, 2).map((neq) => ({ neq })),
        fc.constant({ in: [1, 2] }),
      ),
      verified: fc.constant({ eq: true }),
    },
    { requiredKeys: [] },
  )
  .map((some) => some as Filters);

const matching = (some: Filters) => keepMatching(market, some).offers;

describe('a search that is narrowed', () => {
  it('finds nothing that the wider one had not', () => {
    fc.assert(
      fc.property(filters, filters, (one, other) => {
        fc.pre(implies(one, other));
        const wider = new Set(matching(other));
        expect(matching(one).filter((offer) => !wider.has(offer))).toEqual([]);
      }),
    );
  });

  it('is known to be narrower when a filter was added or tightened', () => {
    fc.assert(
      fc.property(filters, (some) => {
        expect(implies(some, some)).toBe(true);
        expect(implies({ ...some, inet_up: { gte: 100 } }, some)).toBe(true);
      }),
    );
    expect(implies({ gpu_ram: { gte: 24_000 } }, { gpu_ram: { gte: 16_000 } })).toBe(true);
    expect(implies({ gpu_ram: { gte: 8_000 } }, { gpu_ram: { gte: 16_000 } })).toBe(false);
    expect(implies({ gpu_name: { eq: 'A40' } }, { gpu_name: { in: ['A40', 'L40'] } })).toBe(true);
    expect(implies({}, { gpu_name: { in: ['A40', 'L40'] } })).toBe(false);
    expect(implies({ gpu_name: { notin: ['A40'] } }, { gpu_name: { neq: 'A40' } })).toBe(true);
  });
});

describe('a search that finds nothing', () => {
  const free: Filters = { rentable: { eq: true } };

  it('blames the filter without which there are offers', () => {
    const wanted: Filters = { ...free, gpu_name: { eq: 'RTX 4090' }, cuda_max_good: { gte: 14 } };
    expect(blameFilters(market, wanted, ['gpu_name', 'cuda_max_good'])).toEqual([
      {
        field: 'cuda_max_good',
        without: matching({ ...free, gpu_name: { eq: 'RTX 4090' } }).length,
        alone: 0,
      },
      { field: 'gpu_name', without: 0, alone: matching({ ...free, gpu_name: { eq: 'RTX 4090' } }).length },
    ]);
  });

  it('counts for each filter what dropping it and what it alone finds', () => {
    fc.assert(
      fc.property(filters, (some) => {
        const fields = Object.keys(some);
        for (const { field, without, alone } of blameFilters(market, { ...free, ...some }, fields)) {
          const { [field]: own = {}, ...others } = some;
          expect(without).toBe(matching({ ...free, ...others }).length);
          expect(alone).toBe(matching({ ...free, [field]: own }).length);
        }
      }),
    );
  });
});
