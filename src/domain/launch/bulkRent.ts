import type { Offer } from '../../api/schemas/offers/offer';

/** The most instances that are rented with one question, to prevent typing errors; a sweep has no more. */
export const mostInstances = 100;

/** The outcome of one of several rentals. */
export type BulkResult<T> =
  | { offer: T; instanceId: number }
  | { offer: T; error: unknown }
  /** Not tried, because an earlier failure would repeat or the person stopped. */
  | { offer: T; notTried: true };

interface Candidate {
  offer: Pick<Offer, 'id' | 'machine_id'>;
}

/**
 * The best `count` candidates in their order, starting with `first`. Each is from a different machine if possible,
 * because offers of one machine exclude each other. The rest replace offers that are taken.
 */
export function bestOffers<T extends Candidate>(
  first: T,
  candidates: readonly T[],
  count: number,
): { chosen: T[]; spare: T[] } {
  const others = candidates.filter(({ offer }) => offer.id !== first.offer.id);
  const machines = new Set([first.offer.machine_id]);
  const elsewhere: T[] = [];
  const again: T[] = [];
  for (const one of others) {
    const { machine_id: machine } = one.offer;
    if (machine !== undefined && machines.has(machine)) again.push(one);
    else elsewhere.push(one);
    machines.add(machine);
  }
  const ranked = [first, ...elsewhere, ...again];
  return { chosen: ranked.slice(0, count), spare: ranked.slice(count) };
}

/** The label of one of several instances: "train-1", "train-2". */
export function numberedLabel(label: string | undefined, index: number, count: number): string | undefined {
  return label && count > 1 ? `${label}-${index + 1}` : label;
}
