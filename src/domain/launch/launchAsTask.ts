import type { Filters, FilterValue } from '../../api/schemas/offers/filters';
import { omitUndefined } from '../omitUndefined';
import { freeOffers } from '../offers/offerQuery';
import { writeTask } from '../tasks/writeTask';
import type { TaskFormat } from '../tasks/task';
import { gpuAsTaskWritesIt, type TaskResources } from '../tasks/resources';
import { type LaunchDraft, splitEnv } from './launchDraft';
import type { SavedLaunch } from './launchFile';

/**
 * A launch as a file of another tool: a cluster of SkyPilot that runs nothing but its set-up, a dev environment of
 * dstack. What the format has no key for is named in the first comment. Names of secrets, never their values.
 */
export function launchAsTask({ name, launch, offers }: SavedLaunch, format: TaskFormat): string {
  const {
    image,
    disk,
    env,
    onstart = '',
    image_login: login,
    additions = {},
    extra_filters,
    ...fields
  } = launch;
  const { stopWhenIdleMinutes: stopWhenIdle, ...otherAdditions } = additions;
  const search = resourcesOf({ ...extra_filters, ...offers?.filters }, disk);
  const isBid = offers?.type === undefined ? undefined : offers.type === 'bid';
  const { variables, secrets, odd } = variablesOf(env);
  const ports = splitEnv(env).ports.map((port) => [port, portOf(port)] as const);
  const registered = login && loginAs[format](login, image);
  const task = {
    name,
    setup: onstart,
    variables: { ...variables, ...registered?.variables },
    secrets: [...secrets, ...(registered?.secrets ?? [])],
    resources: { ...search.resources, ...omitUndefined({ image, disk, isBid }) },
    mounts: [],
    ports: [...new Set(ports.flatMap(([, port]) => port ?? []))],
    fetch: [],
    login: registered?.login,
    stopWhenIdle,
    lost: [
      ...named(fields),
      ...named(otherAdditions, 'additions.'),
      ...named(odd, 'env.'),
      ...ports.flatMap(([said, port]) => (port === undefined ? [`env.${said}`] : [])),
      ...(registered?.lost ?? []),
      ...named(search.others, 'offers.filters.'),
      ...named(omitUndefined({ order: offers?.order }), 'offers.'),
    ],
  };
  return writeTask(task, format);
}

/** Fields by the names that they have in a launch's own file. */
const named = (fields: object, path = ''): string[] =>
  Object.entries(fields).map(
    ([name, value]) => `${path}${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );

type Said = { -readonly [K in keyof TaskResources]: TaskResources[K] };
/** Takes a filter over; false where the formats don't say all of it. */
type FilterReader = (value: FilterValue | undefined, into: Said) => boolean;

const least =
  (field: 'gpuMemory' | 'memory' | 'cpus', unit: number): FilterReader =>
  (value, into) => {
    if (typeof value !== 'number' || value <= 0 || !Number.isInteger(value)) return false;
    into[field] = value / unit;
    return true;
  };

const gpuNames: FilterReader = (value, into) => {
  const names = [value].flat().map(String);
  const written = names.map(gpuAsTaskWritesIt);
  if (!written.every((name) => /^[A-Za-z][\w.-]*$/.test(name))) return false;
  into.gpu = [...new Set(written)].join(',');
  return names.every((name, at) => name.replaceAll(/\s+/g, '') === written[at]);
};

/** The filters that the formats have keys for, by field and operator. */
const filterReaders: Readonly<Record<string, FilterReader>> = {
  'gpu_name eq': gpuNames,
  'gpu_name in': gpuNames,
  'num_gpus eq': (value, into) => {
    if (typeof value !== 'number' || value < 1 || !Number.isInteger(value)) return false;
    into.gpus = value;
    return true;
  },
  'gpu_ram gte': least('gpuMemory', 1000),
  'cpu_ram gte': least('memory', 1000),
  'cpu_cores_effective gte': least('cpus', 1),
  'dph_total lte': (value, into) => {
    if (typeof value !== 'number' || !(value > 0)) return false;
    into.maxPrice = value;
    return true;
  },
};

/** What every search asks for. @param disk GB of the launch */
const isImplied = (field: string, operator: string, value: FilterValue | undefined, disk = 0): boolean =>
  (operator === 'eq' && freeOffers[field]?.eq === value) ||
  (field === 'disk_space' && operator === 'gte' && Number(value) <= disk);

function resourcesOf(filters: Filters, disk?: number): { resources: TaskResources; others: Filters } {
  const resources: Said = {};
  const others: Filters = {};
  for (const [field, condition] of Object.entries(filters))
    for (const [operator, value] of Object.entries(condition))
      if (
        !isImplied(field, operator, value, disk) &&
        !filterReaders[`${field} ${operator}`]?.(value, resources)
      )
        others[field] = { ...others[field], [operator]: value };
  return { resources, others };
}

/** A secret goes by the name of its variable; where its own differs, that is no part of a file. */
function variablesOf(env: LaunchDraft['env']) {
  const variables: Record<string, string> = {};
  const secrets: string[] = [];
  const odd: Record<string, string> = {};
  for (const [name, value] of Object.entries(splitEnv(env).variables)) {
    const isName = /^[A-Za-z_]\w*$/.test(name);
    const plain = typeof value === 'string' ? value : ownName(value.secret);
    if (isName && typeof value === 'string') variables[name] = value;
    else if (isName) secrets.push(name);
    if (!isName || (typeof value !== 'string' && plain !== name)) odd[name] = plain;
  }
  return { variables, secrets, odd };
}

const ownName = (secret: string): string => secret.slice(secret.lastIndexOf('/') + 1);

/** A mapping such as `8000:8000` as both formats write it. Undefined for what isn't TCP, and for other options. */
function portOf(port: string): string | undefined {
  const [, host, container] = /^(\d+):(\d+)(?:\/tcp)?$/.exec(port) ?? [];
  if (host === undefined || Number(host) > 65_535) return undefined;
  return host === container ? host : `${host}:${container}`;
}

interface LoginSaid {
  variables?: Record<string, string>;
  secrets?: string[];
  login?: { username: string; secret: string };
  lost?: string[];
}

type Login = NonNullable<LaunchDraft['image_login']>;

/** Variables by which SkyPilot logs in at a registry. */
export const skyLogin = {
  user: 'SKYPILOT_DOCKER_USERNAME',
  registry: 'SKYPILOT_DOCKER_SERVER',
  password: 'SKYPILOT_DOCKER_PASSWORD',
};

const loginAs: Readonly<Record<TaskFormat, (login: Login, image?: string) => LoginSaid>> = {
  skypilot: ({ user, registry }) => ({
    variables: { [skyLogin.user]: user, [skyLogin.registry]: registry },
    secrets: [skyLogin.password],
  }),
  dstack: ({ user, registry, secret }, image) => ({
    login: { username: user, secret: ownName(secret).replaceAll(/[^\w-]/g, '_') },
    lost: registry === registryOf(image) ? [] : named({ registry }, 'image_login.'),
  }),
};

/** The registry that Docker pulls an image from. */
export function registryOf(image = ''): string {
  const [host = '', ...path] = image.split('/');
  return path.length > 0 && /[.:]|^localhost$/.test(host) ? host : 'docker.io';
}
