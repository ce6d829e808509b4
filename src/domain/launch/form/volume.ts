import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { VolumeInfo } from '../../../api/http/requests';
import { formatPerHour } from '../../money/cost';
import { positiveNumber } from '../../typedNumber';
import { groups, type LaunchField, withoutTyped } from './field';
import { type FormState, withField } from './state';

/** Where a volume is mounted unless the person says otherwise. */
export const defaultMountPath = '/workspace';

/** GB of a new volume to begin with. */
export const proposedSize = '10';

/**
 * A separate disk that stays when the instance is destroyed. It is on one machine, so only that machine's offers can be
 * used.
 */
export const volumeField: LaunchField = {
  key: 'volume_info',
  icon: 'database',
  label: l10n.t('Volume'),
  group: groups.storage,
  value: ({ draft: { volume_info: volume }, volumeRate, volumeName }) => {
    if (!volume) return l10n.t('none');
    const path = plainText(volume.mount_path ?? '?', 60);
    if (!volume.create_new) return l10n.t('{0} at {1}', volumeName ?? volume.volume_id ?? '?', path);
    const price = volumeRate === undefined ? l10n.t('price unknown') : formatPerHour(volumeRate);
    const name = plainText(volume.name ?? '', 60);
    if (name !== '') return l10n.t('new, “{0}”, {1} GB at {2} · {3}', name, volume.size ?? '?', path, price);
    return l10n.t('new, {0} GB at {1} · {2}', volume.size ?? '?', path, price);
  },
  control: { kind: 'volume' },
};

export const volumeIdProblem = (text: string): string | undefined =>
  /^[1-9]\d{0,14}$/.test(text.trim()) ? undefined : l10n.t('Enter a whole number.');

/** What is wrong with the size of a new volume. @param room GB that the machine has left, if known */
export function volumeSizeProblem(text: string, room: number | undefined): string | undefined {
  const { value = 0, problem } = positiveNumber(text);
  if (problem !== undefined) return problem;
  if (!Number.isSafeInteger(value)) return l10n.t('Enter a whole number.');
  if (room === undefined || value <= room) return undefined;
  return l10n.t('This machine has {0} GB left for volumes.', Math.floor(room));
}

/** What is wrong with the name of a new volume. */
export const volumeNameProblem = (text: string): string | undefined =>
  /^[\w.-]{1,64}$/.test(text.trim())
    ? undefined
    : l10n.t('Use 1 to 64 letters, digits, dots, dashes and underscores.');

/** A name for the new volume of an instance with this label: "train-data". */
export const proposedVolumeName = (label = ''): string =>
  [
    label
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50),
    'data',
  ]
    .filter(Boolean)
    .join('-');

/** What is to be known about the size of a new volume. @param room GB that the machine has left, if known */
export const volumeSizePrompt = (room: number | undefined): string =>
  room === undefined
    ? l10n.t('Size in GB. Billed until you delete the volume, even without an instance')
    : l10n.t(
        'Size in GB, at most {0} here. Billed until you delete the volume, even without an instance',
        Math.floor(room),
      );

/** What follows from the volume: its machine, its name, and the dollars per hour and the room of a new one. */
export type VolumeFacts = Pick<FormState, 'machineId' | 'volumeName' | 'volumeRate' | 'volumeRoom'>;

/** The state with this volume, or with none. Nothing typed for it is left. */
export function withVolume(
  state: FormState,
  volume: VolumeInfo | undefined,
  facts: VolumeFacts = {},
): FormState {
  const changed = withField(state, 'volume_info', volume);
  const { machineId: _, volumeName: _name, volumeRate: _rate, volumeRoom: _room, ...others } = changed;
  return { ...withoutTyped(others, (key) => key.startsWith('volume_info.')), ...facts };
}
