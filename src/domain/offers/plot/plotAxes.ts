import type { Better } from './frontier';
import { type Column, payable } from '../table/columnKinds';
import { unitWords } from '../valueTexts';
import { columnOf, columnTitle } from '../table/columns';
import type { MarketRow } from '../table/marketRow';
import type { Plan } from '../plannedPrice';
import { formatTick } from '../../format';

/** The axes of the plot: ids of columns, and which of them are logarithmic. */
export interface PlotAxes {
  x: string;
  y: string;
  logX: boolean;
  logY: boolean;
}

/** A column that the plot can show along an axis. */
export interface PlotAxis {
  id: string;
  column: Column;
  better: Better;
  /** Whether a logarithmic scale shows it best. */
  isUsuallyLog: boolean;
  /** In the unit that the axis is labelled with; undefined if unknown. */
  value: (row: MarketRow, plan: Plan) => number | undefined;
  /** A value at a tick of the axis, as short as it can be: "$0.3". */
  tick: (value: number) => string;
}

interface Choice {
  id: string;
  /** From the column's unit to the one that its texts have. */
  factor?: number;
  isLinear?: boolean;
}

/** In the order in which they are offered. */
const choices: readonly Choice[] = [
  { id: 'price' },
  { id: 'dlperf' },
  { id: 'dlperfPerDollar' },
  { id: 'vram', factor: 1 / 1024 },
  { id: 'vramTotal', factor: 1 / 1024 },
  { id: 'vramSpeed' },
  { id: 'tflops' },
  { id: 'download' },
  { id: 'upload' },
  // The best ones are between 99% and 100%.
  { id: 'reliability', factor: 100, isLinear: true },
];

/** Price against deep learning performance. */
export const usualAxes: PlotAxes = { x: 'price', y: 'dlperf', logX: true, logY: true };

/** All axes that a person can choose. */
export const plotAxes: readonly PlotAxis[] = choices.flatMap((choice) => {
  const column = columnOf(choice.id);
  return column ? [axisOf(choice, column)] : [];
});

function axisOf({ id, factor = 1, isLinear = false }: Choice, column: Column): PlotAxis {
  const value = (row: MarketRow, plan: Plan): number | undefined => {
    // Asked for each of thousands of rows, and dearer through the column.
    const told = id === 'price' ? payable(row, plan).running : column.value(row, plan);
    return typeof told === 'number' && Number.isFinite(told) ? told * factor : undefined;
  };
  return {
    id,
    column,
    better: column.better ?? 'high',
    isUsuallyLog: !isLinear,
    value,
    tick: (shown) => formatTick(shown, isPrice(column)),
  };
}

/** One of the axes; the usual one for an id that none has, such as one remembered by another version. */
export function plotAxis(axes: PlotAxes, side: 'x' | 'y'): PlotAxis {
  const find = (id: string) => plotAxes.find((axis) => axis.id === id);
  const axis = find(axes[side]) ?? find(usualAxes[side]);
  if (!axis) throw new Error(`There is no axis ${usualAxes[side]}.`);
  return axis;
}

/** These axes with another column on one of them, on the scale that shows it best. */
export function withAxis(axes: PlotAxes, side: 'x' | 'y', id: string): PlotAxes {
  const changed = { ...axes, [side]: id };
  const { isUsuallyLog } = plotAxis(changed, side);
  return side === 'x' ? { ...changed, logX: isUsuallyLog } : { ...changed, logY: isUsuallyLog };
}

/** "Price ($/h)", "VRAM each (GB)". */
export function axisLabel({ id, column }: PlotAxis, plan: Plan): string {
  const unit = id === 'reliability' ? '%' : isPrice(column) ? `$${column.unit ?? ''}` : column.unit;
  return columnTitle(unit === undefined ? column : { ...column, unit }, plan);
}

/** What a row has on this axis, with its unit: "$0.3125/h", "24 GB". */
export function axisText({ column }: PlotAxis, row: MarketRow, plan: Plan): string {
  const text = column.text(row, plan);
  if (column.unit === undefined) return text;
  return isPrice(column) ? `${text}${unitWords(column.unit)}` : `${text} ${column.unit}`;
}

/** The units of prices go on after the sum: "/h". */
function isPrice({ unit }: Column): boolean {
  return unit?.startsWith('/') ?? false;
}
