import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import { formatPerHour } from '../../../../src/domain/money/cost';
import {
  afterFailure,
  afterLook,
  findsIn,
  isForgotten,
  type OfferWatch,
  renewed,
  untilLook,
  untilSearch,
  watchLasts,
  watchSchema,
} from '../../../../src/domain/offers/offerWatch';
import { anyRow } from './support/anyRow';

const watch: OfferWatch = {
  id: 'w',
  name: 'cheap',
  query: { type: 'on-demand', filters: {}, disk: 100, hours: 8 },
  limit: 0.3,
  begun: 0,
  told: [],
};
/** Without a disk's price, so that it costs what it says. */
const offer = (id: number, price: number, more: Partial<Offer> = {}) => ({
  offer: { id, gpu_name: 'RTX 4090', dph_total: price, dph_base: price, storage_cost: 0, ...more },
  isBid: false,
});
const pricesOf = (of: OfferWatch, ...offers: ReturnType<typeof offer>[]) =>
  findsIn(of, offers).map((find) => [find.offer.id, find.price]);

describe('what a watch finds', () => {
  it('is what costs at most the limit, the cheapest first', () => {
    expect(pricesOf(watch, offer(1, 0.31), offer(2, 0.3), offer(3, 0.2))).toEqual([
      [3, 0.2],
      [2, 0.3],
    ]);
  });

  it('is priced with the disk', () => {
    const withDisk = offer(1, 0.29, { dph_base: 0.29, storage_cost: 0.1 });
    expect(pricesOf(watch, withDisk)).toEqual([]);
    const cheaper = offer(1, 0.28, { dph_base: 0.28, storage_cost: 0.1 });
    expect(pricesOf(watch, cheaper)).toEqual([[1, 0.28 + 10 / 720]]);
  });

  it('is priced with the lowest bid, or with the one that is planned if that is enough', () => {
    const bids: OfferWatch = { ...watch, query: { ...watch.query, type: 'bid' } };
    const interruptible = { ...offer(1, 0.5, { min_bid: 0.1 }), isBid: true };
    expect(findsIn(bids, [interruptible]).map(({ price }) => price)).toEqual([0.1]);
    const planned = (bid: number) => ({ ...bids, query: { ...bids.query, bid } });
    expect(findsIn(planned(0.2), [interruptible]).map(({ price }) => price)).toEqual([0.2]);
    expect(findsIn(planned(0.05), [interruptible])).toEqual([]);
    expect(findsIn(bids, [{ ...offer(1, 0.1), isBid: true }])).toEqual([]);
  });

  it('is told again only once it is visibly cheaper', () => {
    const told = afterLook(watch, findsIn(watch, [offer(1, 0.2)]), 5);
    expect(pricesOf(told, offer(1, 0.2))).toEqual([]);
    expect(pricesOf(told, offer(1, 0.25))).toEqual([]);
    expect(pricesOf(told, offer(1, 0.1999))).toEqual([]);
    expect(pricesOf(told, offer(1, 0.19))).toEqual([[1, 0.19]]);
    // It went away meanwhile.
    expect(pricesOf(afterLook(told, [], 6), offer(1, 0.2))).toEqual([]);
    expect(pricesOf(afterLook(told, [], 6), offer(1, 0.1))).toEqual([[1, 0.1]]);
  });

  it('is something else for a bid', () => {
    const both: OfferWatch = { ...watch, query: { ...watch.query, type: 'both' } };
    const told = afterLook(both, findsIn(both, [offer(1, 0.2)]), 5);
    expect(findsIn(told, [{ ...offer(1, 0.2, { min_bid: 0.2 }), isBid: true }])).toHaveLength(1);
  });

  it('is never an offer without a price or beyond the limit, whatever the service says', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const finds = findsIn(watch, rows);
        for (const { price } of finds) expect(price >= 0 && price <= watch.limit).toBe(true);
        const told = afterLook(watch, finds, 1);
        expect(watchSchema.safeParse(told).success).toBe(true);
        const texts = (some: readonly { price: number }[]) => some.map(({ price }) => formatPerHour(price));
        const ids = new Set(rows.map(({ key }) => key));
        if (ids.size === rows.length) expect(texts(findsIn(told, rows))).toEqual([]);
      }),
    );
  });
});

describe('when a watch looks', () => {
  it('is once a minute', () => {
    expect(untilLook(watch, 0)).toBe(0);
    const looked = afterLook(watch, [], 1000);
    expect(untilLook(looked, 1000)).toBe(60_000);
    expect(untilLook(looked, 61_000)).toBe(0);
    expect(untilSearch([watch, looked], 11_000)).toBe(20_000);
    expect(untilSearch([watch, looked], 31_000)).toBe(0);
  });

  it('is less often while searches fail, at least every quarter of an hour', () => {
    let failing = watch;
    const pauses = [];
    for (let count = 0; count < 6; count += 1) {
      failing = afterFailure(failing, 1000);
      pauses.push(untilLook(failing, 1000) / 60_000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15]);
    expect(untilLook(afterLook(failing, [], 2000), 2000)).toBe(60_000);
    expect(untilLook(renewed(failing, 2000), 2000)).toBe(0);
  });

  it('is now after the clock was set back', () => {
    const looked = afterFailure(afterLook(watch, [], 1e9), 1e9);
    expect(untilLook(looked, 0)).toBe(0);
    expect(untilSearch([looked], 0)).toBe(0);
  });
});

it('lists an ended watch for a week', () => {
  const ended: OfferWatch = { ...watch, ended: true };
  expect(isForgotten(ended, watchLasts * 8)).toBe(false);
  expect(isForgotten(ended, watchLasts * 8 + 1)).toBe(true);
  expect(isForgotten(watch, watchLasts * 9)).toBe(false);
  expect(renewed(ended, 7).ended).toBeUndefined();
});
