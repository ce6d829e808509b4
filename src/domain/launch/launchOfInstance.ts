import { orderOf } from '../offers/offerOrder';
import type { Instance } from '../../api/schemas/instances/instance';
import { runtypeFrom, type VolumeInfo } from '../../api/schemas/instances/creationFields';
import { omitUndefined } from '../omitUndefined';
import { bidOf } from '../instances/bid';
import type { OfferChoice } from '../offers/offerQuery';
import { searchOf } from '../offers/savedSearch';
import { type Env, envProblem } from './envFlags';
import { defaultMountPath } from './form/volume';
import type { LaunchDraft } from './launchDraft';
import type { SavedLaunch } from './launchFile';

/** What is needed to rent another instance like this one, as far as it is known. */
export interface LaunchLike {
  /** Without the disk, which the search is made for, and without variables. */
  draft: Omit<LaunchDraft, 'env' | 'disk'>;
  /** Variables and ports; some values may be secret. */
  env: Env;
  search: Partial<OfferChoice>;
  /** GB. */
  disk?: number | undefined;
  /** Its own bid in dollars per hour. */
  bid?: number | undefined;
  /** The volume that it has, which only its machine can use. */
  volume?: { info: VolumeInfo; machineId: number } | undefined;
  /** Its search and its login at a registry, which the service doesn't tell, are known. */
  isRemembered: boolean;
}

/**
 * Variables that the service sets for each instance: the key that it creates for it (specification, Instance creation)
 * and its name. Those of one instance are wrong for any other.
 */
export const serviceVariables: ReadonlySet<string> = new Set([
  'CONTAINER_API_KEY',
  'CONTAINER_ID',
  'VAST_CONTAINERLABEL',
]);

/**
 * The launch of an instance, and a search for the same GPU with the filters that found it.
 *
 * @param labels those of the other instances @param rentedAs what is remembered of its rental
 */
export function launchOfInstance(
  instance: Instance,
  labels: readonly string[],
  rentedAs?: Pick<SavedLaunch, 'launch' | 'offers'>,
): LaunchLike {
  const { image_uuid: image, image_runtype: words = '' } = instance;
  const runtype = runtypeFrom(words);
  const variables = (instance.extra_env ?? []).filter(
    ([name, value]) => !serviceVariables.has(name) && !envProblem(name, value),
  );
  return {
    draft: {
      ...omitUndefined({
        image: image || undefined,
        runtype,
        onstart: instance.onstart || undefined,
        args_str: runtype === 'args' ? instance.image_args?.join(' ') || undefined : undefined,
        label: instance.label ? nextLabel(instance.label, labels) : undefined,
        image_login: rentedAs?.launch.image_login,
        budget: rentedAs?.launch.budget,
      }),
      ...(instance.is_vm ? { vm: true } : {}),
    },
    env: Object.fromEntries(variables),
    search: searchLike(instance, rentedAs?.offers),
    disk: instance.disk_space,
    isRemembered: rentedAs !== undefined,
    ...omitUndefined({ bid: bidOf(instance), volume: volumeOf(instance) }),
  };
}

/** The GPU is the instance's own: the search may have allowed several. */
function searchLike(
  { is_bid: isBid, gpu_name: gpu, num_gpus: count }: Instance,
  offers: SavedLaunch['offers'],
): Partial<OfferChoice> {
  const { machine_id: machine, ...filters } = searchOf(offers ?? {}, { disk: 1, hours: 1 }).filters;
  const { eq: _, ...otherMachines } = machine ?? {};
  return {
    type: isBid ? 'bid' : 'on-demand',
    ...omitUndefined({ order: orderOf(offers?.order) }),
    filters: {
      ...filters,
      ...(Object.keys(otherMachines).length > 0 ? { machine_id: otherMachines } : {}),
      ...omitUndefined({
        gpu_name: gpu ? { eq: gpu } : undefined,
        num_gpus: count === undefined ? undefined : { eq: count },
      }),
    },
  };
}

function volumeOf({ volume_info: [volume] = [], machine_id: machineId }: Instance): LaunchLike['volume'] {
  if (!volume || machineId === undefined) return undefined;
  const { volume_id, mount_path = defaultMountPath } = volume;
  return { info: { create_new: false, volume_id, mount_path }, machineId };
}

/** The environment without volumes that a flag mounts. */
export const withoutMounts = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('-v V.')));

/** "train" → "train-2", "train-2" → "train-3": the first unused name. */
export function nextLabel(label: string, taken: readonly string[]): string {
  const [, stem = label, digits] = /^(.*?)(?:-(\d{1,6}))?$/s.exec(label) ?? [];
  for (let number = Number(digits ?? 1) + 1; ; number += 1) {
    const next = `${stem}-${number}`;
    if (!taken.includes(next)) return next;
  }
}
