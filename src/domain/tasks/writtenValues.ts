import type { IdleEnd } from '../runs/run';
import type { Task, TaskFormat } from './task';
import type { RunThen } from '../runs/afterRun';

/** A task, with what only `.vscode/gpu-rental.json` says of it; or a launch, which sets a machine up and runs nothing. */
export interface ExportedTask extends Omit<Task, 'run'> {
  run?: string | undefined;
  fetch: readonly string[];
  limitDollars?: number | undefined;
  resume?: string | undefined;
  /** Login at the registry of the image, with the name of the secret. */
  login?: { username: string; secret: string } | undefined;
  /** Minutes without work after which it stops and keeps its disk. */
  stopWhenIdle?: number | undefined;
  /** What neither format has a key for, in words. */
  lost?: readonly string[] | undefined;
}

/** A variable that is a secret, too, has the secret's value in both tools, and dstack refuses it twice. */
export const plainVariables = ({ variables, secrets }: ExportedTask): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !secrets.includes(name)));

/** SkyPilot opens ports and ranges of them; dstack also leads one to another. */
const portForms: Readonly<Record<TaskFormat, RegExp>> = {
  skypilot: /^\d+(-\d+)?$/,
  dstack: /^((\d+|\*):)?\d+$/,
};
export const portsIn = (format: TaskFormat, { ports = [] }: ExportedTask): string[] =>
  ports.filter((port) => portForms[format].test(port));
export const portsLost = (format: TaskFormat, { ports = [] }: ExportedTask): string[] =>
  ports.filter((port) => !portForms[format].test(port));
export const portNumber = (port: string): string | number => (/^\d+$/.test(port) ? Number(port) : port);

/** dstack splits a mapping at its colons. */
export const isMapped = ({ from, to }: Task['mounts'][number]): boolean => !`${from}${to}`.includes(':');

/** Whole minutes only. */
export function skyAutostop(task: ExportedTask): unknown {
  const { stopWhenIdle: minutes } = task;
  if (minutes !== undefined)
    return Number.isInteger(minutes) ? { idle_minutes: minutes, down: false } : undefined;
  return task.then === undefined ? undefined : autostop[task.then];
}

const autostop: Readonly<Record<RunThen, unknown>> = {
  keep: false,
  stop: true,
  destroy: { idle_minutes: 0, down: true },
};

export const atLeast = (count: number | undefined, suffix: string): string | undefined =>
  count === undefined ? undefined : `${count}${suffix}`;

/** Several GPUs of which any will do are a set in SkyPilot. */
export function skyGpu({ gpu, gpus = 1 }: Task['resources']): unknown {
  const names = gpu?.split(',') ?? [];
  if (names.length > 1) return Object.fromEntries(names.map((name) => [name, gpus]));
  return gpu === undefined ? undefined : `${gpu}:${gpus}`;
}

/** One GPU where nothing is said, so any number is said, too. */
export function dstackGpu({ gpu, gpus, gpuMemory }: Task['resources']): string | undefined {
  const parts = [gpu, gpuMemory === undefined ? undefined : `${gpuMemory}GB..`, gpus];
  const said = parts.filter((part) => part !== undefined);
  if (said.length === 0) return undefined;
  return (gpus === undefined ? [...said, '1..'] : said).join(':');
}

/** dstack looks at five minutes or more. */
export const canWatch = ({ minutes }: IdleEnd): boolean => minutes >= 5;

export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole % 3600 === 0) return `${whole / 3600}h`;
  return whole % 60 === 0 ? `${whole / 60}m` : `${whole}s`;
}

/** SkyPilot takes letters, digits, `.`, `_` and `-`, of which the first is a letter and the last is no sign. */
export const skyName = (name: string): string => startsWithLetter(name.replaceAll(/[^A-Za-z0-9._-]+/g, '-'));

/** dstack takes lower case letters, digits and `-`, two to 41 of them, of which the first is a letter. */
export const dstackName = (name: string): string =>
  startsWithLetter(name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-'))
    .slice(0, 41)
    .padEnd(2, '-');

function startsWithLetter(name: string): string {
  const trimmed = name.replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return /^[A-Za-z]/.test(trimmed) ? trimmed : `task-${trimmed}`.replace(/-$/, '');
}

export function unlessEmpty<T extends object>(all: T): T | undefined {
  return Object.values(all).some((value) => value !== undefined) ? all : undefined;
}
