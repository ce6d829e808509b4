import * as z from 'zod/mini';
import type { Filters, Runtype, VolumeInfo } from '../../api/http/requests';
import { volumeFields } from '../../api/schemas/instances/creationFields';
import { toleratedShape } from '../../api/schemas/fields';
import type { Template } from '../../api/schemas/templates/template';
import { omitUndefined } from '../omitUndefined';
import { type Env, parseDockerFlags } from './envFlags';
import type { LaunchDraft } from './launchDraft';
import { defaultDisk } from './launchRequest';

/** Where a value of a launch comes from. */
export type Origin = 'request' | 'template' | 'default';

/** The values an instance will be created with. */
export interface ResolvedLaunch {
  /** By the names of the creation fields, without `template_hash_id`. */
  values: LaunchDraft;
  /** The template's registry credentials, which only the service knows. */
  templateLogin?: { user: string; registry: string };
  /** By field; for `env` and `extra_filters`, which are merged, by `field.key`. */
  origins: Readonly<Record<string, Origin>>;
}

type TemplateValues = Omit<LaunchDraft, 'env' | 'extra_filters'> & { env: Env; extra_filters: Filters };

const defaults: LaunchDraft = { disk: defaultDisk, target_state: 'running' };

/**
 * Combines a request and its template like the service does (specification, Template, precedence): scalars of the
 * request override the template's, `env` and `extra_filters` are merged by key and the request wins, and the template's
 * registry credentials apply. A template's `volume_info` is a hint for forms and never applies.
 */
export function resolveLaunch(request: LaunchDraft, template?: Template): ResolvedLaunch {
  const base = template ? launchOfTemplate(template) : { env: {}, extra_filters: {} };
  const { env: baseEnv, extra_filters: baseFilters, ...baseScalars } = base;
  const { env = {}, extra_filters: filters = {}, template_hash_id: _, ...scalars } = request;
  const given = omitUndefined(scalars);
  const login = request.image_login ? undefined : template && loginOf(template);
  const mergedEnv = { ...baseEnv, ...env };
  const mergedFilters = { ...baseFilters, ...filters };
  return {
    values: {
      ...defaults,
      ...baseScalars,
      ...given,
      ...(Object.keys(mergedEnv).length > 0 ? { env: mergedEnv } : {}),
      ...(Object.keys(mergedFilters).length > 0 ? { extra_filters: mergedFilters } : {}),
    },
    ...omitUndefined({ templateLogin: login }),
    origins: {
      ...originsOf(defaults, 'default'),
      ...originsOf(baseScalars, 'template'),
      ...originsOf(given, 'request'),
      ...originsOf(baseEnv, 'template', 'env.'),
      ...originsOf(env, 'request', 'env.'),
      ...originsOf(baseFilters, 'template', 'extra_filters.'),
      ...originsOf(filters, 'request', 'extra_filters.'),
    },
  };
}

/** A template as the fields of an instance's creation. */
export function launchOfTemplate(template: Template): TemplateValues {
  const { image, tag, recommended_disk_space: disk, jupyter_dir, use_jupyter_lab } = template;
  return {
    ...omitUndefined({
      image: image ? withTag(image, tag ?? '') : undefined,
      disk,
      runtype: runtypeOf(template),
      onstart: template.onstart || undefined,
      args_str: template.args_str || undefined,
      use_jupyter_lab: use_jupyter_lab ? true : undefined,
      jupyter_dir: jupyter_dir || undefined,
    }),
    env: parseDockerFlags(template.env ?? '').env ?? {},
    extra_filters: filtersOf(template),
  };
}

/** The default filters of a template's offer search, without values that aren't filters. */
export function filtersOf({ extra_filters: filters }: Template): Filters {
  const isCondition = (value: unknown): boolean => typeof value === 'object' && value !== null;
  return Object.fromEntries(
    Object.entries(filters ?? {}).filter(([, value]) => isCondition(value)),
  ) as Filters;
}

const hint = z.object(toleratedShape(volumeFields));

/**
 * The volume that a template suggests. The service ignores it in a template (specification, volume_info): it only works
 * in the request.
 */
export function volumeHint({ volume_info: proposed }: Template): VolumeInfo | undefined {
  const { data } = hint.safeParse(proposed);
  if (data?.volume_id === undefined && data?.mount_path === undefined) return undefined;
  return omitUndefined(data);
}

/** Whether a request has fields other than its template. */
export function hasOwnFields({ template_hash_id: _, ...others }: LaunchDraft): boolean {
  return Object.keys(others).length > 0;
}

/** The image with the template's tag, unless it names one itself (after the last slash: a port is no tag). */
function withTag(image: string, tag: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  return /[:@]/.test(name) || tag === '' ? image : `${image}:${tag}`;
}

function runtypeOf({ runtype, ssh_direct: sshDirect, jup_direct: jupyterDirect }: Template): Runtype {
  if (runtype === 'ssh') return sshDirect ? 'ssh_direct' : 'ssh_proxy';
  if (runtype === 'jupyter') return jupyterDirect ? 'jupyter_direct' : 'jupyter_proxy';
  return 'args';
}

function loginOf({ docker_login_user: user, docker_login_repo: registry }: Template) {
  return user ? { user, registry: registry ?? '' } : undefined;
}

function originsOf(values: object, origin: Origin, prefix = ''): Record<string, Origin> {
  return Object.fromEntries(Object.keys(values).map((key) => [prefix + key, origin]));
}
