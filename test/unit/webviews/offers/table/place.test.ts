import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { movedPlace, within } from '../../../../../src/webviews/offers/ui/table/place';

const size = { rows: 100, columns: 5, page: 10 };
const after = (row: number, column: number, ...keys: string[]) =>
  keys.reduce((place, key) => movedPlace(place, key, size, false) ?? place, { row, column });

describe('the keyboard in the table', () => {
  it.each([
    [0, -1, ['ArrowDown', 'ArrowDown'], 2, -1],
    [0, -1, ['ArrowRight', 'ArrowRight'], 0, 1],
    [3, 1, ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'], 3, -1],
    [0, -1, ['ArrowUp'], -1, 0],
    [-1, 2, ['ArrowDown'], 0, 2],
    [-1, 2, ['Home'], -1, 0],
    [-1, 2, ['End'], -1, 4],
    [50, 2, ['Home'], 0, 2],
    [50, 2, ['End', 'ArrowDown'], 99, 2],
    [50, -1, ['PageDown', 'PageDown'], 70, -1],
    [5, -1, ['PageUp'], 0, -1],
    [95, -1, ['PageDown'], 99, -1],
    [4, 4, ['ArrowRight'], 4, 4],
  ])('goes from row %d, column %d with %j to row %d, column %d', (row, column, keys, toRow, toColumn) => {
    expect(after(row, column, ...keys)).toEqual({ row: toRow, column: toColumn });
  });

  it('knows no other keys', () => {
    for (const [key, isFar] of [
      ['a', false],
      ['ArrowDown', true],
    ] as const)
      expect(movedPlace({ row: 0, column: 0 }, key, size, isFar)).toBeUndefined();
  });

  it('goes to the first and the last row as a whole with Ctrl', () => {
    expect(movedPlace({ row: 50, column: 3 }, 'Home', size, true)).toEqual({ row: 0, column: -1 });
    expect(movedPlace({ row: -1, column: 3 }, 'End', size, true)).toEqual({ row: 99, column: -1 });
  });

  it('waits in an empty table for the first row', () => {
    expect(within({ row: 0, column: -1 }, { ...size, rows: 0 })).toEqual({ row: 0, column: -1 });
  });

  it('stays in the table, also in an empty one', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...keys)),
        fc.nat(3),
        fc.integer({ min: 1, max: 3 }),
        (all, rows, columns) => {
          let place = { row: 0, column: -1 };
          for (const key of all) {
            place = movedPlace(place, key, { rows, columns, page: 2 }, false) ?? place;
            expect(place.row).toBeGreaterThanOrEqual(-1);
            expect(place.row).toBeLessThan(Math.max(rows, 1));
            expect(place.column).toBeGreaterThanOrEqual(place.row < 0 ? 0 : -1);
            expect(place.column).toBeLessThan(columns);
          }
        },
      ),
    );
  });
});
