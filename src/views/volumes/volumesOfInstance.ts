import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Volume } from '../../api/schemas/volume';
import { formatPerHour } from '../../domain/money/cost';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { volumeName, volumeRate } from '../../domain/volumes/volume';
import { volumeIdsOf } from '../../stores/volumes/attachments';
import { formatList } from '../../domain/format';

/** An instance's volumes in one line, with their prices; undefined if it has none. */
export function volumesOfInstance(instance: SharedInstance, volumes: readonly Volume[]): string | undefined {
  const ids = volumeIdsOf(instance.id, volumes, new Map([[instance.id, instance]]));
  const words = ids.map((id) => {
    const volume = volumes.find((one) => one.id === id) ?? { id };
    const path = instance.volume_info?.find((one) => one.volume_id === id)?.mount_path;
    const rate = volumeRate(volume);
    const name = volumeName(volume);
    return [
      path === undefined ? name : vscode.l10n.t('{0} at {1}', name, plainText(path, 60)),
      rate === undefined ? vscode.l10n.t('price unknown') : formatPerHour(rate),
    ].join(' · ');
  });
  return words.length === 0 ? undefined : formatList(words);
}
