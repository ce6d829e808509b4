import fc from '../../../support/fastCheck';
import { type Offer, offerSchema } from '../../../../../src/api/schemas/offers/offer';
import { type MarketRow, rowKey } from '../../../../../src/domain/offers/table/marketRow';
import { generateMarket } from '../../../../sandbox/market/generateMarket';
import { viewOffer } from '../../../../sandbox/market/offerView';
import { createRandom } from '../../../../sandbox/random';
import { hostileTexts } from '../../../../hostileTexts';

const names = Object.keys(offerSchema.shape).filter((field) => !['id', 'search', 'instance'].includes(field));

const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1e-9, 1e300, -1e300, Number.NaN, Infinity, -Infinity, 2 ** 53),
  fc.double(),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
const anyText = fc.oneof(fc.constantFrom(...hostileTexts, ''), fc.string({ unit: 'binary' }));

/** Offers worse than any service tells: fields missing, of another type, without sense, or meant to deceive. */
export const anyOffer: fc.Arbitrary<Offer> = fc
  .tuple(
    fc.nat(50),
    fc.record(Object.fromEntries(names.map((name) => [name, fc.oneof(anyNumber, anyText, fc.boolean())])), {
      requiredKeys: [],
    }),
    fc.option(fc.record({ totalHour: anyNumber }), { nil: undefined }),
  )
  .map(([id, fields, search]) => offerSchema.parse({ ...fields, id, search }));

/** The same with numbers that the schema refuses, too. */
const anyNumbers = fc
  .record(
    Object.fromEntries(
      [
        'dph_base',
        'dph_total',
        'min_bid',
        'storage_cost',
        'inet_down_cost',
        'dlperf',
        'reliability',
        'duration',
      ].map((name) => [name, anyNumber]),
    ),
    { requiredKeys: [] },
  )
  .map((fields): Partial<Offer> => fields);

export const anyRow: fc.Arbitrary<MarketRow> = fc
  .tuple(anyOffer, anyNumbers, fc.boolean())
  .map(([offer, numbers, isBid]) => ({
    key: rowKey(offer.id, isBid),
    offer: { ...offer, ...numbers },
    isBid,
  }));

export const anyPlan = fc.record(
  { disk: anyNumber, hours: anyNumber, bid: anyNumber },
  { requiredKeys: ['disk', 'hours'] },
);

/** A market as a service tells it. */
export function plainMarket(count: number, bid = false): Offer[] {
  return generateMarket(createRandom(1), count, 0).map((offer) =>
    offerSchema.parse(viewOffer(offer, { bid, storage: 20, free: true, now: 0 })),
  );
}
