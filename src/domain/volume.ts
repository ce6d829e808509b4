import * as l10n from '@vscode/l10n';
import { plainText } from '../api/plainText';
import type { Volume } from '../api/schemas/volume';
import { storageRate } from './cost';
import { counted } from './format';

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

/** What volumes cost together. */
export interface VolumeCost {
  /** Dollars per hour of those whose price is known. */
  rate: number;
  count: number;
  /** Those whose price is not known. */
  unpriced: number;
}

export function costOfVolumes(volumes: readonly Priced[]): VolumeCost {
  const rates = volumes.map(volumeRate);
  const known = rates.filter((rate) => rate !== undefined);
  return {
    rate: known.reduce((sum, rate) => sum + rate, 0),
    count: volumes.length,
    unpriced: rates.length - known.length,
  };
}

/**
 * Dollars per hour of instances and volumes together. Undefined where it would be nothing, but for volumes of which the
 * list or the price is not known: silence about money must not be taken for thrift.
 */
export function totalRate(instances: number, volumes: VolumeCost | undefined): number | undefined {
  const rate = instances + (volumes?.rate ?? 0);
  return rate === 0 && (!volumes || volumes.unpriced > 0) ? undefined : rate;
}

/** "2 volumes"; those without a price are told apart. */
export function volumeCount({ count, unpriced }: Pick<VolumeCost, 'count' | 'unpriced'>): string {
  const words = counted(count, l10n.t('{0} volume|{0} volumes'));
  return unpriced === 0 ? words : l10n.t('{0} ({1} without a known price)', words, unpriced);
}
