import { describe, expect, it } from 'vitest';
import { placeForName } from '../../../../../src/webviews/offers/ui/plot/shapes';

const size = { width: 80, height: 13 };
const area = { width: 400, height: 300 };
const line = [
  { left: 10, top: 200 },
  { left: 130, top: 150 },
  { left: 230, top: 90 },
  { left: 390, top: 50 },
];

describe('the name of the frontier', () => {
  it('is beside the point that is nearest to the middle, on the side without offers', () => {
    expect(placeForName(line, size, area, { x: -1, y: -1 })).toEqual({ left: 143, top: 70 });
    expect(placeForName(line, size, area, { x: 1, y: 1 })).toEqual({ left: 137, top: 157 });
  });

  it('moves with the points', () => {
    const moved = line.map(({ left, top }) => ({ left, top: top + 5 }));
    expect(placeForName(moved, size, area, { x: -1, y: -1 })).toEqual({ left: 143, top: 75 });
  });

  it('stays within the plot at its upper edge', () => {
    expect(placeForName([{ left: 200, top: 4 }], size, area, { x: -1, y: -1 })).toEqual({
      left: 113,
      top: 0,
    });
  });

  it('is nowhere where no point has room for it', () => {
    expect(placeForName([{ left: 20, top: 100 }], size, area, { x: -1, y: -1 })).toBeUndefined();
    expect(placeForName([{ left: 200, top: 900 }], size, area, { x: -1, y: -1 })).toBeUndefined();
    expect(placeForName([], size, area, { x: -1, y: -1 })).toBeUndefined();
  });
});
