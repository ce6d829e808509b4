import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { columnTitle } from '../../../../../src/domain/offers/table/columns';
import type { MarketRow } from '../../../../../src/domain/offers/table/marketRow';
import {
  chosenColumns,
  choicesOf,
  movedColumn,
  shownColumns,
  TableData,
  titleLetters,
  type TableInput,
} from '../../../../../src/webviews/offers/ui/table/data';
import { anyRow } from '../../../domain/offers/support/anyRow';

const row = (id: number, fields: object = {}, isBid = false): MarketRow => ({
  key: `${id}${isBid ? 'b' : ''}`,
  offer: { id, dph_base: id, storage_cost: 0, ...fields },
  isBid,
});
const given: TableInput = {
  rows: [row(3), row(1), row(2)],
  market: [],
  plan: { disk: 100, hours: 8 },
  sort: [{ column: 'price', direction: 'asc' }],
  pinned: new Set(),
  compared: new Set(),
  badMachines: new Set(),
  columns: [],
};
const keysOf = (rows: readonly MarketRow[]) => rows.map(({ key }) => key).join('');

describe('what the table shows', () => {
  it('has pinned rows on top in the same order, those that the filters leave out too', () => {
    const data = new TableData({ ...given, market: [row(9), row(4)], pinned: new Set(['9', '2', '8']) });
    expect([keysOf(data.pinned), keysOf(data.body)]).toEqual(['29', '13']);
    expect([0, 1, 2, 3, 4].map((place) => data.row(place)?.key)).toEqual(['2', '9', '1', '3', undefined]);
    expect(['9', '3', '4'].map((key) => data.placeOf(key))).toEqual([1, 3, -1]);
    const [, outside] = data.pinned;
    expect(data.texts(outside!)).toContain('outside the filters');
    expect(data.words(outside!)).toContain('pinned, outside the filters');
  });

  it('says in words on which machines an instance did not start', () => {
    const rows = [row(1, { machine_id: 7 }), row(2, { machine_id: 8 })];
    const data = new TableData({ ...given, rows, badMachines: new Set([7]) });
    expect(rows.map((one) => data.texts(one).includes('didn’t start today'))).toEqual([true, false]);
    expect(data.words(rows[0]!)).toContain('didn’t start today');
    expect(new TableData(given).columns.some(({ column }) => column.id === 'notes')).toBe(false);
  });

  it('says in words where the planned bid is too low', () => {
    const rows = [row(1, { min_bid: 0.2 }, true), row(2, { min_bid: 0.1 }, true), row(1, { min_bid: 0.2 })];
    const data = new TableData({ ...given, rows, plan: { disk: 100, hours: 8, bid: 0.15 } });
    expect(rows.map((one) => data.texts(one).includes('bid too low'))).toEqual([true, false, false]);
  });

  it('tells of bids only where there are bids', () => {
    const ids = (rows: MarketRow[]) =>
      new TableData({ ...given, rows }).columns.map(({ column }) => column.id);
    expect(ids([row(1)])).not.toContain('lowestBid');
    expect(ids([row(1), row(1, {}, true)])).toEqual(expect.arrayContaining(['lowestBid', 'onDemand']));
  });

  it('is complete, whatever the offers tell', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 20 }), fc.array(fc.nat(20)), (rows, pins) => {
        const pinned = new Set(pins.flatMap((place) => rows[place]?.key ?? []));
        const data = new TableData({ ...given, rows, market: rows, pinned });
        expect(data.count).toBe(rows.length);
        for (const one of rows) expect(data.texts(one).length).toBe(data.columns.length);
      }),
    );
  });
});

describe('the chosen columns', () => {
  it('are the usual ones where none are chosen or none are known', () => {
    expect(chosenColumns([], given.plan)[0]?.column.id).toBe('price');
    expect(chosenColumns([{ id: 'of another version' }], given.plan)).toEqual(chosenColumns([], given.plan));
  });

  it('keep their width within reason, and remember only what differs', () => {
    const chosen = chosenColumns(
      [{ id: 'gpu', width: 1e9 }, { id: 'price' }, { id: 'cuda', width: 1 }],
      given.plan,
    );
    expect(choicesOf(chosen)).toEqual([
      { id: 'gpu', width: 600 },
      { id: 'price' },
      { id: 'cuda', width: 44 },
    ]);
  });

  it('are wide enough for their titles', () => {
    expect(titleLetters('VRAM each (GB)')).toBeCloseTo('VRAM'.length + 0.4 + 0.5 + 'each'.length);
    expect(titleLetters('Reliability')).toBeCloseTo('Reaby'.length + 5 * 0.5 + 0.65);
    expect(titleLetters('Price (/h)')).toBeCloseTo('h↑1'.length + 3 * 0.65 + 0.5);
    expect(titleLetters('单卡显存 (GB)')).toBeCloseTo('单卡显存'.length * 1.65);
    for (const { column, width } of chosenColumns([], given.plan))
      expect(width).toBeGreaterThan(titleLetters(columnTitle(column, given.plan)) * 7.9 + 16);
  });

  it('move among those that are shown', () => {
    const all = chosenColumns([{ id: 'price' }, { id: 'lowestBid' }, { id: 'gpu' }], given.plan);
    const shown = shownColumns(all, false);
    const moved = (id: string, by: number) => movedColumn(all, shown, id, by).map(({ column }) => column.id);
    expect(moved('gpu', -1)).toEqual(['gpu', 'lowestBid', 'price']);
    expect(moved('gpu', 1)).toEqual(['price', 'lowestBid', 'gpu']);
    const four = chosenColumns(
      ['price', 'gpu', 'vram', 'cuda'].map((id) => ({ id })),
      given.plan,
    );
    expect(movedColumn(four, four, 'price', 2).map(({ column }) => column.id)).toEqual([
      'gpu',
      'vram',
      'price',
      'cuda',
    ]);
  });

  it('show together, in a window of 1280 × 800 beside the side bar, what decides', () => {
    const { columns } = new TableData(given);
    const width = columns.slice(0, 8).reduce((sum, one) => sum + one.width, 0);
    expect(columns.slice(0, 8).map(({ column }) => column.id)).toEqual([
      'price',
      'gpu',
      'gpus',
      'place',
      'dlperfPerDollar',
      'reliability',
      'download',
      'duration',
    ]);
    // And the memory per GPU after them, but for the margin of its cells.
    const [next] = columns.slice(8);
    expect(next?.column.id).toBe('vram');
    expect(width + (next?.width ?? 0) - 8).toBeLessThan(881 - 58 - 26);
    expect(columns.filter(({ stays }) => stays).map(({ column }) => column.id)).toEqual([
      'price',
      'gpu',
      'place',
    ]);
  });
});
