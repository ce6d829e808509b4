import { describe, expect, it } from 'vitest';
import { emptyReason } from '../../../../src/domain/offers/filters/emptyResult';
import { marketRows } from '../../support/marketRows';
import { matchingRows, type PanelQuery } from '../../../../src/domain/offers/filters/panelQuery';
import { plannedPrice } from '../../../../src/domain/offers/plannedPrice';
import { plainMarket } from './support/anyRow';

// The service told their prices with a disk of 20 GB.
const rows = marketRows(plainMarket(200), plainMarket(200, true));
const query: PanelQuery = { type: 'both', filters: {}, disk: 200, hours: 8, bid: 0.3 };
const running = (row: (typeof rows)[number]): number => plannedPrice(row, query).running ?? 0;

describe('the highest price', () => {
  it('is about the price that is shown, with the planned disk and bid', () => {
    for (const highest of [0.2, 0.33, 0.5, 1]) {
      const found = matchingRows(rows, { ...query, filters: { dph_total: { lte: highest } } });
      expect(found.map(({ key }) => key)).toEqual(
        rows
          .filter((row) => (row.offer.disk_space ?? 0) >= 200 && running(row) <= highest)
          .map(({ key }) => key),
      );
    }
  });

  it('is the reason of an empty result by the same price', () => {
    const cheapest = Math.min(...matchingRows(rows, query).map(running));
    const empty = { ...query, filters: { dph_total: { lt: cheapest } } };
    expect(matchingRows(rows, empty)).toEqual([]);
    const [remedy] = emptyReason(rows, empty, false).remedies;
    expect(remedy?.query.filters).toEqual({});
    expect(remedy?.effect).toBe(`then ${matchingRows(rows, query).length} offers`);
  });
});
