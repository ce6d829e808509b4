import * as vscode from 'vscode';
import { formatRate, formatRatePerMonth } from '../../domain/money/cost';
import { volumeName } from '../../domain/volumes/volume';
import { costOfVolumes } from '../../domain/volumes/volumeCost';
import { volumeIdsOf } from '../../stores/volumes/attachments';
import type { Services } from '../../prompts/services';

/** What the volumes of these instances still cost after they are destroyed, as a sentence; empty if they have none. */
export function keptVolumes(
  { volumes, instances }: Pick<Services, 'volumes' | 'instances'>,
  instanceIds: readonly number[],
): string {
  const all = volumes.state.volumes;
  const ids = new Set(instanceIds.flatMap((id) => volumeIdsOf(id, all, instances.state.instances)));
  if (ids.size === 0) return '';
  // A volume that isn't in the list exists all the same.
  const kept = [...ids].map((id) => volumes.get(id) ?? { id });
  const names = kept.map(volumeName).join('”, “');
  const { rate, unpriced } = costOfVolumes(kept);
  const price = `${formatRate(rate)} (${formatRatePerMonth(rate)})`;
  if (unpriced > 0)
    return kept.length === 1
      ? vscode.l10n.t('The volume “{0}” is kept and billed until you delete it. Its price is unknown.', names)
      : vscode.l10n.t('The volumes “{0}” are kept and billed until you delete them.', names);
  return kept.length === 1
    ? vscode.l10n.t('The volume “{0}” is kept and costs {1} until you delete it.', names, price)
    : vscode.l10n.t('The volumes “{0}” are kept and cost {1} until you delete them.', names, price);
}
