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

/** In a lower plot the axes have no names; the lists above it say what they are. */
const lowest = 260;

type Side = 'x' | 'y';
/** The ends of what is shown; logarithms on a logarithmic axis. */
type Section = Readonly<Record<Side, readonly [number, number]>>;

/** The drawn part of the plot: axes, offers and frontier. */
export class ScatterChart extends CanvasChart<Scatter> {
  #places: readonly Place[] = [];
  #index = new Map<string, number>();
  #grid: HitGrid | undefined;
  /** What is looked at closer; undefined while all is shown. */
  #section: Section | undefined;

  override show(content: Scatter): void {
    const { axes } = content;
    if (JSON.stringify(axes) !== JSON.stringify(this.content?.axes)) this.#section = undefined;
    this.#index = new Map(content.plotted.points.map(({ key }, index) => [key, index]));
    this.#places = [];
    super.show(content);
  }

  get isZoomed(): boolean {
    return this.#section !== undefined;
  }

  /** Shows the part between two places in the whole plotting area. */
  zoomTo(from: Place, to: Place): void {
    const { plot } = this;
    if (!plot) return;
    const ends = (one: number, other: number, side: Side): readonly [number, number] => {
      const [low = 0, high = 0] = [plot.posToVal(one, side), plot.posToVal(other, side)].sort(
        (a, b) => a - b,
      );
      return [low, high];
    };
    const [a, b] = [this.#inArea(from), this.#inArea(to)];
    this.#look({ x: ends(a.left, b.left, 'x'), y: ends(a.top, b.top, 'y') });
  }

  /** @param factor how much larger everything is then @param at what stays in its place; the middle if missing */
  zoomBy(factor: number, at?: Place): void {
    const over = this.plot?.over;
    if (!over) return;
    const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = over;
    const fixed = at ?? { left: left + width / 2, top: top + height / 2 };
    const edge = (place: number, end: number): number => place + (end - place) / factor;
    this.zoomTo(
      { left: edge(fixed.left, left), top: edge(fixed.top, top) },
      { left: edge(fixed.left, left + width), top: edge(fixed.top, top + height) },
    );
  }

  showAll(): void {
    this.#look(undefined);
  }

  #look(section: Section | undefined): void {
    const { content } = this;
    if (!content) return;
    const whole = { x: sectionOf(content, 'x'), y: sectionOf(content, 'y') };
    const share = (side: Side): number =>
      section ? (section[side][1] - section[side][0]) / (whole[side][1] - whole[side][0]) : 1;
    // So close that numbers no longer tell two places apart, nothing would be seen.
    if (share('x') < 1e-6 || share('y') < 1e-6) return;
    const isAll = share('x') > 0.999 && share('y') > 0.999;
    this.#section = isAll ? undefined : section;
    this.show(content);
  }

  /** Where an offer is; undefined if it is not seen. */
  placeOf(key: string): Place | undefined {
    const place = this.#places[this.#index.get(key) ?? -1];
    const over = this.plot?.over;
    if (!place || !over || !isWithin(place, over)) return undefined;
    return { left: place.left + over.offsetLeft, top: place.top + over.offsetTop };
  }

  /** The offer nearest to a place, within `reach`. */
  nearest(place: Place, reach: number): PlottedOffer | undefined {
    const over = this.plot?.over;
    if (!over) return undefined;
    this.#grid ??= new HitGrid(this.#places, over.clientWidth);
    return this.content?.plotted.points[this.#grid.nearest(this.#inArea(place), reach) ?? -1];
  }

  #inArea({ left, top }: Place): Place {
    const { offsetLeft = 0, offsetTop = 0 } = this.plot?.over ?? {};
    return { left: left - offsetLeft, top: top - offsetTop };
  }

  protected override parts(content: Scatter, theme: Theme, { height }: { height: number }) {
    const isNamed = height >= lowest;
    const shown = { x: this.#shown(content, 'x'), y: this.#shown(content, 'y') };
    const scale = (side: Side): uPlot.Scale => ({ time: false, range: () => [...shown[side]] });
    return {
      padding: [10, 14, 0, 0] satisfies uPlot.Padding,
      scales: { x: scale('x'), y: scale('y') },
      axes: (['x', 'y'] as const).map((side) => axis(content, theme, side, shown[side], isNamed)),
    };
  }

  #shown(content: Scatter, side: Side): readonly [number, number] {
    return this.#section?.[side] ?? sectionOf(content, side);
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

function axis(
  content: Scatter,
  theme: Theme,
  side: Side,
  [min, max]: readonly [number, number],
  isNamed: boolean,
): uPlot.Axis {
  const { fontFamily, fontSize } = theme;
  const shown = content.plotted[side];
  const isLog = isLogOf(content, side);
  // Values at the ends of what a number can be are rounded beyond them.
  const power = (end: number): number => Math.min(Math.max(10 ** end, Number.MIN_VALUE), Number.MAX_VALUE);
  const range = isLog ? { min: power(min), max: power(max) } : { min, max };
  return {
    ...axisOf(theme, side),
    scale: side,
    ...(isNamed && {
      label: axisLabel(shown, content.plan),
      labelSize: fontSize * 1.9,
      labelFont: `${fontSize}px ${fontFamily}`,
    }),
    splits: ({ width, height }) =>
      ticksOf(range, isLog, most(side === 'x' ? width - 80 : height - (isNamed ? 60 : 30), room[side])).map(
        along(isLog),
      ),
    values: (_, splits) => splits.map((split) => shown.tick(isLog ? 10 ** split : split)),
  };
}

const most = (length: number, each: number): number => Math.max(2, Math.min(12, Math.floor(length / each)));

const isLogOf = ({ axes }: Scatter, side: Side): boolean => (side === 'x' ? axes.logX : axes.logY);

/** A place along an axis: the library's scales are linear, so that a logarithmic one gets logarithms. */
const along = (isLog: boolean) => (isLog ? Math.log10 : (value: number): number => value);

/** What shows all points. */
function sectionOf(content: Scatter, side: Side): readonly [number, number] {
  const isLog = isLogOf(content, side);
  const values = content.plotted.points.map((point) => point[side]);
  const { min, max } = rangeOf(values, isLog);
  return [along(isLog)(min), along(isLog)(max)];
}

const isWithin = ({ left, top }: Place, { clientWidth, clientHeight }: HTMLElement): boolean =>
  left >= 0 && top >= 0 && left <= clientWidth && top <= clientHeight;
