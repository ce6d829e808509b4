import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { isUnsupported } from '../../api/errors';
import type { VolumeInfo } from '../../api/requests';
import type { Volume, VolumeOffer } from '../../api/schemas/volume';
import { formatPerHour, storageRate } from '../../domain/cost';
import { mountPathProblem } from '../../domain/launchRequest';
import { signedIn } from '../../stores/signedIn';
import { positiveNumber } from '../wizard/numbers';
import { pick, type Step } from '../wizard/steps';
import { askKept, done, type Field, type FieldTools, type LaunchServices, mapStep, titleOf } from './field';
import { type FormState, type FormView, withField } from './formState';

const title = titleOf(vscode.l10n.t('Volume'));

interface Row extends vscode.QuickPickItem {
  action?: 'none' | 'id' | 'create';
  volume?: Volume;
}

/** A disk of its own that outlives the instance. It lies on one machine, so it limits the offers to that one. */
export const volumeField: Field = {
  key: 'volume_info',
  icon: 'database',
  label: vscode.l10n.t('Volume'),
  group: vscode.l10n.t('storage'),
  value: ({ draft: { volume_info: volume }, volumeRate }) => {
    if (!volume) return vscode.l10n.t('none');
    const path = plainText(volume.mount_path ?? '?', 60);
    if (!volume.create_new) return vscode.l10n.t('{0} at {1}', volume.volume_id ?? '?', path);
    const price = volumeRate === undefined ? vscode.l10n.t('price not known') : formatPerHour(volumeRate);
    return vscode.l10n.t('a new one of {0} GB at {1} · {2}', volume.size ?? '?', path, price);
  },
  edit: async (view, tools) => {
    const client = signedIn(tools.services.accounts);
    const step = await pick<Row>(
      client.volumes.list().then(
        (volumes) => rows(view, volumes),
        (error: unknown) => {
          if (isUnsupported(error)) return rows(view, undefined);
          throw error;
        },
      ),
      { title, waiting: vscode.l10n.t('Asking for your volumes…'), back: true },
    );
    if (step.kind !== 'done' || !step.value.item) return step.kind === 'done' ? done(view) : step;
    const { action, volume } = step.value.item;
    if (volume) return linkVolume(view, tools, { volume_id: volume.id }, volume.machine_id);
    if (action === 'create') return createVolume(view, tools);
    if (action === 'id') return linkById(view, tools);
    return done(withVolume(view, undefined));
  },
};

function rows({ found }: FormView, volumes: readonly Volume[] | undefined): Row[] {
  const machine = found.offer.machine_id;
  const here = (volume: Volume): boolean => volume.machine_id === undefined || volume.machine_id === machine;
  return [
    { label: vscode.l10n.t('$(circle-slash) No volume'), action: 'none' },
    { label: vscode.l10n.t('$(add) Create one on this machine…'), action: 'create' },
    {
      label: vscode.l10n.t('$(link) Link one by its id…'),
      ...(volumes ? {} : { description: vscode.l10n.t('this service does not list volumes') }),
      action: 'id',
    },
    ...(volumes ?? [])
      .toSorted((a, b) => Number(here(b)) - Number(here(a)))
      .map((volume) => ({
        volume,
        label: `$(database) ${plainText(volume.name ?? volume.label ?? '', 60) || volume.id}`,
        description: [
          size(volume),
          here(volume) ? '' : vscode.l10n.t('on another machine: offers there are searched'),
        ]
          .filter(Boolean)
          .join(' · '),
      })),
  ];
}

function size({ size: gigabytes, disk_space: space }: Volume): string {
  const value = gigabytes ?? space;
  return value === undefined ? '' : `${value} GB`;
}

async function linkById(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const step = await askKept(view, tools, 'volume_info.volume_id', {
    title,
    prompt: vscode.l10n.t('Id of the volume; it has to lie on the machine that is rented'),
    validate: (text) => (isId(text) ? undefined : vscode.l10n.t('A whole number is needed.')),
  });
  if (step.kind !== 'done') return step;
  const volume_id = Number(step.value);
  // Where the service does not list volumes, it says itself that one lies elsewhere.
  const volumes = await signedIn(tools.services.accounts)
    .volumes.list()
    .catch(() => []);
  return linkVolume(view, tools, { volume_id }, volumes.find(({ id }) => id === volume_id)?.machine_id);
}

const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text.trim());

async function linkVolume(
  view: FormView,
  tools: FieldTools,
  info: VolumeInfo,
  machineId: number | undefined,
): Promise<Step<FormState>> {
  const step = await askMountPath(view, tools);
  return mapStep(step, (mount_path) =>
    withVolume(
      view,
      { create_new: false, ...info, mount_path },
      machineId === undefined ? {} : { machineId },
    ),
  );
}

async function createVolume(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const offer = await volumeOfferHere(view, tools);
  if (offer.kind !== 'done') return offer;
  const { id, disk_space: room, storage_cost: cost } = offer.value;
  const { machine_id: machine } = view.found.offer;
  const step = await askKept(view, tools, 'volume_info.size', {
    title,
    prompt:
      room === undefined
        ? vscode.l10n.t('Size in GB. It is billed until the volume is deleted, also without an instance')
        : vscode.l10n.t(
            'Size in GB, at most {0} here. It is billed until the volume is deleted, also without an instance',
            Math.floor(room),
          ),
    value: '10',
    validate: (text) => {
      const { value = 0, problem } = positiveNumber(text);
      if (problem !== undefined || room === undefined || value <= room) return problem;
      return vscode.l10n.t('This machine has {0} GB left for volumes.', Math.floor(room));
    },
  });
  if (step.kind !== 'done') return step;
  const gigabytes = positiveNumber(step.value).value ?? 0;
  const path = await askMountPath(view, tools);
  return mapStep(path, (mount_path) =>
    withVolume(
      view,
      { create_new: true, volume_id: id, size: gigabytes, mount_path },
      {
        ...(machine === undefined ? {} : { machineId: machine }),
        ...(cost === undefined ? {} : { volumeRate: storageRate(gigabytes, cost) }),
      },
    ),
  );
}

/**
 * The state with the machine that its volume lies on, and with today's price of one that it creates: a launch from
 * earlier or from a file knows neither.
 */
export async function withVolumeFacts(services: LaunchServices, state: FormState): Promise<FormState> {
  const { volume_info: volume } = state.draft;
  const isKnown = state.machineId !== undefined && (!volume?.create_new || state.volumeRate !== undefined);
  return isKnown ? state : { ...state, ...(await volumeFacts(services, volume)) };
}

/** The machine that a volume lies on, and the price of one that is created, as far as the service tells. */
export async function volumeFacts(
  { accounts }: Pick<LaunchServices, 'accounts'>,
  { create_new: isNew, volume_id: id, size: gigabytes = 0 }: VolumeInfo = {},
): Promise<Pick<FormState, 'machineId' | 'volumeRate'>> {
  if (id === undefined) return {};
  const { volumes } = signedIn(accounts);
  const listed = isNew ? volumes.searchOffers({ id: { eq: id } }) : volumes.list();
  // What cannot be had is said by whoever asks, or by the service.
  const found = (await listed.catch(() => [])).find((one: Volume | VolumeOffer) => one.id === id);
  const cost = found && 'storage_cost' in found ? found.storage_cost : undefined;
  return {
    ...(found?.machine_id === undefined ? {} : { machineId: found.machine_id }),
    ...(!isNew || cost === undefined ? {} : { volumeRate: storageRate(gigabytes, cost) }),
  };
}

/** Where on the offer's machine a volume can be made; asked for by id where the service lists no volume offers. */
async function volumeOfferHere(
  view: FormView,
  tools: FieldTools,
): Promise<Step<Pick<VolumeOffer, 'id' | 'disk_space' | 'storage_cost'>>> {
  const { machine_id: machine } = view.found.offer;
  try {
    const offers = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Looking for room on this machine…'),
      },
      () =>
        machine === undefined
          ? Promise.resolve([])
          : signedIn(tools.services.accounts).volumes.searchOffers({ machine_id: { eq: machine } }),
    );
    const [best] = offers.toSorted((a, b) => (b.disk_space ?? 0) - (a.disk_space ?? 0));
    if (best) return { kind: 'done', value: best };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  }
  const step = await askKept(view, tools, 'volume_info.volume_id', {
    title,
    prompt: vscode.l10n.t(
      'The service names no room for volumes on this machine. Id of a volume offer, if you know one',
    ),
    validate: (text) => (isId(text) ? undefined : vscode.l10n.t('A whole number is needed.')),
  });
  return mapStep(step, (text) => ({ id: Number(text), disk_space: undefined, storage_cost: undefined }));
}

async function askMountPath(view: FormView, tools: FieldTools): Promise<Step<string>> {
  const step = await askKept(view, tools, 'volume_info.mount_path', {
    title,
    prompt: vscode.l10n.t('Where it is found in the container'),
    value: view.draft.volume_info?.mount_path ?? '/workspace',
    validate: (text) => mountPathProblem(text.trim()),
  });
  return mapStep(step, (text) => text.trim());
}

function withVolume(
  view: FormView,
  volume: VolumeInfo | undefined,
  facts: Pick<FormState, 'machineId' | 'volumeRate'> = {},
): FormState {
  const { machineId: _machine, volumeRate: _rate, ...state } = withField(view, 'volume_info', volume);
  const typed = Object.fromEntries(
    Object.entries(state.typed).filter(([key]) => !key.startsWith('volume_info.')),
  );
  return { ...state, ...facts, typed };
}
