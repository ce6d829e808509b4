import type { Offer } from '../api/schemas/offer';

/** What became of one of several rentals. */
export type BulkResult<T> =
  | { offer: T; instanceId: number }
  | { offer: T; error: unknown }
  /** Not tried, because an earlier failure would have met it too or the person stopped. */
  | { offer: T; notTried: true };

interface Candidate {
  offer: Pick<Offer, 'id' | 'machine_id'>;
}

/**
 * The best `count` of the candidates, in their order, with `first` at the head: each from another machine as long as
 * there are some, because offers of one machine take each other away. The others are what a lost one is replaced by.
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

/** The names of several instances made from one label: "train-1", "train-2". */
export function numberedLabel(label: string | undefined, index: number, count: number): string | undefined {
  return label && count > 1 ? `${label}-${index + 1}` : label;
}
