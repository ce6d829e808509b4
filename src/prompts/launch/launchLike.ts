import { orderFields } from '../../domain/offers/offerOrder';
import * as vscode from 'vscode';
import { isNotFound } from '../../api/errors';
import type { Instance } from '../../api/schemas/instances/instance';
import type { Template } from '../../api/schemas/templates/template';
import { instanceName } from '../../ask/instanceName';
import { showInfo } from '../../ask/notify';
import { omitUndefined } from '../../domain/omitUndefined';
import { formatSentences } from '../../domain/format';
import { isOption } from '../../domain/launch/envFlags';
import type { LaunchDraft } from '../../domain/launch/launchDraft';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import { type LaunchLike, launchOfInstance, withoutMounts } from '../../domain/launch/launchOfInstance';
import { filtersOf } from '../../domain/launch/launchPrecedence';
import { looksSecret, type SecretReference } from '../../domain/secretReference';
import { limitsOfStop } from '../../domain/stops/limitsOfStop';
import type { AgreedStop } from '../../domain/stops/stopSchema';
import { volumeName } from '../../domain/volumes/volume';
import type { AccountInUse } from '../../stores/account/accountInUse';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import { searchAndRent } from '../offers/searchAndRent';
import type { Services } from '../services';
import { pickOne } from '../steps';
import type { RentedInstance } from './launch';
import { showingTemplate } from './launchState';

/** What is needed to rent another instance like this one. */
export function launchLike(
  { instances, launches }: Pick<Services, 'instances' | 'launches'>,
  { account }: AccountInUse,
  instance: Instance,
): LaunchLike {
  const labels = [...instances.state.instances.values()].flatMap(({ label }) => label ?? []);
  return launchOfInstance(instance, labels, launches.rentedAs(account.id, instance.id));
}

/**
 * A search for the same GPU, and the launch form filled in. Says what the new instance lacks. Undefined when the person
 * stopped.
 *
 * @param leaves another machine is wanted, on which its volume can't be used @param stop what is scheduled for it, which
 *   the new one gets as far as each instance of a launch can have it
 */
export async function rentLike(
  services: Services,
  instance: Instance,
  like: LaunchLike,
  { leaves = false, stop }: { leaves?: boolean; stop?: AgreedStop | undefined } = {},
): Promise<RentedInstance | undefined> {
  const name = like.volume && nameOfVolume(services, like.volume.info.volume_id);
  const keepsVolume = name !== undefined && !leaves ? await askVolume(instance, name, like) : false;
  if (keepsVolume === undefined) return undefined;
  const template = await templateWithLogin(services, instance);
  const { isWhole, ...limits } = limitsOfStop(stop, like.draft.runtype);
  const lost = formatSentences([
    lostWords(instance, like, { template, volume: leaves ? name : undefined }),
    isWhole ? '' : scheduleLost(instance),
  ]);
  if (lost !== '') void showInfo(lost);
  const unmounted = withoutMounts(like.env);
  const env = await withSecretsHidden(keepsVolume ? like.env : unmounted, services.launchSecrets);
  const isMounted = Object.keys(unmounted).length < Object.keys(like.env).length;
  const draft: LaunchDraft = {
    ...like.draft,
    ...limits,
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(keepsVolume && !isMounted && like.volume ? { volume_info: like.volume.info } : {}),
  };
  const machine = keepsVolume && like.volume ? { machineId: like.volume.machineId, volumeName: name } : {};
  const known = template === 'gone' ? undefined : template;
  return searchAndRent(
    services,
    { start: like.search, disk: like.disk, ...(known ? { defaults: filtersOf(known) } : {}), ...machine },
    { draft, ...omitUndefined({ template: known, bid: like.bid }), ...machine },
  );
}

/**
 * An instance as a launch that can be saved: with what is scheduled for it, as far as each instance of a launch can have
 * that, without its volume, which only its machine can use, and without secrets. Says what isn't included.
 */
export async function savedLike(
  services: Pick<Services, 'launchSecrets' | 'scheduledStops' | 'templates' | 'volumes'>,
  { account }: AccountInUse,
  instance: Instance,
  like: LaunchLike,
): Promise<Omit<SavedLaunch, 'name'>> {
  const { draft, env, disk, bid, search } = like;
  const template = await templateWithLogin(services, instance);
  const known = template === 'gone' ? undefined : template;
  const { filters, order, type } = search;
  const stop = (await services.scheduledStops.read(account.id)).get(instance.id);
  const { isWhole, ...limits } = limitsOfStop(stop, draft.runtype);
  const volume = nameOfVolume(services, like.volume?.info.volume_id);
  const lost = formatSentences([
    lostWords(instance, like, { template, volume: undefined }),
    volume === undefined
      ? ''
      : vscode.l10n.t('The volume “{0}” isn’t included: only its machine can use it.', volume),
    isWhole ? '' : scheduleLost(instance),
  ]);
  if (lost !== '') void showInfo(lost);
  return {
    launch: {
      ...draft,
      ...limits,
      ...omitUndefined({
        disk,
        price: bid,
        label: instance.label ?? undefined,
        template_hash_id: known?.hash_id,
      }),
      env: await withSecretsHidden(withoutMounts(env), services.launchSecrets),
    },
    ...omitUndefined({ templateId: known?.id }),
    offers: omitUndefined({ filters, order: order && [orderFields[order]], type }),
  };
}

/** What a new instance doesn't have of this one, in sentences. */
function lostWords(
  instance: Instance,
  { isRemembered }: LaunchLike,
  { template, volume }: { template: Template | 'gone' | undefined; volume: string | undefined },
): string {
  const unknown = vscode.l10n.t(
    'The filters and a registry login that {0} was rented with aren’t known here. Add them if you need them.',
    instanceName(instance),
  );
  return formatSentences([
    ...(isRemembered ? [] : [unknown]),
    ...(template === 'gone'
      ? [vscode.l10n.t('Its template is gone, and with it a registry login that it may have had.')]
      : []),
    ...(volume === undefined
      ? []
      : [
          vscode.l10n.t(
            'The volume “{0}” stays on its machine and is still billed. The new instance doesn’t have it.',
            volume,
          ),
        ]),
  ]);
}

const scheduleLost = (instance: Instance): string =>
  vscode.l10n.t('Not all of what is scheduled for {0} is included.', instanceName(instance));

function nameOfVolume({ volumes }: Pick<Services, 'volumes'>, id: number | undefined): string | undefined {
  return id === undefined ? undefined : volumeName(volumes.get(id) ?? { id });
}

/** Whether the new instance is to have the volume; undefined when the person stopped. */
async function askVolume(
  instance: Instance,
  name: string,
  { volume }: LaunchLike,
): Promise<boolean | undefined> {
  const rows = [
    {
      label: `$(database) ${vscode.l10n.t('With the Volume “{0}”', name)}`,
      description: vscode.l10n.t('searches offers on machine {0} only', volume?.machineId ?? '?'),
      value: true,
    },
    {
      label: `$(search) ${vscode.l10n.t('Without the Volume')}`,
      description: vscode.l10n.t('searches offers on all machines'),
      value: false,
    },
  ];
  const picked = await pickOne(rows, {
    title: vscode.l10n.t('Rent Another Like {0}', instanceName(instance)),
  });
  return picked?.value;
}

/** The instance's template if it logs in at a registry, which a launch without the template couldn't. */
async function templateWithLogin(
  { templates }: Pick<Services, 'templates'>,
  { template_hash_id: hashId }: Instance,
): Promise<Template | 'gone' | undefined> {
  if (!hashId) return undefined;
  try {
    const template = await showingTemplate(templates.find({ hashId }));
    return template.docker_login_user ? template : undefined;
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    throw error;
  }
}

/** Values that look secret are stored in the secret storage: a form is kept, saved and exported without them. */
export async function withSecretsHidden(
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
