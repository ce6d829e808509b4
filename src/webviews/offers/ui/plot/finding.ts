import type { Plotted, PlottedOffer } from '../../../../domain/offers/plot/plotPoints';
import type { Place } from '../../../shared/ui/plot/chart';

/** In pixels; a look at the nearest point only asks the cells around it. */
const cellSize = 24;

/** Finds the point of a drawn plot that is nearest to the mouse, without asking each of them. */
export class HitGrid {
  readonly #places: readonly Place[];
  readonly #cells = new Map<number, number[]>();
  readonly #columns: number;

  /** @param width of the plot, in pixels */
  constructor(places: readonly Place[], width: number) {
    this.#places = places;
    this.#columns = Math.max(1, Math.ceil(width / cellSize)) + 2;
    places.forEach((place, index) => {
      const cell = this.#cell(column(place.left), column(place.top));
      const others = this.#cells.get(cell);
      if (others) others.push(index);
      else this.#cells.set(cell, [index]);
    });
  }

  /** The index of the nearest point within `reach` pixels; of several at one place, the last one, which is on top. */
  nearest({ left, top }: Place, reach: number): number | undefined {
    let found: number | undefined;
    let least = reach * reach;
    for (let row = column(top - reach); row <= column(top + reach); row += 1)
      for (let cell = column(left - reach); cell <= column(left + reach); cell += 1)
        for (const index of this.#cells.get(this.#cell(cell, row)) ?? []) {
          const place = this.#places[index];
          if (!place) continue;
          const distance = (place.left - left) ** 2 + (place.top - top) ** 2;
          if (distance > least || (distance === least && found !== undefined && index < found)) continue;
          least = distance;
          found = index;
        }
    return found;
  }

  #cell(x: number, y: number): number {
    return y * this.#columns + x;
  }
}

const column = (pixels: number): number => Math.floor(pixels / cellSize);

/** The keys that move along the plot. */
const steps: Readonly<Record<string, { among: 'frontier' | 'points'; by: number }>> = {
  ArrowLeft: { among: 'frontier', by: -1 },
  ArrowRight: { among: 'frontier', by: 1 },
  Home: { among: 'frontier', by: Number.NEGATIVE_INFINITY },
  End: { among: 'frontier', by: Number.POSITIVE_INFINITY },
  ArrowUp: { among: 'points', by: -1 },
  ArrowDown: { among: 'points', by: 1 },
  PageUp: { among: 'points', by: -20 },
  PageDown: { among: 'points', by: 20 },
};

/**
 * The offer that a key leads to, from the one that was pointed at last. Left and Right follow the frontier from left to
 * right, Up and Down go through all offers in the order of the horizontal axis. Undefined for other keys, and if there
 * is no offer.
 */
export function stepTo(
  key: string,
  { points, frontier }: Plotted,
  from: string | undefined,
): PlottedOffer | undefined {
  const step = steps[key];
  if (!step) return undefined;
  const offers = fromLeft(step.among === 'frontier' ? frontier : points);
  const index = offers.findIndex((offer) => offer.key === from);
  if (index >= 0) return offers[Math.max(0, Math.min(offers.length - 1, index + step.by))];
  const start = points.find((offer) => offer.key === from);
  if (!start) return step.by === Number.POSITIVE_INFINITY ? offers.at(-1) : offers[0];
  // From beside the frontier, to the next one of it at this side.
  return step.by > 0
    ? (offers.find(({ x }) => x >= start.x) ?? offers.at(-1))
    : (offers.findLast(({ x }) => x <= start.x) ?? offers[0]);
}

function fromLeft(offers: readonly PlottedOffer[]): PlottedOffer[] {
  return [...offers].sort(
    (one, other) => one.x - other.x || one.y - other.y || (one.key < other.key ? -1 : 1),
  );
}
