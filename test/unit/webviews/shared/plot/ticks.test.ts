import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { rangeOf, ticksOf } from '../../../../../src/webviews/shared/ui/plot/ticks';

describe('the range of an axis', () => {
  it('holds every value, with room at both ends', () => {
    const value = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.boolean(), (values, isLog) => {
        const { min, max } = rangeOf(values, isLog);
        expect(min).toBeGreaterThanOrEqual(0);
        expect(Math.min(...values)).toBeGreaterThan(min);
        expect(Math.max(...values)).toBeLessThan(max);
      }),
    );
  });

  it('is not less than 0 where no value is', () => {
    expect(rangeOf([0, 100], false).min).toBe(0);
    expect(rangeOf([0], false)).toEqual({ min: 0, max: 0.5 });
  });

  it('is there without a value, and for absurd ones', () => {
    expect(rangeOf([], true)).toEqual({ min: 1, max: 10 });
    expect(rangeOf([], false)).toEqual({ min: 0, max: 1 });
    for (const values of [[5e-324, 1.7e308], [1.7e308], [5e-324]]) {
      const { min, max } = rangeOf(values, true);
      expect(min).toBeGreaterThan(0);
      expect(Number.isFinite(max)).toBe(true);
    }
  });
});

describe('the ticks of an axis', () => {
  it('are round on a logarithmic price axis, as many as there is room for', () => {
    const range = { min: 0.025, max: 32 };
    expect(ticksOf(range, true, 12)).toEqual([0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
    expect(ticksOf(range, true, 7)).toEqual([0.03, 0.1, 0.3, 1, 3, 10, 30]);
    expect(ticksOf(range, true, 3)).toEqual([0.1, 1, 10]);
  });

  it('are spread evenly within less than a power of ten', () => {
    expect(ticksOf({ min: 11, max: 48 }, true, 8)).toEqual([15, 20, 25, 30, 35, 40, 45]);
    expect(ticksOf({ min: 92.4, max: 100.4 }, false, 5)).toEqual([94, 96, 98, 100]);
  });

  it('stay within a range so narrow that rounding would push them out', () => {
    const range = rangeOf([0.0010000000000000002, 0.001000000000000001], false);
    expect(ticksOf(range, false, 3)).toEqual([0.001, 0.0011]);
  });

  it('skip powers of ten where there are many', () => {
    const ticks = ticksOf({ min: 1e-9, max: 1e12 }, true, 6);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks.length).toBeGreaterThan(3);
  });

  it('stay within the range, rise, and are never more than there is room for', () => {
    const end = fc.double({ min: 0.001, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(end, end, fc.boolean(), fc.integer({ min: 2, max: 14 }), (one, other, isLog, most) => {
        const range = rangeOf([one, other], isLog);
        const ticks = ticksOf(range, isLog, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(range.min);
          expect(tick).toBeLessThanOrEqual(range.max);
        }
      }),
    );
  });
});
