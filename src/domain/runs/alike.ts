import type { Offer } from '../../api/schemas/offers/offer';

/** Offers of one cluster, whose machines reach each other, with the same GPUs. */
export interface AlikeOffers<T> {
  clusterId: number;
  chosen: T[];
  /** In place of those that are gone, the cheapest first. */
  spare: T[];
}

/**
 * The cheapest so many of different machines that can be one network; undefined where there are none.
 *
 * @param costOf dollars an hour; undefined where it isn't known
 */
export function cheapestAlike<T extends { offer: Offer }>(
  found: readonly T[],
  count: number,
  costOf: (one: T) => number | undefined,
): AlikeOffers<T> | undefined {
  const cost = (one: T): number => costOf(one) ?? Infinity;
  const groups = Map.groupBy(
    found.filter(({ offer }) => typeof offer.cluster_id === 'number'),
    ({ offer }) => JSON.stringify([offer.cluster_id, offer.gpu_name, offer.num_gpus]),
  );
  const all = [...groups.values()].flatMap((group) => {
    const sorted = [...group].sort((one, other) => cost(one) - cost(other));
    const machines = new Set<unknown>();
    const ofDifferent = sorted.filter(({ offer: { id, machine_id: machine } }) => {
      const key = machine ?? `offer ${id}`;
      return !machines.has(key) && machines.add(key);
    });
    const clusterId = group[0]?.offer.cluster_id;
    if (ofDifferent.length < count || typeof clusterId !== 'number') return [];
    return [{ clusterId, chosen: ofDifferent.slice(0, count), spare: ofDifferent.slice(count) }];
  });
  const sum = ({ chosen }: AlikeOffers<T>): number => chosen.reduce((total, one) => total + cost(one), 0);
  return all.sort((one, other) => sum(one) - sum(other))[0];
}
