import { efficientFrontier } from './frontier';
import type { MarketRow } from '../table/marketRow';
import type { Plan } from '../plannedPrice';
import { type PlotAxes, type PlotAxis, plotAxis } from './plotAxes';

/** An offer in the plot, with its values in the units of the axes. */
export interface PlottedOffer {
  key: string;
  row: MarketRow;
  x: number;
  y: number;
}

/** What a plot shows. */
export interface Plotted {
  x: PlotAxis;
  y: PlotAxis;
  points: readonly PlottedOffer[];
  /** The points that no other point beats, from the best `x` to the worst. */
  frontier: readonly PlottedOffer[];
  /** How many rows are not drawn because a value is not known. */
  unknown: number;
  /** How many rows are not drawn because a logarithmic axis has no place for 0. */
  notPositive: number;
}

/** The points of these rows, priced by the plan, and their efficient frontier. */
export function plotRows(rows: readonly MarketRow[], plan: Plan, axes: PlotAxes): Plotted {
  const x = plotAxis(axes, 'x');
  const y = plotAxis(axes, 'y');
  const points: PlottedOffer[] = [];
  let unknown = 0;
  let notPositive = 0;
  for (const row of rows) {
    const place = { x: x.value(row, plan), y: y.value(row, plan) };
    // A share beyond all sense has no percentage.
    if (!isDrawn(place.x) || !isDrawn(place.y)) unknown += 1;
    else if ((axes.logX && place.x <= 0) || (axes.logY && place.y <= 0)) notPositive += 1;
    else points.push({ key: row.key, row, x: place.x, y: place.y });
  }
  const frontier = efficientFrontier(points, { x: x.better, y: y.better });
  return { x, y, points, frontier, unknown, notPositive };
}

const isDrawn = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);
