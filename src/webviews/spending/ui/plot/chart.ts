import uPlot from 'uplot';
import { ticksOf } from '../../../shared/ui/plot/ticks';
import type { Theme } from '../../../shared/ui/plot/theme';
import type { DayView } from '../../protocol';
import { lookOf, type Series, stackOf } from '../series';
import { formatDollars } from '../../../../domain/format';

/** What a chart draws. */
export interface Chart {
  days: readonly DayView[];
  series: Series;
  /** A day at the axis. */
  dayName: (day: string) => string;
}

const perDollar = 100_000_000;
/** CSS pixels that a number at an axis takes at least. */
const room = { x: 56, y: 32 };

/** The drawn part of the plot: axes and bars, on a canvas. All places are in CSS pixels. */
export class BarChart {
  readonly #box: HTMLElement;
  #chart: Chart | undefined;
  #theme: Theme;
  #plot: uPlot | undefined;

  /** @param box the element that the chart fills */
  constructor(box: HTMLElement, theme: Theme) {
    this.#box = box;
    this.#theme = theme;
  }

  show(chart: Chart): void {
    this.#chart = chart;
    this.redraw(this.#theme);
  }

  /** Redraws everything in these colors. */
  redraw(theme: Theme): void {
    this.#theme = theme;
    this.destroy();
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (!this.#chart || width < 80 || height < 80) return;
    this.#plot = new uPlot(this.#options(this.#chart, width, height), someData, this.#box);
  }

  /** The box has another size. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (this.#plot?.width !== width || this.#plot.height !== height) this.redraw(this.#theme);
  }

  /** The index of the day at a place; undefined beside the days. @param left from the left edge of the box */
  dayAt(left: number): number | undefined {
    const over = this.#plot?.over;
    if (!this.#plot || !over || !this.#chart) return undefined;
    const index = Math.round(this.#plot.posToVal(left - over.offsetLeft, 'x'));
    return index >= 0 && index < this.#chart.days.length ? index : undefined;
  }

  /** Where a day's bar is within the box. */
  placeOf(index: number): { left: number; width: number; top: number; height: number } | undefined {
    const plot = this.#plot;
    if (!plot || !this.#chart?.days[index]) return undefined;
    const { offsetLeft, offsetTop, clientHeight } = plot.over;
    const [from, to] = [plot.valToPos(index - 0.5, 'x'), plot.valToPos(index + 0.5, 'x')];
    return { left: offsetLeft + from, width: to - from, top: offsetTop, height: clientHeight };
  }

  destroy(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #options(chart: Chart, width: number, height: number): uPlot.Options {
    const { days } = chart;
    const highest = Math.max(...days.map((day) => heightOf(day, chart.series)), 0) || 0.01;
    const most = { min: 0, max: highest * 1.08 };
    const { foreground, grid, fontFamily, fontSize } = this.#theme;
    const axis: uPlot.Axis = {
      font: `${Math.round(fontSize * 0.9)}px ${fontFamily}`,
      stroke: foreground,
      gap: 5,
      grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1, size: 4 },
      filter: (_, splits) => splits,
    };
    const step = Math.max(1, Math.ceil((days.length * room.x) / Math.max(room.x, width - 70)));
    // Counted from today, which is the one to read first.
    const shown = days.map((_, index) => index).filter((index) => (days.length - 1 - index) % step === 0);
    return {
      width,
      height,
      padding: [10, 24, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [-0.5, days.length - 0.5] },
        y: { range: () => [most.min, most.max] },
      },
      // The bars are drawn by us.
      series: [{}, { paths: () => null, points: { show: false } }],
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: Math.round(fontSize * 0.9) + 13,
          splits: () => shown,
          values: () => shown.map((index) => chart.dayName(days[index]?.day ?? '')),
        },
        {
          ...axis,
          size: (plot, values) => this.#textWidth(plot, values),
          splits: () => ticksOf(most, false, Math.max(2, Math.floor((height - 40) / room.y))),
          values: (_, splits) => sumNames(splits),
        },
      ],
      hooks: { draw: [(plot) => this.#draw(plot, chart)] },
    };
  }

  #textWidth(plot: uPlot, values: string[] | null): number {
    const { fontFamily, fontSize } = this.#theme;
    plot.ctx.save();
    plot.ctx.font = `${Math.round(fontSize * 0.9)}px ${fontFamily}`;
    const widths = (values ?? []).map((text) => plot.ctx.measureText(text).width);
    plot.ctx.restore();
    return Math.ceil(Math.max(16, ...widths)) + 12;
  }

  #draw(plot: uPlot, { days, series }: Chart): void {
    const context = plot.ctx;
    const ratio = context.canvas.width / plot.width;
    const fills = new Map<number, string | CanvasPattern>();
    const fillOf = (index: number): string | CanvasPattern => {
      const fill = fills.get(index) ?? makeFill(context, index, this.#theme, ratio);
      fills.set(index, fill);
      return fill;
    };
    const x = (value: number): number => plot.bbox.left + plot.valToPos(value, 'x') * ratio;
    const y = (value: number): number => plot.bbox.top + plot.valToPos(value, 'y') * ratio;
    context.save();
    context.strokeStyle = this.#theme.foreground;
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

/** The library only needs to know that there is something; the ranges are ours. */
const someData: uPlot.AlignedData = [
  [0, 1],
  [0, 1],
];
