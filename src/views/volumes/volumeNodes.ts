import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Volume } from '../../api/schemas/volume';
import { placeName } from '../../domain/offers/valueTexts';
import { formatPerHour, formatPerMonth } from '../../domain/money/cost';
import { hoursPerMonth } from '../../domain/money/rate';
import { formatHours } from '../../domain/money/credit';
import { volumeFilling, volumeName, volumeTitle } from '../../domain/volumes/volume';
import { volumeRate, volumeSize } from '../../domain/volumes/volumeCost';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { volumeIdsOf } from '../../stores/volumes/attachments';
import { dateOnly } from '../../ask/timeWords';
import { type DetailNode, detailRows, unreadableItem } from '../detailNode';
import { formatFacts, formatLines, formatList, formatNumber } from '../../domain/format';

/** A row of the volumes view: a volume. */
export class VolumeNode {
  readonly volumeId: number;

  constructor(volumeId: number) {
    this.volumeId = volumeId;
  }
}

/** What a row tells beside the volume's own fields. */
export interface VolumeFacts {
  accountId: string;
  /** Names of the instances that it is attached to. */
  attachedTo: readonly string[];
  /** The same, for where there is little room. */
  attachedToShort: readonly string[];
  /** Milliseconds since the epoch. */
  now: number;
}

export function volumeItem(volume: Volume, facts: VolumeFacts): vscode.TreeItem {
  const { accountId, attachedTo, attachedToShort } = facts;
  const isFree = attachedTo.length === 0;
  const itemId = `${accountId}/volume/${volume.id}`;
  if (volume.unreadable)
    return unreadableItem(volume.id, itemId, abilities(volume, isFree), {
      explanation: vscode.l10n.t(
        'The service’s data about it can’t be read. The volume exists and may cost money.',
      ),
      before: plainText(volume.name ?? volume.label ?? '', 60),
      price: perMonth(volume),
    });
  const item = new vscode.TreeItem(volumeTitle(volume), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = itemId;
  // What a narrow sidebar must not cut off comes first.
  const filling = fillingWords(volume);
  item.description = formatFacts(
    filling,
    perMonth(volume),
    filling ? '' : attachment(attachedToShort),
    gigabytes(volume),
  );
  const isBusy = volumeFilling(volume) === 'busy';
  const mark = filling ? (isBusy ? 'sync~spin' : 'error') : isFree ? 'debug-disconnect' : 'database';
  const color = mark === 'database' ? 'gpuRental.runningIcon' : 'list.warningForeground';
  item.iconPath = new vscode.ThemeIcon(mark, new vscode.ThemeColor(color));
  item.contextValue = `;${abilities(volume, isFree).join(';')};`;
  item.tooltip = tooltip(volume, facts);
  item.accessibilityInformation = { label: spoken(volume, facts) };
  return item;
}

/** The words for the conditions of menus: only what is possible now. */
function abilities(volume: Volume, isFree: boolean): string[] {
  const filling = volumeFilling(volume);
  const canRent = volume.machine_id !== undefined && filling === undefined;
  return [
    'volume',
    ...(isFree ? ['free'] : []),
    ...(canRent ? ['machine'] : []),
    ...(filling || volume.unreadable ? [] : ['whole']),
  ];
}

/** That it can't be used; undefined for a volume that has everything, as far as the service tells. */
function fillingWords(volume: Volume): string | undefined {
  const filling = volumeFilling(volume);
  return filling && (filling === 'busy' ? vscode.l10n.t('not ready yet') : vscode.l10n.t('failed'));
}

/** The facts below a volume; what the service does not tell is left out. */
export function volumeDetails(volume: Volume, { attachedTo, now }: VolumeFacts): DetailNode[] {
  const { id, machine_id: machine, geolocation, start_date: made, end_date: end } = volume;
  const rate = volumeRate(volume);
  const place = [machine, geolocation && placeName(geolocation)]
    .filter((one) => one !== undefined && one !== '')
    .join(' · ');
  return detailRows(`volume/${id}`, [
    [
      'price',
      vscode.l10n.t('Price'),
      'credit-card',
      rate === undefined ? vscode.l10n.t('unknown') : `${formatPerMonth(rate)} · ${formatPerHour(rate)}`,
    ],
    ['size', vscode.l10n.t('Size'), 'database', gigabytes(volume)],
    [
      'machine',
      vscode.l10n.t('Machine'),
      'server',
      place,
      undefined,
      machine === undefined ? undefined : String(machine),
    ],
    [
      'attached',
      vscode.l10n.t('Attached to'),
      'plug',
      attachedTo.length === 0 ? vscode.l10n.t('nothing, but still billed') : formatList(attachedTo),
    ],
    [
      'age',
      vscode.l10n.t('Age'),
      'history',
      made === undefined ? undefined : `${age(made, now)} · ${dateOnly(made)}`,
    ],
    ['end', vscode.l10n.t('Kept until'), 'calendar', end === undefined ? undefined : dateOnly(end)],
    ['id', vscode.l10n.t('ID'), 'tag', String(id)],
  ]);
}

/** What it is attached to, in a few words. */
export function attachment(names: readonly string[]): string {
  return names.length === 0 ? vscode.l10n.t('not attached') : vscode.l10n.t('on {0}', formatList(names));
}

function perMonth(volume: Volume): string {
  const rate = volumeRate(volume);
  return rate === undefined ? vscode.l10n.t('price unknown') : formatPerMonth(rate);
}

function gigabytes(volume: Volume): string {
  const size = volumeSize(volume);
  return size === undefined ? '' : `${formatNumber(size, 1)} GB`;
}

/** Plain text on purpose: names come from outside, and a string is never read as Markdown. */
function tooltip(volume: Volume, { attachedTo, now }: VolumeFacts): string {
  const rate = volumeRate(volume);
  const { start_date: made } = volume;
  return formatLines(
    formatFacts(volumeTitle(volume), gigabytes(volume)),
    fillingWords(volume),
    attachedTo.length === 0
      ? vscode.l10n.t('Not attached to any instance, but still billed.')
      : vscode.l10n.t('Attached to {0}.', formatList(attachedTo)),
    rate === undefined
      ? vscode.l10n.t('Its price is unknown. It is billed until you delete it.')
      : vscode.l10n.t('{0} ({1}) until you delete it', formatPerHour(rate), formatPerMonth(rate)),
    made === undefined ? '' : vscode.l10n.t('{0} old', age(made, now)),
    vscode.l10n.t('Volume {0}', volume.id),
  );
}

/** "Volume data, 10 gigabytes, 2.1 dollars per month, not attached, machine 5, 3 days old". */
function spoken(volume: Volume, { attachedTo, now }: VolumeFacts): string {
  const rate = volumeRate(volume);
  const size = volumeSize(volume);
  const { machine_id: machine, start_date: made } = volume;
  return [
    vscode.l10n.t('Volume {0}', volumeName(volume)),
    size === undefined ? '' : vscode.l10n.t('{0} gigabytes', formatNumber(size, 1)),
    rate === undefined
      ? vscode.l10n.t('price unknown')
      : vscode.l10n.t('{0} dollars per month', formatNumber(rate * hoursPerMonth)),
    fillingWords(volume),
    attachedTo.length === 0
      ? vscode.l10n.t('not attached')
      : vscode.l10n.t('attached to {0}', formatList(attachedTo)),
    machine === undefined ? '' : vscode.l10n.t('machine {0}', machine),
    made === undefined ? '' : vscode.l10n.t('{0} old', age(made, now)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** @param made Unix time in seconds @param now milliseconds since the epoch */
const age = (made: number, now: number): string => formatHours(Math.max(0, now / 1000 - made) / 3600);

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
