import type { Plotted, PlottedOffer } from '../../../../domain/offers/plot/plotPoints';

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
