import * as z from 'zod/mini';
import type { Filters, Runtype, VolumeInfo } from '../api/requests';
import type { Template } from '../api/schemas/template';
import { type Env, parseDockerFlags } from './envFlags';
import type { LaunchDraft } from './launchDraft';
import { defaultDisk } from './launchRequest';

/** Where a value of a launch comes from. */
export type Origin = 'request' | 'template' | 'default';

/** What an instance will be created with. */
export interface ResolvedLaunch {
  /** By the names of the creation fields; without `template_hash_id`, which has done its part. */
  values: LaunchDraft;
  /** Registry credentials that only the service knows: those of the template. */
  templateLogin?: { user: string; registry: string };
  /** By field; for `env` and `extra_filters`, which are merged, by `field.key`. */
  origins: Readonly<Record<string, Origin>>;
}

type TemplateValues = Omit<LaunchDraft, 'env' | 'extra_filters'> & { env: Env; extra_filters: Filters };

const defaults: LaunchDraft = { disk: defaultDisk, target_state: 'running' };

/**
 * Puts a request and its template together as the service does (specification, Template, precedence): scalars of the
 * request override the template's, `env` and `extra_filters` are merged by key with the request winning, and the
 * template's registry credentials carry over. A template's `volume_info` is a hint for forms and never applies.
 */
export function resolveLaunch(request: LaunchDraft, template?: Template): ResolvedLaunch {
  const base = template ? launchOfTemplate(template) : { env: {}, extra_filters: {} };
  const { env: baseEnv, extra_filters: baseFilters, ...baseScalars } = base;
  const { env = {}, extra_filters: filters = {}, template_hash_id: _, ...scalars } = request;
  const given = withoutUndefined(scalars);
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
    ...(login ? { templateLogin: login } : {}),
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

/** A template in the terms of instance creation. */
export function launchOfTemplate(template: Template): TemplateValues {
  const { image, tag, recommended_disk_space: disk, jupyter_dir, use_jupyter_lab } = template;
  return {
    ...(image ? { image: withTag(image, tag ?? '') } : {}),
    ...(disk === undefined ? {} : { disk }),
    runtype: runtypeOf(template),
    ...(template.onstart ? { onstart: template.onstart } : {}),
    ...(template.args_str ? { args_str: template.args_str } : {}),
    ...(use_jupyter_lab ? { use_jupyter_lab } : {}),
    ...(jupyter_dir ? { jupyter_dir } : {}),
    env: parseDockerFlags(template.env ?? '').env ?? {},
    extra_filters: filtersOf(template),
  };
}

/** The default filters of a template's offer search; what has not the form of filters is left out. */
export function filtersOf({ extra_filters: filters }: Template): Filters {
  const isCondition = (value: unknown): boolean => typeof value === 'object' && value !== null;
  return Object.fromEntries(
    Object.entries(filters ?? {}).filter(([, value]) => isCondition(value)),
  ) as Filters;
}

const hint = z.object({
  create_new: z.catch(z.optional(z.boolean()), undefined),
  volume_id: z.catch(z.optional(z.int()), undefined),
  size: z.catch(z.optional(z.number()), undefined),
  mount_path: z.catch(z.optional(z.string()), undefined),
});

/**
 * The volume that a template proposes. The service ignores it there (specification, volume_info): to take effect it
 * has to be put into the request.
 */
export function volumeHint({ volume_info: proposed }: Template): VolumeInfo | undefined {
  const { data } = hint.safeParse(proposed);
  if (data?.volume_id === undefined && data?.mount_path === undefined) return undefined;
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

/** Whether a request says more than which template it is made from. */
export function hasOwnFields({ template_hash_id: _, ...others }: LaunchDraft): boolean {
  return Object.keys(others).length > 0;
}

/** The image with the template's tag, unless it names one itself (after the last slash: a port is no tag). */
function withTag(image: string, tag: string): string {
  return /[:@][^/]*$/.test(image) || tag === '' ? image : `${image}:${tag}`;
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

function withoutUndefined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
