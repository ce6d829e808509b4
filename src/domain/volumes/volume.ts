import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { Volume } from '../../api/schemas/volume';
import { type Rate, rateFrom, storageRate, sumOfRates } from '../money/cost';
import { counted } from '../format';

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

/** Its name, else its id, for a sentence that says that it is a volume; plain. */
export function volumeName({ id, name, label }: Pick<Volume, 'id' | 'name' | 'label'>): string {
  return plainText(name ?? label ?? '', 60) || String(id);
}

/** Its name, else its id in words; plain. */
export function volumeTitle(volume: Pick<Volume, 'id' | 'name' | 'label'>): string {
  const name = volumeName(volume);
  return name === String(volume.id) ? l10n.t('Volume {0}', name) : name;
}

/**
 * Whether a volume is still being filled, or couldn't be. The specification doesn't show the words of `status`; one that
 * isn't told, or is new, means neither.
 */
export function volumeFilling({ status = '' }: Pick<Volume, 'status'>): 'busy' | 'failed' | undefined {
  if (/error|fail/i.test(status)) return 'failed';
  return /copying|cloning|creating|loading|pending/i.test(status) ? 'busy' : undefined;
}

/** What volumes cost together. */
export interface VolumeCost {
  rate: Rate;
  count: number;
  /** Those whose price is not known. */
  unpriced: number;
}

export function costOfVolumes(volumes: readonly Priced[]): VolumeCost {
  const rates = volumes.map((volume) => rateFrom(volumeRate(volume)));
  return {
    rate: sumOfRates(rates),
    count: volumes.length,
    unpriced: rates.filter(({ isLeast }) => isLeast).length,
  };
}

/** What instances and volumes cost together. @param volumes undefined while their list isn't known */
export const totalRate = (instances: Rate, volumes: VolumeCost | undefined): Rate =>
  sumOfRates([instances, volumes ? volumes.rate : rateFrom(undefined)]);

/** "2 volumes"; those without a price are told apart. */
export function volumeCount({ count, unpriced }: Pick<VolumeCost, 'count' | 'unpriced'>): string {
  const words = counted(count, l10n.t('{0} volume|{0} volumes'));
  return unpriced === 0 ? words : l10n.t('{0} ({1} without a known price)', words, unpriced);
}
