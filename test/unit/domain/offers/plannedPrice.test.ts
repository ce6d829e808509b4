import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import type { MarketRow } from '../../../../src/domain/offers/table/marketRow';
import { marketRows } from '../../support/marketRows';
import { plannedPrice, precisePrice, priceSentence } from '../../../../src/domain/offers/plannedPrice';
import { anyPlan, anyRow } from './support/anyRow';

const offer: Offer = {
  id: 7,
  dph_base: 0.2961,
  min_bid: 0.0512,
  storage_cost: 0.1,
  inet_down_cost: 0.01,
  inet_up_cost: 0.01,
};
const plan = { disk: 100, hours: 8 };
const onDemand: MarketRow = { key: '7', offer, isBid: false };
const bid: MarketRow = {
  key: '7b',
  offer: { ...offer, dph_base: 0.0512 },
  isBid: true,
  onDemandBase: 0.2961,
};

describe('the rows of a market', () => {
  it('have an offer once for each way to rent it, and know its price on demand', () => {
    const rows = marketRows([offer, { id: 8 }], [{ ...offer, dph_base: 0.0512 }, { id: 8 }]);
    expect(rows.map(({ key, isBid }) => [key, isBid])).toEqual([
      ['7', false],
      ['8', false],
      ['7b', true],
      ['8b', true],
    ]);
    expect(rows.map(({ onDemandBase }) => onDemandBase)).toEqual([undefined, undefined, 0.2961, undefined]);
    expect(rows[3]).not.toHaveProperty('onDemandBase');
  });
});

describe('the price of a row as planned', () => {
  it('is one sentence', () => {
    expect(priceSentence(onDemand, plan)).toBe(
      '$0.31/h, $2.48 for 8 h with 100 GB, stopped $0.014/h, traffic $0.01/GB',
    );
    expect(priceSentence({ ...onDemand, offer: { ...offer, inet_down_cost: 0 } }, plan)).toContain(
      'download free, upload $0.01/GB',
    );
    expect(priceSentence({ key: '1', offer: { id: 1 }, isBid: false }, plan)).toBe(
      '$?/h, $? for 8 h with 100 GB, stopped $?/h, traffic $?/GB',
    );
  });

  it('follows disk and hours', () => {
    const { running, stopped, total } = plannedPrice(onDemand, { disk: 720, hours: 10 });
    expect(stopped).toBeCloseTo(0.1);
    expect(running).toBeCloseTo(0.3961);
    expect(total).toBeCloseTo(3.961);
  });

  it('of an interruptible row takes the bid, or the lowest one as it is shown', () => {
    expect(plannedPrice(bid, plan)).toMatchObject({ lowestBid: 0.052, bid: 0.052 });
    expect(plannedPrice(bid, plan).running).toBeCloseTo(0.052 + 0.01389, 4);
    expect(plannedPrice(bid, plan).onDemand).toBeCloseTo(0.31, 4);
    expect(plannedPrice(bid, { ...plan, bid: 0.1 }).running).toBeCloseTo(0.11389, 4);
    expect(plannedPrice(bid, { ...plan, bid: 0.1 }).bidTooLow).toBeUndefined();
    expect(plannedPrice(bid, { ...plan, bid: 0.0512 }).bidTooLow).toBeUndefined();
    expect(plannedPrice(bid, { ...plan, bid: 0.05 }).bidTooLow).toBe(true);
    expect(priceSentence(bid, { ...plan, bid: 0.05 })).toContain('a bid of $0.05/h is below the lowest bid');
    expect(priceSentence(bid, plan)).toContain('with the lowest bid of $0.052/h, on demand $0.31/h');
  });

  it('of a row on demand has nothing to do with a bid', () => {
    const price = plannedPrice(onDemand, { ...plan, bid: 0.01 });
    expect(price).toMatchObject({ lowestBid: 0.052, bid: undefined });
    expect(price.running).toBe(price.onDemand);
    expect(price.bidTooLow).toBeUndefined();
  });

  it('of 0 is one, and one below 0 is unknown rather than the lowest', () => {
    const free = { id: 1, dph_base: 0, storage_cost: 0, inet_down_cost: 0, inet_up_cost: 0 };
    expect(priceSentence({ ...onDemand, offer: free }, plan)).toBe(
      '$0.00/h, $0.00 for 8 h with 100 GB, stopped $0.00/h, traffic free',
    );
    const mistaken = { id: 1, dph_base: -5, storage_cost: -1, inet_down_cost: -1 };
    expect(plannedPrice({ ...onDemand, offer: mistaken }, plan)).toEqual({});
  });

  it('is a number from 0 or unknown, whatever an offer and a plan tell', () => {
    fc.assert(
      fc.property(anyRow, anyPlan, (row, any) => {
        const { bidTooLow, ...price } = plannedPrice(row, any);
        for (const value of Object.values(price)) {
          if (value === undefined) continue;
          expect(Number.isFinite(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
        }
        if (bidTooLow) expect(row.isBid).toBe(true);
        expect(priceSentence(row, any)).not.toMatch(/NaN|Infinity|undefined/);
      }),
    );
  });
});

it.each([
  [0.31251, '$0.3125'],
  [0.31249, '$0.3125'],
  [0.3124, '$0.3124'],
  [0, '$0.0000'],
  [0.00001, '<$0.0001'],
  [1234.5, '$1,234.50'],
  [1e300, '$1E300'],
  [undefined, '$?'],
  [Number.NaN, '$?'],
])('a price of %s in a column is written %s', (dollars, text) => {
  expect(precisePrice(dollars)).toBe(text);
});
