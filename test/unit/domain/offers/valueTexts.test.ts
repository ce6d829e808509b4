import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { formatPerHour } from '../../../../src/domain/money/cost';
import { alignRight, percent, priceColumn } from '../../../../src/domain/offers/valueTexts';

describe('a column of prices', () => {
  it('shows which of two neighbours is the lower one', () => {
    expect(priceColumn([0.2663, 0.2689, 0.2701, 0.2714])).toEqual([
      '$0.266/h',
      '$0.269/h',
      '$0.270/h',
      '$0.271/h',
    ]);
    expect(priceColumn([0.26631, 0.26639, 0.4])).toEqual(['$0.2663/h', '$0.2664/h', '$0.4000/h']);
    // What differs by less than any price is told with is one price.
    expect(priceColumn([0.26631, 0.26634, 0.4])).toEqual(['$0.27/h', '$0.27/h', '$0.40/h']);
    expect(priceColumn([9.5, 10.25])).toEqual(['\u2007$9.50/h', '$10.25/h']);
    expect(priceColumn([0.05, 0.31])).toEqual(['$0.050/h', '$0.310/h']);
    expect(priceColumn([undefined, 0.31])).toEqual(['\u2007\u2007\u2007$?/h', '$0.31/h']);
  });

  it('shows a price that stands alone as everywhere', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 500, noNaN: true }), (price) => {
        expect(priceColumn([price])).toEqual([formatPerHour(price)]);
      }),
    );
  });

  it('is of one width, and never in the wrong order', () => {
    const prices = fc.array(fc.double({ min: 0.001, max: 99, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(prices, (some) => {
        const column = priceColumn([...some].sort((a, b) => a - b));
        expect(new Set(column.map(({ length }) => length)).size).toBe(1);
        const shown = column.map((text) => Number(text.replace(/[^\d.]/g, '')));
        expect(shown).toEqual([...shown].sort((a, b) => a - b));
      }),
    );
  });
});

it('numbers end below each other', () => {
  expect(alignRight(['8', '128'])).toEqual(['\u2007\u20078', '128']);
  expect(alignRight([])).toEqual([]);
});

it('a reliability is never rounded up', () => {
  expect([0.9999999, 0.99, 0.29, 0.956, 1].map(percent)).toEqual([
    '99.99%',
    '99.00%',
    '29.00%',
    '95.60%',
    '100%',
  ]);
});
