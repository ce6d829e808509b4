import type { Instance } from '../../api/schemas/instances/instance';
import { isOption } from '../../domain/launch/envFlags';
import type { LaunchDraft } from '../../domain/launch/launchDraft';
import { type LaunchLike, launchOfInstance } from '../../domain/launch/launchOfInstance';
import { looksSecret, type SecretReference } from '../../domain/secretReference';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import { searchAndRent } from '../offers/searchAndRent';
import type { Services } from '../services';
import type { RentedInstance } from './launch';

/** What is needed to rent another instance like this one. */
export function launchLike(services: Pick<Services, 'instances'>, instance: Instance): LaunchLike {
  const others = [...services.instances.state.instances.values()];
  return launchOfInstance(
    instance,
    others.flatMap(({ label }) => label ?? []),
  );
}

/** A search for the same GPU, and the launch form filled in; undefined when the person stopped. */
export async function rentLike(
  services: Services,
  { draft, env, search, disk }: LaunchLike,
): Promise<RentedInstance | undefined> {
  const hidden = await withSecretsHidden(env, services.launchSecrets);
  const filled: LaunchDraft = { ...draft, ...(Object.keys(hidden).length > 0 ? { env: hidden } : {}) };
  return searchAndRent(services, { start: search, disk }, { draft: filled });
}

/** Values that look secret are stored in the secret storage: a form is kept, saved and exported without them. */
async function withSecretsHidden(
  env: LaunchLike['env'],
  secrets: LaunchSecrets,
): Promise<NonNullable<LaunchDraft['env']>> {
  const hide = async (name: string, value: string): Promise<string | SecretReference> => {
    if (isOption(name) || !looksSecret(name)) return value;
    const secret = await secrets.freeName(name.replace(/[^\w.:/ -]/g, '_').slice(0, 190), value);
    await secrets.set(secret, value);
    return { secret };
  };
  const entries = await Promise.all(
    Object.entries(env).map(async ([name, value]) => [name, await hide(name, value)] as const),
  );
  return Object.fromEntries(entries);
}
