import { describe, expect, it } from 'vitest';
import { placeForName } from '../../../../../src/webviews/offers/ui/plot/shapes';

describe('the name of the frontier', () => {
  it('is in the middle of the longest step', () => {
    const line = [
      { left: 10, top: 200 },
      { left: 30, top: 150 },
      { left: 230, top: 90 },
      { left: 260, top: 50 },
    ];
    expect(placeForName(line, 80, 400)).toEqual({ left: 90, top: 150 });
  });

  it('stays within the plot, also beside a point alone and from right to left', () => {
    expect(placeForName([{ left: 395, top: 20 }], 80, 400)).toEqual({ left: 318, top: 20 });
    expect(placeForName([{ left: 0, top: 20 }], 80, 400)).toEqual({ left: 2, top: 20 });
    const line = [
      { left: 390, top: 200 },
      { left: 190, top: 100 },
    ];
    expect(placeForName(line, 80, 400)).toEqual({ left: 250, top: 200 });
  });
});
