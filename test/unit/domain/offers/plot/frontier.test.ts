import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  type Better,
  dominates,
  efficientFrontier,
  isKnown,
} from '../../../../../src/domain/offers/plot/frontier';

const cheapAndFast = { x: 'low', y: 'high' } as const;
const side = fc.constantFrom<Better>('low', 'high');
const better = fc.record({ x: side, y: side });
/** Few different values, so that ties and equal points are many. */
const value = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -4, max: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, -0, 1e300) },
);
const points = fc
  .array(fc.record({ x: value, y: value }), { maxLength: 60 })
  .map((all) => all.map((point, index) => ({ key: String(index), ...point })));

const keysOf = (some: readonly { key: string }[]): string[] => some.map(({ key }) => key);

describe('the efficient frontier', () => {
  it('holds every point that no other one dominates, and no other point', () => {
    fc.assert(
      fc.property(points, better, (all, sides) => {
        const known = all.filter(isKnown);
        const undominated = known.filter((one) => !known.some((other) => dominates(other, one, sides)));
        expect(keysOf(efficientFrontier(all, sides)).sort()).toEqual(keysOf(undominated).sort());
      }),
    );
  });

  it('has for every point that is not on it one that dominates it', () => {
    fc.assert(
      fc.property(points, better, (all, sides) => {
        const frontier = efficientFrontier(all, sides);
        const on = new Set(keysOf(frontier));
        for (const point of all.filter(isKnown))
          if (!on.has(point.key)) expect(frontier.some((one) => dominates(one, point, sides))).toBe(true);
      }),
    );
  });

  it('is the same, in the same order, whatever the order of the points', () => {
    const shuffled = points.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, better, ([all, others], sides) => {
        expect(keysOf(efficientFrontier(others, sides))).toEqual(keysOf(efficientFrontier(all, sides)));
      }),
    );
  });

  it('goes from the best x to the worst, while y only gets better', () => {
    const frontier = efficientFrontier(
      [
        { key: 'dear', x: 3, y: 90 },
        { key: 'cheap', x: 1, y: 20 },
        { key: 'beaten', x: 2, y: 10 },
        { key: 'middle', x: 2, y: 40 },
      ],
      cheapAndFast,
    );
    expect(keysOf(frontier)).toEqual(['cheap', 'middle', 'dear']);
  });

  it('holds equal points together, and of a tie the better one alone', () => {
    const twins = [
      { key: 'b', x: 1, y: 20 },
      { key: 'a', x: 1, y: 20 },
      { key: 'slower', x: 1, y: 19 },
      { key: 'dearer', x: 2, y: 20 },
    ];
    expect(keysOf(efficientFrontier(twins, cheapAndFast))).toEqual(['a', 'b']);
  });

  it('leaves out what is unknown', () => {
    const some = [
      { key: 'no price', y: 100 },
      { key: 'no speed', x: 0.1 },
      { key: 'nonsense', x: Number.NEGATIVE_INFINITY, y: Number.NaN },
      { key: 'known', x: 5, y: 1 },
    ];
    expect(keysOf(efficientFrontier(some, cheapAndFast))).toEqual(['known']);
    expect(efficientFrontier([], cheapAndFast)).toEqual([]);
  });
});
