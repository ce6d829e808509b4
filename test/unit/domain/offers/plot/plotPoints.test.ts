import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { plotAxes, plotAxis, usualAxes, withAxis } from '../../../../../src/domain/offers/plot/plotAxes';
import { plotRows } from '../../../../../src/domain/offers/plot/plotPoints';
import { leftOutWords, plotSummary, pointWords } from '../../../../../src/domain/offers/plot/plotWords';
import { anyPlan, anyRow } from '../support/anyRow';

const anyAxis = fc.constantFrom(...plotAxes.map(({ id }) => id));
const anyAxes = fc.record({ x: anyAxis, y: anyAxis, logX: fc.boolean(), logY: fc.boolean() });

describe('the points of a plot', () => {
  it('are drawn or counted as left out, whatever the service tells', () => {
    fc.assert(
      fc.property(fc.array(anyRow), anyPlan, anyAxes, (rows, plan, axes) => {
        const plotted = plotRows(rows, plan, axes);
        const { points, frontier, unknown, notPositive } = plotted;
        expect(points.length + unknown + notPositive).toBe(rows.length);
        for (const point of points) {
          expect(axes.logX ? point.x > 0 : Number.isFinite(point.x)).toBe(true);
          expect(axes.logY ? point.y > 0 : Number.isFinite(point.y)).toBe(true);
        }
        const words = [plotSummary(plotted, plan), leftOutWords(plotted, plan)];
        for (const point of frontier.slice(0, 5)) words.push(pointWords(point, plotted, plan, true));
        for (const text of words) expect(text).not.toMatch(/undefined|NaN|Infinity|[<>]b>/);
      }),
    );
  });

  it('are in the units that the axes name', () => {
    const row = { key: '1', isBid: false, offer: { id: 1, gpu_ram: 24_576, reliability2: 0.995 } };
    const { points } = plotRows([row], { disk: 10, hours: 1 }, { ...usualAxes, x: 'vram', y: 'reliability' });
    expect(points).toEqual([{ key: '1', row, x: 24, y: 99.5 }]);
  });
});

describe('the axes of a plot', () => {
  it('are the usual ones for columns that there are not', () => {
    expect(plotAxis({ ...usualAxes, x: 'gone', y: 'gpu' }, 'x').id).toBe('price');
    expect(plotAxis({ ...usualAxes, x: 'gone', y: 'gpu' }, 'y').id).toBe('dlperf');
  });

  it('are logarithmic where that shows them best', () => {
    const axes = withAxis(usualAxes, 'y', 'reliability');
    expect(axes).toEqual({ ...usualAxes, y: 'reliability', logY: false });
    expect(withAxis(axes, 'y', 'vram').logY).toBe(true);
  });

  it('have short numbers at their ticks', () => {
    const [price, performance] = [plotAxis(usualAxes, 'x'), plotAxis(usualAxes, 'y')];
    expect([0.03, 0.1, 30, 1500].map(price.tick)).toEqual(['$0.03', '$0.1', '$30', '$1500']);
    expect([2.5, 20_000, 1.5e6, 1e300].map(performance.tick)).toEqual(['2.5', '20K', '1.5M', '1E300']);
  });
});
