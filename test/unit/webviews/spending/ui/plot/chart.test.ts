import { describe, expect, it } from 'vitest';
import { ticksOf } from '../../../../../../src/webviews/shared/ui/plot/ticks';
import { sumNames } from '../../../../../../src/webviews/spending/ui/plot/chart';

describe('the sums at the axis of the spending plot', () => {
  it('are told apart, however little was spent', () => {
    for (const max of [0.00001, 0.004, 0.0216, 0.4, 3, 77, 12_000]) {
      const names = sumNames(ticksOf({ min: 0, max }, false, 6));
      expect(new Set(names).size, String(max)).toBe(names.length);
      expect(names[0]).toMatch(/^\$0\.00/);
    }
    expect(sumNames([0, 0.005, 0.01])).toEqual(['$0.000', '$0.005', '$0.010']);
    expect(sumNames([0, 50])).toEqual(['$0.00', '$50.00']);
    expect(sumNames([])).toEqual([]);
  });
});
