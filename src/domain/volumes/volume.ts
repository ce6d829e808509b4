import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { Volume } from '../../api/schemas/volume';
import { counted } from '../format';
import type { VolumeCost } from './volumeCost';

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
  return /copying|cloning|creating|loading|pending|queued|waiting/i.test(status) ? 'busy' : undefined;
}

/** Whether the service says that a volume has everything. */
export const isFilled = ({ status = '' }: Pick<Volume, 'status'>): boolean =>
  /^(created|ready|available|active|completed?|done)$/i.test(status);

/** "2 volumes"; those without a price are told apart. */
export function volumeCount({ count, unpriced }: Pick<VolumeCost, 'count' | 'unpriced'>): string {
  const words = counted(count, l10n.t('{0} volume|{0} volumes'));
  return unpriced === 0 ? words : l10n.t('{0} ({1} without a known price)', words, unpriced);
}
