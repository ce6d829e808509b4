import { expect, it, vi } from 'vitest';
import { RowsOnScreen } from '../../../../src/prompts/offers/rowsOnScreen';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

/** A list whose rows are drawn when the test says so. */
function list() {
  const drawings: (() => void)[] = [];
  const rows = new RowsOnScreen<{ offer: number }>(
    ({ offer }) => offer > 0,
    () => new Promise<void>((resolve) => void drawings.push(resolve)),
  );
  const fill = (...offers: number[]) => {
    const all = offers.map((offer) => ({ offer }));
    rows.replaced(all);
    return all;
  };
  const draw = async () => {
    drawings.shift()!();
    await Promise.resolve();
  };
  return { rows, fill, draw };
}

it('a click takes the offer that was shown at its place, and not the one that has come there since', async () => {
  const { rows, fill, draw } = list();
  const first = fill(1, 2, 3);
  // Nothing else was there to be chosen.
  expect(rows.chosen(first[0])?.offer).toBe(1);
  await draw();
  expect(rows.chosen(first[1])?.offer).toBe(2);
  // VS Code tells the place, and finds there what the list was told last.
  const second = fill(9, 1, 2, 3);
  // Only the list that comes next has a fourth place.
  expect(second.map((row) => rows.chosen(row)?.offer)).toEqual([1, 2, 3, 3]);
  const third = fill(8, 1, 2, 9);
  // By now it may be that of either one.
  expect(third.map((row) => rows.chosen(row)?.offer)).toEqual([1, 2, 3, undefined]);
  await draw();
  expect(rows.chosen(third[0])?.offer).toBe(9);
  await draw();
  expect(rows.chosen(third[0])?.offer).toBe(8);
  expect(rows.chosen(undefined)).toBeUndefined();
});

it('a click where only “Searching…” was shown takes the offer that has come there', async () => {
  const { rows, fill, draw } = list();
  fill(0);
  await draw();
  const found = fill(1, 2, 3);
  expect(found.map((row) => rows.chosen(row)?.offer)).toEqual([1, 2, 3]);
});
