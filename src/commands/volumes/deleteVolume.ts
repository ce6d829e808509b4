import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Volume } from '../../api/schemas/volume';
import { confirmFor } from '../../ask/confirmFor';
import { attachedTo } from '../../connect/attachedTo';
import { withProgress } from '../../ask/notify';
import { formatPerHour, formatPerMonth } from '../../domain/money/cost';
import { volumeName, volumeRate } from '../../domain/volumes/volume';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { targetVolume } from './targetVolume';
import { formatList, formatSentences } from '../../domain/format';

/** Deletes a volume, its data and its costs. One that is attached is refused without a request. */
export async function deleteVolume(
  services: Services,
  call: Call,
): Promise<{ volumeId: number } | undefined> {
  const { accounts, volumes, log } = services;
  const who = accountInUse(accounts);
  const volume = await targetVolume(services, call, vscode.l10n.t('Delete Volume'));
  if (!volume) return undefined;
  mustBeFree(services, volume);
  const { confirmed } = call;
  if (!(await confirmFor(services, who, { ...question(volume), confirmed }))) return undefined;
  // An instance may have got it meanwhile.
  mustBeFree(services, volumes.get(volume.id) ?? volume);
  try {
    const deleted = who.client.volumes.delete(volume.id);
    await withProgress({ location: { viewId: 'gpuRental.volumes' } }, () => deleted);
  } catch (error) {
    // The list may be out of date.
    volumes.outdate();
    throw error;
  }
  services.spending.did(who.account.id, 'deleted', volume.id);
  log.info(`Deleted volume ${volume.id}.`);
  volumes.forget(volume.id);
  return { volumeId: volume.id };
}

/** @throws LocalError 'not_possible' that names the instances that have it */
function mustBeFree({ instances }: Pick<Services, 'instances'>, volume: Volume): void {
  const names = attachedTo(volume, instances);
  if (names.length === 0) return;
  throw new LocalError(
    'not_possible',
    vscode.l10n.t(
      'The volume “{0}” is attached to {1}. Destroy the instance first, then delete the volume.',
      volumeName(volume),
      formatList(names),
    ),
  );
}

function question(volume: Volume) {
  const rate = volumeRate(volume);
  return {
    message: vscode.l10n.t('Delete the volume “{0}” and everything on it?', volumeName(volume)),
    detail: formatSentences([
      vscode.l10n.t('This can’t be undone.'),
      rate === undefined
        ? vscode.l10n.t('Billing for it ends. Its price is unknown.')
        : vscode.l10n.t('Billing of {0} ({1}) for it ends.', formatPerHour(rate), formatPerMonth(rate)),
    ]),
    yes: vscode.l10n.t('Delete Volume'),
    warns: true,
  };
}
