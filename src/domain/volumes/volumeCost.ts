import type { Volume } from '../../api/schemas/volume';
import { type Rate, rateFrom, storageRate, sumOfRates } from '../money/rate';

type Priced = Pick<Volume, 'storage_total_cost' | 'storage_cost' | 'size' | 'disk_space'>;

/** GB; undefined where the service does not tell. */
export const volumeSize = ({ size, disk_space: space }: Pick<Volume, 'size' | 'disk_space'>) => size ?? space;

/** Dollars per hour until it is deleted, attached or not; undefined if unknown. */
export function volumeRate(volume: Priced): number | undefined {
  const { storage_total_cost: told, storage_cost: perGigabyte } = volume;
  const size = volumeSize(volume);
  return (
    told ?? (size === undefined || perGigabyte === undefined ? undefined : storageRate(size, perGigabyte))
  );
}

export interface VolumeCost {
  rate: Rate;
  count: number;
  /** Those whose price is not known. */
  unpriced: number;
}

/** @param areAll false where there may be more of them than were listed */
export function costOfVolumes(volumes: readonly Priced[], areAll = true): VolumeCost {
  const rates = volumes.map((volume) => rateFrom(volumeRate(volume)));
  return {
    rate: sumOfRates(areAll ? rates : [...rates, rateFrom(undefined)]),
    count: volumes.length,
    unpriced: rates.filter(({ isLeast }) => isLeast).length,
  };
}

/** What instances and volumes cost together. @param volumes undefined while their list isn't known */
export const totalRate = (instances: Rate, volumes: VolumeCost | undefined): Rate =>
  sumOfRates([instances, volumes ? volumes.rate : rateFrom(undefined)]);
