import type { Offer } from '../../api/schemas/offers/offer';

/**
 * MB of main memory that the renter of an offer or an instance has: as much of the machine's as of its cores. Undefined
 * where the service tells only the machine's, or nothing.
 */
export function memoryShare({
  cpu_ram: whole,
  cpu_cores: all,
  cpu_cores_effective: own,
}: Pick<Offer, 'cpu_ram' | 'cpu_cores' | 'cpu_cores_effective'>): number | undefined {
  if (whole === undefined || all === undefined || own === undefined || !(all > 0) || own < 0)
    return undefined;
  return whole * Math.min(1, own / all);
}
