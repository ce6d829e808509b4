import type { Services } from '../../services';
import * as vscode from 'vscode';
import { plainText } from '../../../api/plainText';
import { isUnsupported } from '../../../api/errors';
import type { VolumeInfo } from '../../../api/http/requests';
import type { Volume } from '../../../api/schemas/volume';
import type { VolumeOffer } from '../../../api/schemas/volumeOffer';
import { withNotice } from '../../../ask/notify';
import { omitUndefined } from '../../../domain/omitUndefined';
import { storageRate } from '../../../domain/money/rate';
import { positiveNumber } from '../../../domain/typedNumber';
import type { FormState, FormView, RentTerms } from '../../../domain/launch/form/state';
import {
  defaultMountPath,
  proposedSize,
  proposedVolumeName,
  type VolumeFacts,
  volumeField,
  volumeIdProblem,
  volumeNameProblem,
  volumeSizeProblem,
  volumeSizePrompt,
  withVolume,
} from '../../../domain/launch/form/volume';
import { mountPathProblem } from '../../../domain/launch/launchRequest';
import { signedIn } from '../../../api/localError';
import { pick, type Step } from '../../steps';
import { askKept, done, type FieldTools, mapStep, titleOf } from './field';
import { instead } from '../../../log/log';
import { counted, formatFacts, formatNumber } from '../../../domain/format';
import { volumeName } from '../../../domain/volumes/volume';

const title = titleOf(volumeField);

interface Row extends vscode.QuickPickItem {
  action?: 'none' | 'id' | 'create';
  volume?: Volume;
}

export async function editVolume(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const listed = tools.services.volumes.listed().then((volumes) => rows(view, volumes));
  const step = await pick<Row>(listed, { title, waiting: vscode.l10n.t('Loading volumes…'), back: true });
  if (step.kind !== 'done' || !step.value.item) return step.kind === 'done' ? done(view) : step;
  const { action, volume } = step.value.item;
  if (volume) return linkVolume(view, tools, { volume_id: volume.id }, factsOfLinked(volume));
  if (action === 'create') return createVolume(view, tools);
  if (action === 'id') return linkById(view, tools);
  return done(withVolume(view, undefined));
}

function rows({ found }: FormView, volumes: readonly Volume[] | undefined): Row[] {
  const machine = found.offer.machine_id;
  const here = (volume: Volume): boolean => volume.machine_id === undefined || volume.machine_id === machine;
  return [
    { label: vscode.l10n.t('$(circle-slash) No Volume'), action: 'none' },
    { label: vscode.l10n.t('$(add) Create Volume on This Machine…'), action: 'create' },
    {
      label: vscode.l10n.t('$(link) Link Volume by ID…'),
      ...(volumes ? {} : { description: vscode.l10n.t('this service doesn’t list volumes') }),
      action: 'id',
    },
    ...unreadableRow(volumes ?? []),
    ...(volumes ?? [])
      .filter(({ unreadable }) => !unreadable)
      .toSorted((a, b) => Number(here(b)) - Number(here(a)))
      .map((volume) => ({
        volume,
        label: `$(database) ${plainText(volume.name ?? volume.label ?? '', 60) || volume.id}`,
        description: formatFacts(
          size(volume),
          here(volume) ? '' : vscode.l10n.t('on another machine (searches offers there)'),
        ),
      })),
  ];
}

/** Volumes whose data from the service can't be read. They can be linked by their id. */
function unreadableRow(volumes: readonly Volume[]): Row[] {
  const { length: count } = volumes.filter(({ unreadable }) => unreadable);
  if (count === 0) return [];
  const text = counted(count, vscode.l10n.t('{0} volume can’t be read|{0} volumes can’t be read'));
  return [{ label: `$(warning) ${text}`, description: vscode.l10n.t('link it by its ID'), action: 'id' }];
}

function size({ size: gigabytes, disk_space: space }: Volume): string {
  const value = gigabytes ?? space;
  return value === undefined ? '' : `${formatNumber(value)} GB`;
}

async function linkById(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const step = await askKept(view, tools, 'volume_info.volume_id', {
    title,
    prompt: vscode.l10n.t('Volume ID. The volume must be on the machine you rent'),
    validate: volumeIdProblem,
  });
  if (step.kind !== 'done') return step;
  const volume_id = Number(step.value);
  const { volumes, log } = tools.services;
  const why = 'without a list of volumes, the service reports that one is elsewhere';
  const listed = (await volumes.listed().catch(instead(log, why, []))) ?? [];
  return linkVolume(view, tools, { volume_id }, factsOfLinked(listed.find(({ id }) => id === volume_id)));
}

const factsOfLinked = (volume: Volume | undefined): VolumeFacts =>
  volume ? omitUndefined({ machineId: volume.machine_id, volumeName: volumeName(volume) }) : {};

async function linkVolume(
  view: FormView,
  tools: FieldTools,
  info: VolumeInfo,
  facts: VolumeFacts,
): Promise<Step<FormState>> {
  const step = await askMountPath(view, tools);
  return mapStep(step, (mount_path) => withVolume(view, { create_new: false, ...info, mount_path }, facts));
}

async function createVolume(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const offer = await volumeOfferHere(view, tools);
  if (offer.kind !== 'done') return offer;
  const { id, disk_space: room, storage_cost: cost } = offer.value;
  const { machine_id: machine } = view.found.offer;
  const step = await askKept(view, tools, 'volume_info.size', {
    title,
    prompt: volumeSizePrompt(room),
    value: proposedSize,
    validate: (text) => volumeSizeProblem(text, room),
  });
  if (step.kind !== 'done') return step;
  const gigabytes = positiveNumber(step.value).value ?? 0;
  const named = await askKept(view, tools, 'volume_info.name', {
    title,
    prompt: vscode.l10n.t('Name of the volume, by which you find it again'),
    value: view.draft.volume_info?.name ?? proposedVolumeName(view.draft.label),
    validate: volumeNameProblem,
  });
  if (named.kind !== 'done') return named;
  const name = named.value.trim();
  const path = await askMountPath(view, tools);
  return mapStep(path, (mount_path) =>
    withVolume(
      view,
      { create_new: true, volume_id: id, size: gigabytes, name, mount_path },
      omitUndefined({
        machineId: machine,
        volumeRoom: room,
        volumeRate: cost === undefined ? undefined : storageRate(gigabytes, cost),
      }),
    ),
  );
}

/**
 * The state with its volume's machine, or with the current price of a volume that it creates, which an older launch or
 * a file doesn't contain.
 */
export async function withVolumeFacts(
  services: Pick<Services, 'accounts' | 'log' | 'volumes'>,
  state: FormState,
): Promise<FormState> {
  const { volume_info: volume } = state.draft;
  const isKnown = state.machineId !== undefined && (!volume?.create_new || state.volumeRate !== undefined);
  return isKnown ? state : { ...state, ...(await volumeFacts(services, volume)) };
}

/** A volume's machine, and the price of a new volume, if the service returns them. */
export async function volumeFacts(
  { accounts, volumes, log }: Pick<Services, 'accounts' | 'volumes' | 'log'>,
  { create_new: isNew, volume_id: id, size }: VolumeInfo = {},
): Promise<VolumeFacts> {
  if (id === undefined) return {};
  const listed: Promise<readonly (Volume | VolumeOffer)[] | undefined> = isNew
    ? signedIn(accounts).volumeOffers.search({ id: { eq: id } })
    : volumes.listed();
  const why = 'the caller or the service reports what is missing';
  const found = (await listed.catch(instead(log, why, undefined)))?.find((one) => one.id === id);
  const cost = found && 'storage_cost' in found ? found.storage_cost : undefined;
  const isPriced = isNew && cost !== undefined && size !== undefined;
  const volumeRate = isPriced ? storageRate(size, cost) : undefined;
  if (found && !isNew) return factsOfLinked(found);
  return omitUndefined({ machineId: found?.machine_id, volumeRate });
}

/** The terms with what a new volume costs now, or what it cost before where the service doesn't tell. */
export async function termsNow(
  services: Pick<Services, 'accounts' | 'volumes' | 'log'>,
  terms: RentTerms,
): Promise<RentTerms> {
  if (!terms.volume_info?.create_new) return terms;
  const { volumeRate } = await volumeFacts(services, terms.volume_info);
  return { ...terms, ...omitUndefined({ volumeRate }) };
}

/** A volume offer on the offer's machine. Asks for its id if the service lists none. */
async function volumeOfferHere(
  view: FormView,
  tools: FieldTools,
): Promise<Step<Pick<VolumeOffer, 'id' | 'disk_space' | 'storage_cost'>>> {
  const { machine_id: machine } = view.found.offer;
  const best = await withNotice(vscode.l10n.t('Checking for space on this machine…'), () =>
    bestVolumeOffer(tools.services, machine),
  );
  if (best) return { kind: 'done', value: best };
  const step = await askKept(view, tools, 'volume_info.volume_id', {
    title,
    prompt: vscode.l10n.t(
      'No volume space is listed for this machine. Enter the ID of a volume offer, if you know one',
    ),
    validate: volumeIdProblem,
  });
  return mapStep(step, (text) => ({ id: Number(text), disk_space: undefined, storage_cost: undefined }));
}

/** The volume offer with the most space on a machine. Undefined if the service lists none. */
async function bestVolumeOffer(
  { accounts }: Pick<Services, 'accounts'>,
  machine: number | undefined,
): Promise<VolumeOffer | undefined> {
  if (machine === undefined) return undefined;
  try {
    const offers = await signedIn(accounts).volumeOffers.search({ machine_id: { eq: machine } });
    return offers.toSorted((a, b) => (b.disk_space ?? 0) - (a.disk_space ?? 0))[0];
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return undefined;
  }
}

async function askMountPath(view: FormView, tools: FieldTools): Promise<Step<string>> {
  const step = await askKept(view, tools, 'volume_info.mount_path', {
    title,
    prompt: vscode.l10n.t('Mount path in the container'),
    value: view.draft.volume_info?.mount_path ?? defaultMountPath,
    validate: (text) => mountPathProblem(text.trim()),
  });
  return mapStep(step, (text) => text.trim());
}
