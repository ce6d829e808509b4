import { describe, expect, it } from 'vitest';
import { bidNote, type PanelQuery } from '../../../../src/domain/offers/filters/panelQuery';
import { columns } from '../../../../src/domain/offers/table/columns';
import { marketRows } from '../../support/marketRows';
import { plotAxes } from '../../../../src/domain/offers/plot/plotAxes';
import { sortRows } from '../../../../src/domain/offers/table/sortRows';
import { plainMarket } from './support/anyRow';

const rows = marketRows([], plainMarket(100, true));
const lowest = rows.map(({ offer }) => offer.min_bid ?? 0);
const [median = 0] = [...lowest].sort((a, b) => a - b).slice(50);
const query: PanelQuery = { type: 'bid', filters: {}, disk: 10, hours: 8 };

describe('a typed bid', () => {
  it('tells for how many offers it is too low', () => {
    const tooLow = lowest.filter((price) => price > median).length;
    expect(bidNote(rows, { ...query, bid: median })).toBe(`${tooLow} of 100 offers need a higher bid.`);
    expect(bidNote(rows, { ...query, bid: 0.0001 })).toBe('All of these offers need a higher bid.');
    expect(bidNote(rows, { ...query, bid: 1000 })).toBeUndefined();
    expect(bidNote(rows, query)).toBeUndefined();
    expect(bidNote(rows, { ...query, type: 'on-demand', bid: 0.0001 })).toBeUndefined();
  });

  it('gives no price to an offer that it is too low for, and orders it last', () => {
    const plan = { ...query, bid: median };
    const price = columns.find(({ id }) => id === 'price')!;
    const sorted = sortRows(rows, [{ column: 'price', direction: 'asc' }], plan);
    const isTooLow = sorted.map(({ offer }) => (offer.min_bid ?? 0) > median);
    expect(isTooLow).toEqual([...isTooLow].sort((a, b) => Number(a) - Number(b)));
    const [axis] = plotAxes.filter(({ id }) => id === 'price');
    expect(price.value(sorted.at(-1)!, plan)).toBeUndefined();
    expect(axis?.value(sorted.at(-1)!, plan)).toBeUndefined();
    expect(axis?.value(sorted[0]!, plan)).toBeGreaterThan(0);
  });
});
