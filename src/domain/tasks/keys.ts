import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Task, TaskFormat } from './task';
import { type TaskResources, readCount, readMinutes, readSize } from './resources';

/** Takes the value of a key over, or says what is wrong with it. */
export type Reader = (value: unknown, into: Draft) => string | undefined;
export type Draft = { -readonly [K in keyof Task]: Task[K] } & {
  variables: Record<string, string>;
  secrets: string[];
  mounts: { from: string; to: string }[];
  resources: { -readonly [K in keyof TaskResources]: TaskResources[K] };
  /** Only of a launch: the login at a registry, and the minutes without work after which it stops. */
  login?: { username: string; secret: string };
  stopWhenIdle?: number;
};
export type Keys = Readonly<Record<string, Reader>>;

const text =
  (take: (into: Draft, value: string) => void): Reader =>
  (value, into) => {
    if (typeof value !== 'string') return l10n.t('must be text');
    take(into, value);
    return undefined;
  };

/** The keys of a file of either tool, and those of its `resources`. */
export type Formats = Readonly<Record<TaskFormat, { keys: Keys; resources: Keys }>>;

const ignored: Reader = () => undefined;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const variables: Reader = (value, into) => {
  const map = z.record(z.string(), z.union([scalar, z.literal(null)])).safeParse(value);
  const list = z.array(z.string()).safeParse(value);
  if (!map.success && !list.success) return l10n.t('must be names with values');
  const rows = map.data
    ? Object.entries(map.data)
    : (list.data ?? []).map((row) => {
        const at = row.indexOf('=');
        return at < 0 ? ([row, null] as const) : ([row.slice(0, at), row.slice(at + 1)] as const);
      });
  for (const [name, said] of rows) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return l10n.t('{0} can’t be the name of a variable', name);
    if (said === null) into.secrets.push(name);
    else into.variables[name] = String(said);
  }
  return undefined;
};

const secrets: Reader = (value, into) => {
  const rows = z.record(z.string(), z.unknown()).safeParse(value);
  if (!rows.success) return l10n.t('must be names of variables');
  const [written] = Object.entries(rows.data).find(([, said]) => said !== null && said !== '') ?? [];
  if (written !== undefined)
    return l10n.t('{0} has a value here; leave the value out, it is asked for', written);
  into.secrets.push(...Object.keys(rows.data));
  return undefined;
};

const mounts: Reader = (value, into) => {
  const rows = z.record(z.string(), z.string()).safeParse(value);
  const all = Object.entries(rows.data ?? {});
  if (!rows.success) return l10n.t('must be paths of files or folders on this computer');
  return takeMounts(all, into);
};

/** A path alone is the same on both sides. */
const files: Reader = (value, into) => {
  const rows = z
    .array(z.union([z.string(), z.strictObject({ local_path: z.string(), path: z.string() })]))
    .safeParse(value);
  if (!rows.success) return l10n.t('must be paths of files or folders on this computer');
  const all = rows.data.map((row) => {
    if (typeof row !== 'string') return [row.path, row.local_path] as const;
    const at = row.lastIndexOf(':');
    return at < 0 ? ([row, row] as const) : ([row.slice(at + 1), row.slice(0, at)] as const);
  });
  return takeMounts(all, into);
};

function takeMounts(all: readonly (readonly [string, string])[], into: Draft): string | undefined {
  if (all.some(([, from]) => /^[a-z0-9]+:\/\//i.test(from)))
    return l10n.t('must be paths of files or folders on this computer');
  const odd = all.find(([to]) => !/^(~?\/)/.test(to) || to.split('/').includes('..'));
  if (odd) return l10n.t('{0} must begin with / or ~/', odd[0]);
  for (const [to, from] of all) into.mounts.push({ from, to: to.replace(/(?<=.)\/+$/, '') });
  return undefined;
}

const ports: Reader = (value, into) => {
  const said = (Array.isArray(value) ? value : [value]).map(String);
  const odd = said.find((port) => !/^(\d+|(\d+|\*):\d+|\d+-\d+)$/.test(port));
  if (odd !== undefined) return l10n.t('must be ports, such as 8080');
  into.ports = said;
  return undefined;
};

/** The machines of one run: more would need more than one look at them, and more SSH connections than the first one holds. */
const mostNodes = 32;

const nodes: Reader = (value, into) => {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > mostNodes)
    return l10n.t('must be a number from 1 to {0}', mostNodes);
  if (count > 1) into.nodes = count;
  return undefined;
};

/** One GPU, or several of which any will do: a list, or names with numbers. */
const accelerators: Reader = (value, into) => {
  const rows =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([gpu, count]) => `${gpu}:${String(count ?? 1)}`)
      : [value].flat().map(String);
  const all = rows.map((row) => /^([^:,]+)(?::(\d+))?$/.exec(row));
  const counts = new Set(all.map((one) => Number(one?.[2] ?? 1)));
  if (all.includes(null) || counts.size !== 1) return l10n.t('must be a GPU, such as RTX4090:1');
  into.resources.gpu = all.map((one) => one?.[1]).join(',');
  [into.resources.gpus] = counts;
  return undefined;
};

const maxPrice: Reader = (value, into) => {
  if (typeof value !== 'number' || !(value > 0)) return l10n.t('must be a number greater than 0');
  into.resources.maxPrice = value;
  return undefined;
};

const skyResources: Keys = {
  accelerators,
  cpus: (value, into) => readCount(value, (count) => (into.resources.cpus = count)),
  memory: (value, into) => readSize(value, (gigabytes) => (into.resources.memory = gigabytes)),
  disk_size: (value, into) => readSize(value, (gigabytes) => (into.resources.disk = gigabytes)),
  image_id: text((into, value) => (into.resources.image = value.replace(/^docker:/, ''))),
  use_spot: (value, into) => {
    if (typeof value !== 'boolean') return l10n.t('must be true or false');
    into.resources.isBid = value;
    return undefined;
  },
  max_hourly_cost: maxPrice,
  ports: (value, into) => (value === null ? undefined : ports(value, into)),
  // Its minutes are those of a cluster without jobs; a machine of one run needn't wait.
  autostop: (value, into) => {
    const said = autostopSchema.safeParse(value);
    if (!said.success) return l10n.t('must be minutes, or idle_minutes and down');
    const isDown = typeof said.data === 'object' && said.data.down === true;
    into.then = said.data === false ? 'keep' : isDown ? 'destroy' : 'stop';
    return undefined;
  },
};

export const autostopSchema = z.union([
  z.boolean(),
  z.number(),
  z.string().check(z.regex(/^\d+[mhdw]?$/)),
  z.strictObject({ idle_minutes: z.optional(z.number()), down: z.optional(z.boolean()) }),
]);

const utilizationSchema = z.strictObject({
  min_gpu_utilization: z.int().check(z.gte(0), z.lte(100)),
  time_window: z.union([z.string(), z.number()]),
});

const dstackResources: Keys = {
  gpu: (value, into) => {
    const parts = String(value).split(':');
    // As dstack counts where nothing is said; `1..` is any number.
    if (!parts.some((part) => /^\d+(\.\.)?$/.test(part))) into.resources.gpus = 1;
    for (const part of parts) {
      if (/^\d+$/.test(part)) into.resources.gpus = Number(part);
      else if (part === '1..') continue;
      else if (/^\d+(\.\d+)?\s*(GB|MB|TB)/i.test(part)) {
        const wrong = readSize(
          part.replace(/\.\..*$/, ''),
          (gigabytes) => (into.resources.gpuMemory = gigabytes),
        );
        if (wrong !== undefined) return wrong;
      } else if (part.includes('..')) return l10n.t('must be a GPU, such as RTX4090:1');
      else into.resources.gpu = part;
    }
    return undefined;
  },
  cpu: (value, into) => readCount(value, (count) => (into.resources.cpus = count)),
  memory: (value, into) => readSize(value, (gigabytes) => (into.resources.memory = gigabytes)),
  disk: (value, into) => readSize(value, (gigabytes) => (into.resources.disk = gigabytes)),
};

const sky: Keys = {
  name: text((into, value) => (into.name = value)),
  workdir: text((into, value) => (into.workdir = value)),
  setup: text((into, value) => (into.setup = value)),
  run: text((into, value) => (into.run = value)),
  envs: variables,
  secrets,
  file_mounts: mounts,
  num_nodes: nodes,
};

export const lines =
  (take: (into: Draft, commands: readonly string[]) => void): Reader =>
  (value, into) => {
    const commands = z.array(z.string()).safeParse(value);
    if (!commands.success) return l10n.t('must be a list of commands');
    take(into, commands.data);
    return undefined;
  };

const dstack: Keys = {
  type: (value) => (value === 'task' ? undefined : l10n.t('must be task')),
  name: sky.name ?? ignored,
  // As dstack does: the first command that fails ends the run.
  commands: lines((into, commands) => {
    const [only = '', ...others] = commands;
    into.run = others.length === 0 ? only : `set -e\n${commands.join('\n')}`;
  }),
  env: variables,
  image: text((into, value) => (into.resources.image = value)),
  nodes,
  files,
  ports,
  max_price: maxPrice,
  spot_policy: (value, into) => {
    into.resources.isBid = value === 'spot';
    return value === 'spot' || value === 'on-demand' || value === 'auto'
      ? undefined
      : l10n.t('must be spot, on-demand or auto');
  },
  max_duration: (value, into) => readMinutes(value, (minutes) => (into.limitHours = minutes / 60)),
  utilization_policy: (value, into) => {
    const said = utilizationSchema.safeParse(value);
    if (!said.success) return l10n.t('must be min_gpu_utilization and time_window');
    const { min_gpu_utilization: below, time_window: time } = said.data;
    return readMinutes(time, (minutes) => (into.idle = { minutes, below }));
  },
};

export const taskKeys: Formats = {
  skypilot: { keys: sky, resources: skyResources },
  dstack: { keys: dstack, resources: dstackResources },
};
