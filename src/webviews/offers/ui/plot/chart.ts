import uPlot from 'uplot';
import { axisLabel, type PlotAxes, type PlotAxis } from '../../../../domain/offers/plot/plotAxes';
import type { Plotted, PlottedOffer } from '../../../../domain/offers/plot/plotPoints';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import { HitGrid, type Place } from './hitGrid';
import type { Look } from './look';
import { drawOffers } from './shapes';
import { rangeOf, ticksOf } from '../../../shared/ui/plot/ticks';

/** What a chart draws. */
export interface Chart {
  plotted: Plotted;
  axes: PlotAxes;
  plan: Plan;
  /** What the frontier is called. */
  bestName: string;
}

/** CSS pixels that a number at an axis takes at least. */
const room = { x: 58, y: 28 };
/** CSS pixels between a number and its axis, the tick included. */
const gap = 9;

/** The drawn part of the plot: axes, offers and frontier, on a canvas. All places are in CSS pixels. */
export class ScatterChart {
  readonly #box: HTMLElement;
  #chart: Chart | undefined;
  #look: Look;
  #plot: uPlot | undefined;
  #places: readonly Place[] = [];
  #index = new Map<string, number>();
  #grid: HitGrid | undefined;

  readonly #drawn: () => void;

  /** @param box the element that the chart fills. @param drawn is called when the offers have their places */
  constructor(box: HTMLElement, look: Look, drawn: () => void) {
    this.#box = box;
    this.#look = look;
    this.#drawn = drawn;
  }

  show(chart: Chart): void {
    this.#chart = chart;
    this.#index = new Map(chart.plotted.points.map(({ key }, index) => [key, index]));
    this.redraw(this.#look);
  }

  /** Redraws everything in these colors. */
  redraw(look: Look): void {
    this.#look = look;
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#places = [];
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (!this.#chart || width < 80 || height < 80) return;
    this.#plot = new uPlot(this.#options(this.#chart, width, height), someData, this.#box);
  }

  /** The box has another size. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (this.#plot?.width === width && this.#plot.height === height) return;
    if (this.#plot && width >= 80 && height >= 80) this.#plot.setSize({ width, height });
    else this.redraw(this.#look);
  }

  /** Where an offer is within the box; undefined if it is not drawn. */
  placeOf(key: string): Place | undefined {
    const place = this.#places[this.#index.get(key) ?? -1];
    const over = this.#plot?.over;
    return place && over && { left: place.left + over.offsetLeft, top: place.top + over.offsetTop };
  }

  /** The offer at a place within the box, or the nearest one within `reach`. */
  nearest({ left, top }: Place, reach: number): PlottedOffer | undefined {
    const over = this.#plot?.over;
    if (!over) return undefined;
    this.#grid ??= new HitGrid(this.#places, over.clientWidth);
    const place = { left: left - over.offsetLeft, top: top - over.offsetTop };
    return this.#chart?.plotted.points[this.#grid.nearest(place, reach) ?? -1];
  }

  destroy(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #options(chart: Chart, width: number, height: number): uPlot.Options {
    const { plotted, axes } = chart;
    return {
      width,
      height,
      padding: [10, 14, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: scaleOf(chart, 'x'), y: scaleOf(chart, 'y') },
      // The offers are drawn by us.
      series: [{}, { paths: () => null, points: { show: false } }],
      axes: [
        { ...this.#axis(chart, plotted.x, axes.logX, 'x'), scale: 'x', size: this.#textHeight },
        { ...this.#axis(chart, plotted.y, axes.logY, 'y'), scale: 'y', size: this.#textWidth },
      ],
      hooks: { draw: [(plot) => this.#draw(plot, chart)] },
    };
  }

  #axis(chart: Chart, axis: PlotAxis, isLog: boolean, side: 'x' | 'y'): uPlot.Axis {
    const { foreground, grid, fontFamily, fontSize } = this.#look;
    const range = rangeOf(valuesOf(chart, side), isLog);
    return {
      label: axisLabel(axis, chart.plan),
      labelSize: fontSize * 1.9,
      labelFont: `${fontSize}px ${fontFamily}`,
      font: `${Math.round(fontSize * 0.9)}px ${fontFamily}`,
      stroke: foreground,
      gap: gap - 4,
      grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1, size: 4 },
      splits: ({ width, height }) =>
        ticksOf(range, isLog, most(side === 'x' ? width - 80 : height - 60, room[side])).map(along(isLog)),
      // Every tick has its number: there are only as many as fit.
      filter: (_, splits) => splits,
      values: (_, splits) => splits.map((split) => axis.tick(isLog ? 10 ** split : split)),
    };
  }

  readonly #textHeight = (): number => Math.round(this.#look.fontSize * 0.9) + gap + 3;

  readonly #textWidth = (plot: uPlot, values: string[] | null): number => {
    const { fontFamily, fontSize } = this.#look;
    plot.ctx.save();
    plot.ctx.font = `${Math.round(fontSize * 0.9)}px ${fontFamily}`;
    const widths = (values ?? []).map((text) => plot.ctx.measureText(text).width);
    plot.ctx.restore();
    return Math.ceil(Math.max(16, ...widths)) + gap + 3;
  };

  #draw(plot: uPlot, { plotted, axes, bestName }: Chart): void {
    const [alongX, alongY] = [along(axes.logX), along(axes.logY)];
    this.#grid = undefined;
    this.#places = plotted.points.map(({ x, y }) => ({
      left: plot.valToPos(alongX(x), 'x'),
      top: plot.valToPos(alongY(y), 'y'),
    }));
    const ratio = plot.ctx.canvas.width / plot.width;
    drawOffers(plot.ctx, { plotted, places: this.#places, area: plot.bbox, ratio, bestName }, this.#look);
    this.#drawn();
  }
}

const most = (length: number, each: number): number => Math.max(2, Math.min(12, Math.floor(length / each)));

const valuesOf = ({ plotted }: Chart, side: 'x' | 'y'): number[] =>
  plotted.points.map((point) => point[side]);

/** A place along an axis: the library's scales are linear, so that a logarithmic one gets logarithms. */
const along = (isLog: boolean) => (isLog ? Math.log10 : (value: number): number => value);

function scaleOf(chart: Chart, side: 'x' | 'y'): uPlot.Scale {
  const isLog = side === 'x' ? chart.axes.logX : chart.axes.logY;
  const { min, max } = rangeOf(valuesOf(chart, side), isLog);
  const ends: [number, number] = [along(isLog)(min), along(isLog)(max)];
  return { time: false, range: () => ends };
}

/** The library only needs to know that there is something; the ranges are ours. */
const someData: uPlot.AlignedData = [
  [0, 1],
  [0, 1],
];
