/** A point of a plot; a value that is unknown is left out or not a finite number. */
export interface PlotPoint {
  key: string;
  x?: number | undefined;
  y?: number | undefined;
}

/** Which values are the better ones. */
export type Better = 'low' | 'high';

type Known<P> = P & { x: number; y: number };

/** Whether both values of a point are known. */
export function isKnown<P extends PlotPoint>(point: P): point is Known<P> {
  return Number.isFinite(point.x) && Number.isFinite(point.y);
}

/** Whether the first point is as good as the second one in both values, and better in one. */
export function dominates(
  one: { x: number; y: number },
  other: { x: number; y: number },
  better: { x: Better; y: Better },
): boolean {
  const x = gain(one.x, other.x, better.x);
  const y = gain(one.y, other.y, better.y);
  return x >= 0 && y >= 0 && (x > 0 || y > 0);
}

/**
 * The efficient frontier: the points that no other point dominates, from the best `x` to the worst. Equal points stand
 * there together, in the order of their keys. A point with an unknown value is not on it.
 */
export function efficientFrontier<P extends PlotPoint>(
  points: readonly P[],
  better: { x: Better; y: Better },
): Known<P>[] {
  const sorted = points.filter(isKnown).sort(bestFirst(better));
  const frontier: Known<P>[] = [];
  for (const point of sorted) {
    const last = frontier.at(-1);
    // All before it are as good in x, so only a better y makes up for it.
    if (!last || isEqual(point, last) || gain(point.y, last.y, better.y) > 0) frontier.push(point);
  }
  return frontier;
}

/** More than 0 if the first value is the better one. */
const gain = (one: number, other: number, better: Better): number =>
  one === other ? 0 : one < other === (better === 'low') ? 1 : -1;

const isEqual = (one: { x: number; y: number }, other: { x: number; y: number }): boolean =>
  one.x === other.x && one.y === other.y;

function bestFirst(better: { x: Better; y: Better }) {
  return (one: Known<PlotPoint>, other: Known<PlotPoint>): number =>
    gain(other.x, one.x, better.x) || gain(other.y, one.y, better.y) || (one.key < other.key ? -1 : 1);
}
