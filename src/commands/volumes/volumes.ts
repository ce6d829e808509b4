import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Volume } from '../../api/schemas/volume';
import { confirmFor } from '../../ask/confirmFor';
import { inView, showInfo } from '../../ask/notify';
import type { Call } from '../call';
import { stillBilled } from '../stillBilled';
import { attachedTo } from '../../connect/attachedTo';
import { formatList, formatSentences } from '../../domain/format';
import { defaultMountPath } from '../../domain/launch/form/volume';
import { formatPerHour, formatPerMonth } from '../../domain/money/cost';
import { volumeFilling, volumeName } from '../../domain/volumes/volume';
import { volumeRate } from '../../domain/volumes/volumeCost';
import type { RentedInstance } from '../../prompts/launch/launch';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import { showingVolumes } from './newVolume';
import { targetVolume } from './targetVolume';

/** Requests the account's volumes and resolves to them. A service that doesn't list volumes has none. */
export async function refreshVolumes(
  services: Pick<Services, 'volumes'>,
  call: Call,
): Promise<readonly Volume[]> {
  const { volumes } = services;
  const refresh = () => volumes.refresh();
  // The service requires a few seconds between two of these requests.
  await (call.interactive ? showingVolumes(services, vscode.l10n.t('Loading volumes…'), refresh) : refresh());
  const { state } = volumes;
  // Without a volume, no view would show the progress.
  if (call.interactive && state.volumes.length === 0)
    void showInfo(
      state.missing
        ? vscode.l10n.t('This service doesn’t list volumes for this account.')
        : vscode.l10n.t('You have no volumes.'),
    );
  return state.volumes;
}

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
  if (!(await confirmFor(services, who, { ...question(services, volume), confirmed }))) return undefined;
  // An instance may have got it meanwhile.
  mustBeFree(services, volumes.get(volume.id) ?? volume);
  try {
    await inView(call.interactive && 'volumes', () => who.client.volumes.delete(volume.id));
  } catch (error) {
    // The list may be out of date.
    volumes.outdate();
    const cost = formatPerHour(volumeRate(volume));
    throw stillBilled(error, {
      mayBe: vscode.l10n.t('The volume may still exist and cost {0}.', cost),
      is: vscode.l10n.t('The volume wasn’t deleted and still costs {0}.', cost),
    });
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

function question({ volumes }: Pick<Services, 'volumes'>, volume: Volume) {
  const rate = volumeRate(volume);
  // The service doesn't say of which volume one is a clone.
  const filling = volumes.state.volumes.filter(
    (one) => one.id !== volume.id && volumeFilling(one) === 'busy',
  );
  return {
    message: vscode.l10n.t('Delete the volume “{0}” and everything on it?', volumeName(volume)),
    detail: formatSentences([
      vscode.l10n.t('This can’t be undone.'),
      rate === undefined
        ? vscode.l10n.t('Billing for it ends. Its price is unknown.')
        : vscode.l10n.t('Billing of {0} ({1}) for it ends.', formatPerHour(rate), formatPerMonth(rate)),
      filling.length === 0
        ? ''
        : vscode.l10n.t(
            'Still being filled: {0}. If that is a clone of this volume, wait until it has all data.',
            formatList(filling.map(volumeName)),
          ),
    ]),
    yes: vscode.l10n.t('Delete Volume'),
    warns: true,
  };
}

/**
 * Rents on the machine of a volume: `{volumeId}`. The search is limited to that machine, and the launch form has the
 * volume filled in. A program that knows the offer calls `rentOffer` with `volume_info` in its request.
 */
export async function rentWithVolume(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const volume = await targetVolume(services, call, vscode.l10n.t('Rent with Volume'));
  if (!volume) return undefined;
  const { machine_id: machineId } = volume;
  if (machineId === undefined)
    throw new LocalError(
      'not_possible',
      vscode.l10n.t('The service doesn’t say which machine the volume “{0}” is on.', volumeName(volume)),
    );
  const volume_info = { create_new: false, volume_id: volume.id, mount_path: defaultMountPath };
  const name = volumeName(volume);
  return searchAndRent(
    services,
    { machineId, volumeName: name },
    { draft: { volume_info }, machineId, volumeName: name },
  );
}
