import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { Volume } from '../../../api/schemas/volume';
import type { LineControl } from './field';
import type { ControlViewOf } from './paneView';
import type { FormView } from './state';
import { lineText } from './typing';
import { formatNumber } from '../../format';

/** The values of the choice besides the listed volumes, which are `id:` and their id. */
export const volumeChoices = { none: 'none', create: 'new', byId: 'id' } as const;

/** The id of a listed volume that is chosen by this value. */
export function chosenVolumeId(value: string): number | undefined {
  const id = /^id:([1-9]\d{0,14})$/.exec(value)?.[1];
  return id === undefined ? undefined : Number(id);
}

export function drawnVolume(
  parts: Readonly<Record<string, LineControl & { label: string }>>,
  view: FormView,
  volumes: readonly Volume[] | undefined,
): ControlViewOf<'volume'> {
  const readable = (volumes ?? []).filter(({ unreadable }) => !unreadable);
  const chosen = chosenValue(view, readable);
  const { machine_id: machine } = view.found.offer;
  const here = (volume: Volume): boolean => volume.machine_id === undefined || volume.machine_id === machine;
  return {
    kind: 'volume',
    chosen,
    options: [
      { value: volumeChoices.none, label: l10n.t('No Volume') },
      { value: volumeChoices.create, label: l10n.t('Create Volume on This Machine') },
      ...readable
        .toSorted((a, b) => Number(here(b)) - Number(here(a)))
        .map((volume) => ({ value: `id:${volume.id}`, label: volumeWords(volume, here(volume)) })),
      { value: volumeChoices.byId, label: l10n.t('Link Volume by ID') },
    ],
    parts: Object.entries(parts)
      .filter(([key]) => isAsked(key, chosen, view))
      .map(([key, part]) => ({
        key,
        label: part.label,
        help: part.prompt(view),
        text: lineText(view, key),
        problem: problemAt(view, key),
      })),
    elsewhere: view.machineId !== undefined && machine !== undefined && view.machineId !== machine,
  };
}

function problemAt({ problems }: FormView, key: string): string | undefined {
  const problem = problems.find(({ field }) => field === key);
  return problem && plainText(problem.message);
}

function chosenValue({ draft: { volume_info: volume } }: FormView, listed: readonly Volume[]): string {
  if (!volume) return volumeChoices.none;
  if (volume.create_new) return volumeChoices.create;
  return listed.some(({ id }) => id === volume.volume_id) ? `id:${volume.volume_id}` : volumeChoices.byId;
}

/** A new volume's id is that of an offer, which is only asked for where the service lists none. */
function isAsked(key: string, chosen: string, { volumeRoom, machineId }: FormView): boolean {
  if (chosen === volumeChoices.none) return false;
  if (key === 'volume_info.size') return chosen === volumeChoices.create;
  if (key !== 'volume_info.volume_id') return true;
  const isListed = volumeRoom !== undefined || machineId !== undefined;
  return chosen === volumeChoices.byId || (chosen === volumeChoices.create && !isListed);
}

function volumeWords({ id, name, label, size, disk_space }: Volume, isHere: boolean): string {
  const gigabytes = size ?? disk_space;
  return [
    plainText(name ?? label ?? '', 60) || String(id),
    gigabytes === undefined ? '' : `${formatNumber(gigabytes)} GB`,
    isHere ? '' : l10n.t('on another machine'),
  ]
    .filter(Boolean)
    .join(' · ');
}
