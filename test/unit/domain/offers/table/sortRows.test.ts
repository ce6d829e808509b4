import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { columnOf, columns } from '../../../../../src/domain/offers/table/columns';
import type { MarketRow } from '../../../../../src/domain/offers/table/marketRow';
import type { SortKey } from '../../../../../src/domain/offers/filters/panelQuery';
import { clickedSort, sortRows } from '../../../../../src/domain/offers/table/sortRows';
import { anyRow } from '../support/anyRow';

const plan = { disk: 100, hours: 8 };
const row = (id: number, fields: object): MarketRow => ({
  key: `${id}`,
  offer: { id, ...fields },
  isBid: false,
});
const keysOf = (rows: readonly MarketRow[]) => rows.map(({ key }) => key).join('');
const anyKeys = fc.array(
  fc.record({
    column: fc.constantFrom(...columns.map(({ id }) => id), 'no such column'),
    direction: fc.constantFrom<SortKey['direction']>('asc', 'desc'),
  }),
  { maxLength: 3 },
);

describe('sorting rows', () => {
  const rows = [
    row(1, { gpu_name: 'RTX 4090', num_gpus: 2 }),
    row(2, { gpu_name: 'RTX 3090', num_gpus: 2 }),
    row(3, { num_gpus: 1 }),
    row(4, { gpu_name: 'RTX 4090', num_gpus: 1 }),
    row(5, {}),
  ];
  const sorted = (...keys: [string, SortKey['direction']][]) =>
    keysOf(
      sortRows(
        rows,
        keys.map(([column, direction]) => ({ column, direction })),
        plan,
      ),
    );

  it('keeps the order where a key says nothing, and puts what is unknown last both ways', () => {
    expect(sorted(['gpu', 'asc'])).toBe('21435');
    expect(sorted(['gpu', 'desc'])).toBe('14235');
    expect(sorted(['gpus', 'asc'])).toBe('34125');
  });

  it('goes by several keys', () => {
    expect(sorted(['gpus', 'desc'], ['gpu', 'asc'])).toBe('21435');
    expect(sorted(['gpu', 'desc'], ['gpus', 'asc'])).toBe('41235');
  });

  it('leaves the order alone without a key that it knows', () => {
    expect(sorted()).toBe('12345');
    expect(sorted(['nothing', 'asc'])).toBe('12345');
  });

  it('compares numbers within names as numbers', () => {
    const named = ['A100', 'A40', 'A6'].map((name, id) => row(id, { gpu_name: name }));
    expect(keysOf(sortRows(named, [{ column: 'gpu', direction: 'asc' }], plan))).toBe('210');
  });

  it('neither loses nor changes a row, is ordered and stable, whatever the offers tell', () => {
    fc.assert(
      fc.property(fc.array(anyRow), anyKeys, (any, keys) => {
        const result = sortRows(any, keys, plan);
        expect(new Set(result)).toEqual(new Set(any));
        expect(result.length).toBe(any.length);
        expect(sortRows(result, keys, plan)).toEqual(result);
        const [first] = keys.filter(({ column }) => columnOf(column));
        const values = result.map((one) => first && columnOf(first.column)?.value(one, plan));
        const known = values.filter((value) => value !== undefined);
        expect(values.slice(0, known.length)).toEqual(known);
        const numbers = known.filter((value) => typeof value === 'number');
        const rising = first?.direction === 'desc' ? numbers.toReversed() : numbers;
        expect(rising.every((value, index) => index === 0 || value >= (rising[index - 1] ?? value))).toBe(
          true,
        );
      }),
    );
  });
});

describe('a click on a title', () => {
  const price: SortKey = { column: 'price', direction: 'asc' };

  it('sorts by it alone, what most look for first, and turns around the second time', () => {
    expect(clickedSort([], 'price', false)).toEqual([price]);
    expect(clickedSort([price], 'price', false)).toEqual([{ column: 'price', direction: 'desc' }]);
    expect(clickedSort([price], 'reliability', false)).toEqual([
      { column: 'reliability', direction: 'desc' },
    ]);
  });

  it('with Shift adds it, turns it around, and takes it away the third time', () => {
    const gpu: SortKey = { column: 'gpu', direction: 'asc' };
    expect(clickedSort([price], 'gpu', true)).toEqual([price, gpu]);
    expect(clickedSort([price, gpu], 'gpu', true)).toEqual([price, { ...gpu, direction: 'desc' }]);
    expect(clickedSort([price, { ...gpu, direction: 'desc' }], 'gpu', true)).toEqual([price]);
    expect(clickedSort([price, gpu], 'gpu', false)).toEqual([gpu]);
  });
});
