import type uPlot from 'uplot';
import { axisOf, CanvasChart, type Theme } from '../../../shared/ui/plot/chart';
import { ticksOf } from '../../../shared/ui/plot/ticks';
import type { DayView } from '../../protocol';
import { lookOf, type Series, stackOf } from '../seriesLooks';
import { formatDollars } from '../../../../domain/format';
import { dayWords } from '../words';

/** What a chart draws. */
export interface Bars {
  days: readonly DayView[];
  series: Series;
}

const perDollar = 100_000_000;
/** CSS pixels that a number at an axis takes at least. */
const room = { x: 56, y: 32 };

/** The drawn part of the plot: axes and bars. */
export class BarChart extends CanvasChart<Bars> {
  /** The index of the day at a place; undefined beside the days. @param left from the left edge of the box */
  dayAt(left: number): number | undefined {
    if (!this.plot || !this.content) return undefined;
    const index = Math.round(this.plot.posToVal(left - this.plot.over.offsetLeft, 'x'));
    return index >= 0 && index < this.content.days.length ? index : undefined;
  }

  /** Where a day's bar is within the box. */
  placeOf(index: number): { left: number; width: number; top: number; height: number } | undefined {
    const { plot } = this;
    if (!plot || !this.content?.days[index]) return undefined;
    const { offsetLeft, offsetTop, clientHeight } = plot.over;
    const [from, to] = [plot.valToPos(index - 0.5, 'x'), plot.valToPos(index + 0.5, 'x')];
    return { left: offsetLeft + from, width: to - from, top: offsetTop, height: clientHeight };
  }

  protected override parts(
    { days, series }: Bars,
    theme: Theme,
    { width, height }: { width: number; height: number },
  ) {
    const highest = Math.max(...days.map((day) => heightOf(day, series)), 0) || 0.01;
    const most = { min: 0, max: highest * 1.08 };
    const step = Math.max(1, Math.ceil((days.length * room.x) / Math.max(room.x, width - 70)));
    // Counted from today, which is the one to read first.
    const shown = days.map((_, index) => index).filter((index) => (days.length - 1 - index) % step === 0);
    const dayAxis: uPlot.Axis = {
      ...axisOf(theme, 'x'),
      grid: { show: false },
      splits: () => shown,
      values: () => shown.map((index) => dayWords(days[index]?.day ?? '', 'short')),
    };
    const sumAxis: uPlot.Axis = {
      ...axisOf(theme, 'y'),
      splits: () => ticksOf(most, false, Math.max(2, Math.floor((height - 40) / room.y))),
      values: (_, splits) => sumNames(splits),
    };
    return {
      padding: [10, 24, 0, 0] satisfies uPlot.Padding,
      scales: {
        x: { time: false, range: (): [number, number] => [-0.5, days.length - 0.5] },
        y: { range: (): [number, number] => [most.min, most.max] },
      },
      axes: [dayAxis, sumAxis],
    };
  }

  protected override draw(plot: uPlot, { days, series }: Bars, theme: Theme): void {
    const context = plot.ctx;
    const ratio = context.canvas.width / plot.width;
    const fills = new Map<number, string | CanvasPattern>();
    const fillOf = (index: number): string | CanvasPattern => {
      const fill = fills.get(index) ?? makeFill(context, index, theme, ratio);
      fills.set(index, fill);
      return fill;
    };
    const x = (value: number): number => plot.bbox.left + plot.valToPos(value, 'x') * ratio;
    const y = (value: number): number => plot.bbox.top + plot.valToPos(value, 'y') * ratio;
    context.save();
    context.strokeStyle = theme.foreground;
    context.lineWidth = ratio;
    days.forEach((day, index) => {
      const half = Math.min(22 * ratio, (x(index + 0.5) - x(index - 0.5)) * 0.38);
      const middle = x(index);
      let sum = 0;
      for (const part of stackOf(day, series)) {
        const bottom = Math.round(y(sum));
        sum += part.units / perDollar;
        const top = Math.round(y(sum));
        context.fillStyle = fillOf(part.index);
        const [left, width] = [Math.round(middle - half), Math.round(half * 2)];
        context.fillRect(left, top, width, bottom - top);
        // An outline, since not every color stands out from every background.
        if (bottom - top >= 3 * ratio)
          context.strokeRect(left + ratio / 2, top + ratio / 2, width - ratio, bottom - top - ratio);
        else context.strokeRect(left, bottom - ratio / 2, width, 0);
      }
    });
    context.restore();
  }
}

/** Dollars. */
const heightOf = (day: DayView, series: Series): number =>
  stackOf(day, series).reduce((sum, { units }) => sum + units, 0) / perDollar;

/** Dollars at an axis, with as many decimals as tell them apart: cents at least. */
export function sumNames(dollars: readonly number[]): string[] {
  const [first = 0, second = 1] = dollars;
  const decimals = Math.min(8, Math.max(2, Math.ceil(-Math.log10(second - first) - 1e-9)));
  return dollars.map((value) => formatDollars(value, decimals));
}

/** A color with its pattern, as a picture that repeats. */
function makeFill(
  context: CanvasRenderingContext2D,
  index: number,
  theme: Theme,
  ratio: number,
): string | CanvasPattern {
  const { color, pattern } = lookOf(index);
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(8 * ratio);
  const drawing = tile.getContext('2d');
  if (!drawing) return theme.color(color);
  drawing.scale(tile.width / 8, tile.width / 8);
  drawing.fillStyle = theme.color(color);
  drawing.fillRect(0, 0, 8, 8);
  drawing.strokeStyle = theme.background;
  drawing.lineWidth = 1.4;
  drawing.stroke(new Path2D(pattern));
  return context.createPattern(tile, 'repeat') ?? theme.color(color);
}
