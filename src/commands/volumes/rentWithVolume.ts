import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { volumeName } from '../../domain/volumes/volume';
import type { RentedInstance } from '../../prompts/launch/launch';
import { defaultMountPath } from '../../domain/launch/form/volume';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { targetVolume } from './targetVolume';

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
  return searchAndRent(services, { machineId }, { draft: { volume_info }, machineId });
}
