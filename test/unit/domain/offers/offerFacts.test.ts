import { describe, expect, it } from 'vitest';
import { type Offer, offerSchema } from '../../../../src/api/schemas/offers/offer';
import { offerFacts } from '../../../../src/domain/offers/offerFacts';
import { generateMarket } from '../../../sandbox/market/generateMarket';
import { viewOffer } from '../../../sandbox/market/offerView';
import { createRandom } from '../../../sandbox/random';

const [first] = generateMarket(createRandom(1), 1, 0);
const view = viewOffer(first!, { bid: false, storage: 20, free: true, now: 0 });
// Few machines are in one.
const offer: Offer = offerSchema.parse({ ...view, cluster_id: 3 });

describe('the details of an offer', () => {
  it('tell every field that the service tells, in words and with units', () => {
    const told = new Set(offerFacts(offer, 20).flatMap(({ facts }) => facts.flatMap(({ fields }) => fields)));
    // One of the two tells it.
    told.add('verified');
    expect(Object.keys(offerSchema.shape).filter((field) => !told.has(field as keyof Offer))).toEqual([]);
  });

  it('leave out what is not told, but never a price', () => {
    const labels = offerFacts({ id: 7 }, 40).flatMap(({ facts }) =>
      facts.map(({ label, value }) => `${label}: ${value}`),
    );
    expect(labels).toEqual([
      'While running, with 40 GB disk: $?/h',
      'While stopped, with 40 GB disk: $?/h',
      'Offer: 7',
    ]);
  });

  it('say the share of the memory that the renter gets, and where that is not known, that it is the whole', () => {
    const memoryOf = (offer: Partial<Offer>) =>
      offerFacts({ id: 7, cpu_ram: 131_072, ...offer }, 40)
        .flatMap(({ facts }) => facts)
        .filter(({ fields }) => fields.includes('cpu_ram'))
        .map(({ label, value }) => `${label}: ${value}`);
    const whole = 'Memory of the whole machine: 128 GB (131,072 MB)';
    expect(memoryOf({ cpu_cores: 64, cpu_cores_effective: 16 })).toEqual([
      'Memory you get: 32 GB (32,768 MB)',
    ]);
    expect(memoryOf({ cpu_cores: 16, cpu_cores_effective: 64 })).toEqual([
      'Memory you get: 128 GB (131,072 MB)',
    ]);
    expect(memoryOf({ cpu_cores_effective: 16 })).toEqual([whole]);
    expect(memoryOf({ cpu_cores: 0, cpu_cores_effective: 0 })).toEqual([whole]);
  });

  it('say sizes, shares and times so that they can be read', () => {
    const values = offerFacts(
      {
        id: 7,
        gpu_ram: 24_564,
        reliability: 0.99996,
        duration: 864_000,
        inet_up_cost: 0,
        compute_cap: 890,
        cpu_name: 'a\nb $(x)',
      },
      40,
    ).flatMap(({ facts }) => facts.map(({ value }) => value));
    for (const value of ['24 GB (24,564 MB)', '99.99%', '10 more days', 'free', '8.9', 'a b $ (x)'])
      expect(values).toContain(value);
  });
});
