import * as l10n from '@vscode/l10n';
import { Document } from 'yaml';
import { formatDollars, formatPercent, formatSpan } from '../format';
import type { IdleEnd } from './run';
import type { Task } from './taskFile';
import type { RunThen } from './then';

export const taskFormats = ['skypilot', 'dstack'] as const;
export type TaskFormat = (typeof taskFormats)[number];

/** A task, with what only `.vscode/gpu-rental.json` says of it. */
export interface ExportedTask extends Task {
  fetch: readonly string[];
  limitDollars?: number | undefined;
  resume?: string | undefined;
}

type Said = Record<string, unknown>;

interface Format {
  /** The keys of the file; those that are undefined aren't written. */
  keys: (task: ExportedTask) => Said;
  /** What the format has no key for, in words; only of what the task says. */
  missing: (task: ExportedTask) => (string | false | undefined)[];
}

/**
 * A task as a file of another tool. `readTask` reads the same from it, except for what the first comment names because
 * the format has no word for it. Values of secrets are in no task, so they are in no file.
 */
export function writeTask(task: ExportedTask, format: TaskFormat): string {
  const { keys, missing } = formats[format];
  const document = new Document(keys(task));
  const lost = missing(task).filter((words) => typeof words === 'string');
  if (lost.length > 0)
    document.commentBefore = [l10n.t('Not part of this format:'), ...lost.map((words) => `- ${words}`)]
      .map((line) => ` ${line.replaceAll(/\s+/g, ' ')}`)
      .join('\n');
  return document.toString({ lineWidth: 0 });
}

const formats: Readonly<Record<TaskFormat, Format>> = {
  skypilot: {
    keys: ({ name, workdir, resources, variables, secrets, mounts, setup, run, then }) => ({
      name: name === undefined ? undefined : skyName(name),
      workdir,
      resources: unlessEmpty({
        accelerators: resources.gpu === undefined ? undefined : `${resources.gpu}:${resources.gpus ?? 1}`,
        cpus: atLeast(resources.cpus, '+'),
        memory: atLeast(resources.memory, '+'),
        disk_size: resources.disk === undefined ? undefined : Math.ceil(resources.disk),
        image_id: resources.image === undefined ? undefined : `docker:${resources.image}`,
        use_spot: resources.isBid,
        autostop: then === undefined ? undefined : autostop[then],
      }),
      envs: unlessEmpty({ ...variables }),
      secrets: unlessEmpty(Object.fromEntries(secrets.map((secret) => [secret, null]))),
      file_mounts: unlessEmpty(Object.fromEntries(mounts.map(({ from, to }) => [to, from]))),
      setup: setup === '' ? undefined : setup,
      run,
    }),
    missing: (task) => [
      ...inNeither(task),
      task.name !== undefined && skyName(task.name) !== task.name && words.name(task.name),
      task.resources.gpuMemory !== undefined && words.gpuMemory(task.resources.gpuMemory),
      task.resources.gpu === undefined &&
        task.resources.gpus !== undefined &&
        words.gpus(task.resources.gpus),
      task.limitHours !== undefined && words.hours(task.limitHours),
      task.idle && words.idle(task.idle.minutes, task.idle.below),
    ],
  },
  dstack: {
    keys: ({ name, resources, variables, secrets, setup, run, limitHours, idle }) => ({
      type: 'task',
      name: name === undefined ? undefined : dstackName(name),
      image: resources.image,
      env: unlessEmpty([
        ...Object.entries(variables).map(([variable, value]) => `${variable}=${value}`),
        ...secrets,
      ]),
      commands: setup.trim() === '' ? [run] : [setup, run],
      resources: unlessEmpty({
        gpu: dstackGpu(resources),
        cpu: atLeast(resources.cpus, '..'),
        memory: atLeast(resources.memory, 'GB..'),
        disk: atLeast(resources.disk, 'GB..'),
      }),
      max_duration: limitHours === undefined ? undefined : duration(limitHours * 3600),
      spot_policy: resources.isBid === undefined ? undefined : resources.isBid ? 'spot' : 'on-demand',
      utilization_policy:
        idle && canWatch(idle)
          ? { min_gpu_utilization: Math.round(idle.below), time_window: duration(idle.minutes * 60) }
          : undefined,
    }),
    missing: (task) => [
      ...inNeither(task),
      task.name !== undefined && dstackName(task.name) !== task.name && words.name(task.name),
      task.workdir !== undefined && words.workdir(task.workdir),
      ...task.mounts.map(({ from, to }) => words.mount(from, to)),
      task.setup.trim() !== '' && words.setup(),
      task.then !== undefined && words.then(task.then),
      task.idle && !canWatch(task.idle) && words.idle(task.idle.minutes, task.idle.below),
    ],
  },
};

const words = {
  name: (name: string) => l10n.t('name: {0}', name),
  fetch: (patterns: readonly string[]) => l10n.t('fetch after the run: {0}', patterns.join(', ')),
  dollars: (most: number) => l10n.t('limit: {0}', formatDollars(most)),
  hours: (most: number) => l10n.t('limit: {0}', formatSpan(most, 'hour')),
  idle: (minutes: number, below: number) =>
    l10n.t('end after {0} with GPUs below {1}', formatSpan(minutes, 'minute'), formatPercent(below / 100)),
  gpuMemory: (gigabytes: number) => l10n.t('memory of a GPU: {0} GB', gigabytes),
  gpus: (count: number) => l10n.t('number of GPUs: {0}', count),
  workdir: (folder: string) => l10n.t('folder to send: {0}', folder),
  mount: (from: string, to: string) => l10n.t('files elsewhere on the machine: {0} to {1}', from, to),
  setup: () => l10n.t('set-up apart from the run: it is the first command here'),
  resume: (command: string) => l10n.t('after a restart of the machine: {0}', command),
  then: (then: RunThen) => l10n.t('after the run: {0}', then),
};

const inNeither = ({ fetch, limitDollars, resume }: ExportedTask) => [
  fetch.length > 0 && words.fetch(fetch),
  limitDollars !== undefined && words.dollars(limitDollars),
  resume !== undefined && words.resume(resume),
];

const autostop: Readonly<Record<RunThen, unknown>> = {
  keep: false,
  stop: true,
  destroy: { idle_minutes: 0, down: true },
};

const atLeast = (count: number | undefined, suffix: string): string | undefined =>
  count === undefined ? undefined : `${count}${suffix}`;

const dstackGpu = ({ gpu, gpus, gpuMemory }: Task['resources']): string | number | undefined => {
  const parts = [gpu, gpuMemory === undefined ? undefined : `${gpuMemory}GB`, gpus];
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join(':');
};

/** dstack looks at five minutes or more. */
const canWatch = ({ minutes }: IdleEnd): boolean => minutes >= 5;

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole % 3600 === 0) return `${whole / 3600}h`;
  return whole % 60 === 0 ? `${whole / 60}m` : `${whole}s`;
}

/** SkyPilot takes letters, digits, `.`, `_` and `-`, of which the first is a letter and the last is no sign. */
const skyName = (name: string): string => startsWithLetter(name.replaceAll(/[^A-Za-z0-9._-]+/g, '-'));

/** dstack takes lower case letters, digits and `-`, two to 41 of them, of which the first is a letter. */
const dstackName = (name: string): string =>
  startsWithLetter(name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-'))
    .slice(0, 41)
    .padEnd(2, '-');

function startsWithLetter(name: string): string {
  const trimmed = name.replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return /^[A-Za-z]/.test(trimmed) ? trimmed : `task-${trimmed}`.replace(/-$/, '');
}

function unlessEmpty<T extends object>(all: T): T | undefined {
  return Object.values(all).some((value) => value !== undefined) ? all : undefined;
}
