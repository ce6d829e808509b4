import type { Instance } from '../../api/schemas/instances/instance';
import { runtypeFrom } from '../../api/schemas/instances/creation';
import { defined } from '../defined';
import { type Env, envProblem } from './envFlags';
import type { LaunchDraft } from './launchDraft';
import type { OfferChoice } from '../offers/offerQuery';

/** What is needed to rent another instance like this one, as far as the service returns it. */
export interface LaunchLike {
  /** Without the disk, which the search is made for, and without variables. */
  draft: Omit<LaunchDraft, 'env' | 'disk'>;
  /** Variables and ports; some values may be secret. */
  env: Env;
  search: Partial<OfferChoice>;
  /** GB. */
  disk?: number | undefined;
}

/** The key that the service creates for one instance (specification, Instance creation). */
const ownKey = 'CONTAINER_API_KEY';

/**
 * The launch of an instance, and a search for the same GPU. A registry's login, a volume and a bid are not told or not
 * to be repeated. @param labels those of the other instances
 */
export function launchOfInstance(instance: Instance, labels: readonly string[]): LaunchLike {
  const { image_uuid: image, image_runtype: words = '', gpu_name: gpu, num_gpus: count } = instance;
  const runtype = runtypeFrom(words);
  const variables = (instance.extra_env ?? []).filter(
    ([name, value]) => name !== ownKey && !envProblem(name, value),
  );
  return {
    draft: {
      ...defined({
        image: image || undefined,
        runtype,
        onstart: instance.onstart || undefined,
        args_str: runtype === 'args' ? instance.image_args?.join(' ') || undefined : undefined,
        label: instance.label ? nextLabel(instance.label, labels) : undefined,
      }),
      ...(instance.is_vm ? { vm: true } : {}),
    },
    env: Object.fromEntries(variables),
    search: {
      type: instance.is_bid ? 'bid' : 'on-demand',
      filters: defined({
        gpu_name: gpu ? { eq: gpu } : undefined,
        num_gpus: count === undefined ? undefined : { eq: count },
      }),
    },
    disk: instance.disk_space,
  };
}

/** "train" → "train-2", "train-2" → "train-3": the first unused name. */
export function nextLabel(label: string, taken: readonly string[]): string {
  const [, stem = label, digits] = /^(.*?)(?:-(\d{1,6}))?$/s.exec(label) ?? [];
  for (let number = Number(digits ?? 1) + 1; ; number += 1) {
    const next = `${stem}-${number}`;
    if (!taken.includes(next)) return next;
  }
}
