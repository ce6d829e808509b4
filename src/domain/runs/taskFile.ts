import * as l10n from '@vscode/l10n';
import { isMap, isPair, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import type { IdleEnd } from './run';
import { type TaskResources, readCount, readMinutes, readSize } from './taskResources';
import type { RunThen } from './then';

/** What to run, whichever format it came from. */
export interface Task {
  name?: string | undefined;
  /** The folder to send, relative to the task file; the file's own folder if missing. */
  workdir?: string | undefined;
  setup: string;
  run: string;
  variables: Readonly<Record<string, string>>;
  /** Names of variables whose values are asked for or kept, and that stand in no file. */
  secrets: readonly string[];
  resources: TaskResources;
  /** What is put elsewhere on the machine: a path of this computer, relative to the task file, and one there. */
  mounts: readonly { from: string; to: string }[];
  /** Hours. */
  limitHours?: number | undefined;
  idle?: IdleEnd | undefined;
  then?: RunThen | undefined;
}

/** What is wrong with a task file, and where. */
export interface TaskMistake {
  /** From 1. */
  line: number;
  message: string;
}

export type ReadTask = { task: Task } | { mistakes: readonly TaskMistake[] };

/** Takes the value of a key over, or says what is wrong with it. */
type Reader = (value: unknown, into: Draft) => string | undefined;
type Draft = { -readonly [K in keyof Task]: Task[K] } & {
  variables: Record<string, string>;
  secrets: string[];
  mounts: { from: string; to: string }[];
  resources: { -readonly [K in keyof TaskResources]: TaskResources[K] };
};
type Keys = Readonly<Record<string, Reader>>;

const text =
  (take: (into: Draft, value: string) => void): Reader =>
  (value, into) => {
    if (typeof value !== 'string') return l10n.t('must be text');
    take(into, value);
    return undefined;
  };

const ignored: Reader = () => undefined;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const variables: Reader = (value, into) => {
  const map = z.record(z.string(), z.union([scalar, z.null()])).safeParse(value);
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
  if (!rows.success || all.some(([, from]) => /^[a-z0-9]+:\/\//i.test(from)))
    return l10n.t('must be paths of files or folders on this computer');
  const odd = all.find(([to]) => !/^(~?\/)/.test(to) || to.split('/').includes('..'));
  if (odd) return l10n.t('{0} must begin with / or ~/', odd[0]);
  for (const [to, from] of all) into.mounts.push({ from, to: to.replace(/(?<=.)\/+$/, '') });
  return undefined;
};

const oneNode: Reader = (value) =>
  value === 1 || value === '1' ? undefined : l10n.t('must be 1: a run on several machines isn’t supported');

const skyResources: Keys = {
  accelerators: (value, into) => {
    const said =
      typeof value === 'object' && value !== null ? Object.entries(value)[0]?.join(':') : String(value);
    const [name = '', count = '1'] = (said ?? '').split(':');
    if (!/^\d+$/.test(count)) return l10n.t('must be a GPU, such as RTX4090:1');
    into.resources.gpu = name;
    into.resources.gpus = Number(count);
    return undefined;
  },
  cpus: (value, into) => readCount(value, (count) => (into.resources.cpus = count)),
  memory: (value, into) => readSize(value, (gigabytes) => (into.resources.memory = gigabytes)),
  disk_size: (value, into) => readSize(value, (gigabytes) => (into.resources.disk = gigabytes)),
  image_id: text((into, value) => (into.resources.image = value.replace(/^docker:/, ''))),
  use_spot: (value, into) => {
    if (typeof value !== 'boolean') return l10n.t('must be true or false');
    into.resources.isBid = value;
    return undefined;
  },
  ports: ignored,
  // Its minutes are those of a cluster without jobs; a machine of one run needn't wait.
  autostop: (value, into) => {
    const said = autostopSchema.safeParse(value);
    if (!said.success) return l10n.t('must be minutes, or idle_minutes and down');
    const isDown = typeof said.data === 'object' && said.data.down === true;
    into.then = said.data === false ? 'keep' : isDown ? 'destroy' : 'stop';
    return undefined;
  },
};

const autostopSchema = z.union([
  z.boolean(),
  z.number(),
  z.string().check(z.regex(/^\d+[mh]?$/)),
  z.strictObject({ idle_minutes: z.optional(z.number()), down: z.optional(z.boolean()) }),
]);

const utilizationSchema = z.strictObject({
  min_gpu_utilization: z.int().check(z.gte(0), z.lte(100)),
  time_window: z.union([z.string(), z.number()]),
});

const dstackResources: Keys = {
  gpu: (value, into) => {
    const parts = typeof value === 'number' ? [String(value)] : String(value).split(':');
    for (const part of parts) {
      if (/^\d+$/.test(part)) into.resources.gpus = Number(part);
      else if (/^\d+\s*(GB|MB)/i.test(part)) {
        const wrong = readSize(
          part.replace(/\.\..*$/, ''),
          (gigabytes) => (into.resources.gpuMemory = gigabytes),
        );
        if (wrong !== undefined) return wrong;
      } else into.resources.gpu = part;
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
  num_nodes: oneNode,
};

const lines: Reader = (value, into) => {
  const commands = z.array(z.string()).safeParse(value);
  if (!commands.success) return l10n.t('must be a list of commands');
  // As dstack does: the first command that fails ends the run.
  const [only = '', ...others] = commands.data;
  into.run = others.length === 0 ? only : `set -e\n${commands.data.join('\n')}`;
  return undefined;
};

const dstack: Keys = {
  type: (value) => (value === 'task' ? undefined : l10n.t('must be task')),
  name: sky.name ?? ignored,
  commands: lines,
  env: variables,
  image: text((into, value) => (into.resources.image = value)),
  nodes: oneNode,
  ports: ignored,
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

/**
 * Reads a task file of SkyPilot or dstack (`type: task`), as far as one machine can do what it says. A key that isn't
 * known here is refused by its name, at its line, because leaving it out would run something else.
 */
export function readTask(source: string): ReadTask {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter });
  const lineOf = (node: unknown): number => counter.linePos((node as Node | undefined)?.range?.[0] ?? 0).line;
  const mistakes: TaskMistake[] = document.errors.map(({ pos, message }) => ({
    line: counter.linePos(pos[0]).line,
    message: message.split('\n', 1)[0] ?? '',
  }));
  const root = document.contents;
  if (mistakes.length > 0) return { mistakes };
  if (!isMap(root)) return { mistakes: [{ line: 1, message: l10n.t('This is no task file.') }] };
  const isDstack = root.has('type');
  const draft: Draft = { setup: '', run: '', variables: {}, secrets: [], mounts: [], resources: {} };
  const read = (pair: Pair, keys: Keys, path: string): void => {
    const name = isScalar(pair.key) ? String(pair.key.value) : '';
    const reader = Object.hasOwn(keys, name) ? keys[name] : undefined;
    const said = (pair.value as Node | null)?.toJS(document) as unknown;
    const wrong = reader ? reader(said, draft) : l10n.t('isn’t supported');
    if (wrong !== undefined) mistakes.push({ line: lineOf(pair.key), message: `${path}${name} ${wrong}.` });
  };
  for (const pair of root.items) {
    const key = isPair(pair) && isScalar(pair.key) ? pair.key.value : undefined;
    if (key === 'resources' && isMap(pair.value)) {
      for (const inner of pair.value.items)
        read(inner, isDstack ? dstackResources : skyResources, 'resources.');
    } else read(pair, isDstack ? dstack : sky, '');
  }
  if (draft.run.trim() === '' && mistakes.length === 0) {
    const key = isDstack ? 'commands' : 'run';
    mistakes.push({ line: 1, message: l10n.t('The task has no {0}.', key) });
  }
  return mistakes.length > 0 ? { mistakes } : { task: draft };
}
