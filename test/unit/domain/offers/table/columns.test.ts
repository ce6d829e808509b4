import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../../src/api/plainText';
import { columnOf, columns, columnTitle, usualColumns } from '../../../../../src/domain/offers/table/columns';
import type { MarketRow } from '../../../../../src/domain/offers/table/marketRow';
import { anyPlan, anyRow, plainMarket } from '../support/anyRow';

const plan = { disk: 100, hours: 8 };

describe('the columns of offers', () => {
  it('each have an id and a title of their own', () => {
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
    expect(new Set(columns.map((one) => columnTitle(one, plan))).size).toBe(columns.length);
    expect(columnOf('price')?.title(plan)).toBe('Price');
    expect(columnOf('toString')).toBeUndefined();
  });

  it('begin with the price, and show what a bid is compared with where there are bids', () => {
    expect(usualColumns[0]).toBe('price');
    expect(usualColumns).toEqual(expect.arrayContaining(['lowestBid', 'onDemand', 'type']));
  });

  it('tell all of an offer that a service tells', () => {
    const rows: MarketRow[] = plainMarket(20, true).map((offer) => ({
      key: String(offer.id),
      offer,
      isBid: true,
      onDemandBase: 1,
    }));
    const silent = columns.filter(({ text }) => rows.some((row) => text(row, plan) === '–'));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['price', { dph_base: 0.3, storage_cost: 0.09 }, '$0.3125'],
    ['total', { dph_base: 0.3, storage_cost: 0.09 }, '$2.50'],
    ['vram', { gpu_ram: 24_564 }, '24'],
    ['vram', { gpu_ram: 6144 }, '6'],
    ['reliability', { reliability2: 0.99996 }, '99.99%'],
    ['verified', { verification: 'deverified' }, 'no'],
    ['place', { geolocation: 'Sweden, SE' }, 'Sweden'],
    ['place', { geolocation: 'Texas, US' }, 'Texas, US'],
    ['cuda', { cuda_max_good: 12 }, '12.0'],
    ['computeCap', { compute_cap: 890 }, '8.9'],
    ['duration', { duration: 864_000 }, '10 days'],
    ['duration', { duration: 3700 }, '1 hour'],
    ['downloadPrice', { inet_down_cost: 0 }, 'free'],
    ['gpu', { gpu_name: 'a\nb $(x)' }, 'a b $ (x)'],
    ['gpu', { gpu_name: '' }, '–'],
    ['gpuShare', { gpu_frac: 0.25 }, '25'],
    ['gpuShare', { gpu_frac: 1.8e306 }, '–'],
    ['datacenter', { hosting_type: 0 }, 'no'],
    ['dlperfPerDollar', { dlperf: 50, dph_base: 0.5, storage_cost: 0 }, '100'],
    ['dlperfPerDollar', { dlperf: 50, dph_base: 0, storage_cost: 0 }, '–'],
  ])('%s of %j reads %s', (id, fields, text) => {
    expect(columnOf(id)?.text({ key: '1', offer: { id: 1, ...fields }, isBid: false }, plan)).toBe(text);
  });

  it('name no price for a bid below the lowest one, for it would be the lowest price of all', () => {
    const row = { key: '1b', offer: { id: 1, min_bid: 0.2, storage_cost: 0, dlperf: 10 }, isBid: true };
    const texts = (bid: number) =>
      ['price', 'total', 'dlperfPerDollar', 'lowestBid'].map((id) =>
        columnOf(id)?.text(row, { ...plan, bid }),
      );
    expect(texts(0.1)).toEqual(['–', '–', '–', '$0.20']);
    expect(texts(0.25)).toEqual(['$0.2500', '$2.00', '40', '$0.20']);
  });

  it('have a short, harmless text and a value without surprises, whatever an offer tells', () => {
    fc.assert(
      fc.property(anyRow, anyPlan, (row, any) => {
        for (const one of columns) {
          const { id, text, value } = one;
          const shown = text(row, any);
          expect([id, shown]).toEqual([id, plainText(shown)]);
          expect(shown).not.toMatch(/NaN|Infinity|undefined|^$/);
          expect(shown.length).toBeLessThan(220);
          const known = value(row, any);
          if (typeof known === 'number') expect([id, Number.isFinite(known)]).toEqual([id, true]);
          if (known === undefined) expect(shown).toBe('–');
          expect(columnTitle(one, any)).not.toMatch(/NaN|Infinity/);
        }
      }),
    );
  });
});
