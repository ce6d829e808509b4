import type { Random } from '../sandbox/random';
import type { RemoteControl } from '../sandbox/remoteControl';
import type { Agreed } from './agreed';
import type { Window } from './window';

/** The field of a rental that makes a volume on the offer's machine; nothing where that machine has no room. */
export async function newVolume(sandbox: RemoteControl, offerId: number) {
  const machineId = await sandbox.machineOf(offerId);
  const place = (await sandbox.volumeOffers()).find((one) => one.machineId === machineId && one.free > 20);
  return place
    ? { volume_info: { create_new: true, volume_id: place.id, size: 20, mount_path: '/data' } }
    : {};
}

export async function deleteVolume(
  window: Window,
  { sandbox, draws, agreed }: { sandbox: RemoteControl; draws: Random; agreed: Agreed },
): Promise<unknown> {
  const volumes = await sandbox.volumes();
  if (volumes.length === 0) return undefined;
  const { id: volumeId } = draws.pick(volumes);
  agreed.add('delete volume', volumeId);
  return window.call('deleteVolume', { volumeId, confirmed: window.exports.consent });
}
