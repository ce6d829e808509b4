import type uPlot from 'uplot';
import { axisLabel, type PlotAxes } from '../../../../domain/offers/plot/plotAxes';
import type { Plotted, PlottedOffer } from '../../../../domain/offers/plot/plotPoints';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import { axisOf, CanvasChart, type Place, type Theme } from '../../../shared/ui/plot/chart';
import { rangeOf, ticksOf } from '../../../shared/ui/plot/ticks';
import { HitGrid } from './finding';
import { drawOffers } from './shapes';

/** What a chart draws. */
export interface Scatter {
  plotted: Plotted;
  axes: PlotAxes;
  plan: Plan;
  /** What the frontier is called. */
  bestName: string;
}

/** CSS pixels that a number at an axis takes at least. */
const room = { x: 58, y: 28 };

/** The drawn part of the plot: axes, offers and frontier. */
export class ScatterChart extends CanvasChart<Scatter> {
  #places: readonly Place[] = [];
  #index = new Map<string, number>();
  #grid: HitGrid | undefined;

  override show(content: Scatter): void {
    this.#index = new Map(content.plotted.points.map(({ key }, index) => [key, index]));
    this.#places = [];
    super.show(content);
  }

  /** Where an offer is; undefined if it is not drawn. */
  placeOf(key: string): Place | undefined {
    const place = this.#places[this.#index.get(key) ?? -1];
    const over = this.plot?.over;
    return place && over && { left: place.left + over.offsetLeft, top: place.top + over.offsetTop };
  }

  /** The offer nearest to a place, within `reach`. */
  nearest({ left, top }: Place, reach: number): PlottedOffer | undefined {
    const over = this.plot?.over;
    if (!over) return undefined;
    this.#grid ??= new HitGrid(this.#places, over.clientWidth);
    const place = { left: left - over.offsetLeft, top: top - over.offsetTop };
    return this.content?.plotted.points[this.#grid.nearest(place, reach) ?? -1];
  }

  protected override parts(content: Scatter, theme: Theme) {
    return {
      padding: [10, 14, 0, 0] satisfies uPlot.Padding,
      scales: { x: scaleOf(content, 'x'), y: scaleOf(content, 'y') },
      axes: [axis(content, theme, 'x'), axis(content, theme, 'y')],
    };
  }

  protected override draw(plot: uPlot, { plotted, axes, bestName }: Scatter, theme: Theme): void {
    const [alongX, alongY] = [along(axes.logX), along(axes.logY)];
    this.#grid = undefined;
    this.#places = plotted.points.map(({ x, y }) => ({
      left: plot.valToPos(alongX(x), 'x'),
      top: plot.valToPos(alongY(y), 'y'),
    }));
    const ratio = plot.ctx.canvas.width / plot.width;
    drawOffers(plot.ctx, { plotted, places: this.#places, area: plot.bbox, ratio, bestName }, theme);
  }
}

function axis(content: Scatter, theme: Theme, side: 'x' | 'y'): uPlot.Axis {
  const { fontFamily, fontSize } = theme;
  const shown = content.plotted[side];
  const isLog = isLogOf(content, side);
  const range = rangeOf(valuesOf(content, side), isLog);
  return {
    ...axisOf(theme, side),
    scale: side,
    label: axisLabel(shown, content.plan),
    labelSize: fontSize * 1.9,
    labelFont: `${fontSize}px ${fontFamily}`,
    splits: ({ width, height }) =>
      ticksOf(range, isLog, most(side === 'x' ? width - 80 : height - 60, room[side])).map(along(isLog)),
    values: (_, splits) => splits.map((split) => shown.tick(isLog ? 10 ** split : split)),
  };
}

const most = (length: number, each: number): number => Math.max(2, Math.min(12, Math.floor(length / each)));

const isLogOf = ({ axes }: Scatter, side: 'x' | 'y'): boolean => (side === 'x' ? axes.logX : axes.logY);

const valuesOf = ({ plotted }: Scatter, side: 'x' | 'y'): number[] =>
  plotted.points.map((point) => point[side]);

/** A place along an axis: the library's scales are linear, so that a logarithmic one gets logarithms. */
const along = (isLog: boolean) => (isLog ? Math.log10 : (value: number): number => value);

function scaleOf(content: Scatter, side: 'x' | 'y'): uPlot.Scale {
  const isLog = isLogOf(content, side);
  const { min, max } = rangeOf(valuesOf(content, side), isLog);
  const ends: [number, number] = [along(isLog)(min), along(isLog)(max)];
  return { time: false, range: () => ends };
}
