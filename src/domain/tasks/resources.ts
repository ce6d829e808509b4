import * as l10n from '@vscode/l10n';

/** The machine that a task asks for; what is missing may be anything. */
export interface TaskResources {
  /** The GPU's name as the task writes it, such as `RTX4090` or `A100-80GB`; several with commas: any of them. */
  gpu?: string | undefined;
  gpus?: number | undefined;
  /** Of one GPU, in GB. */
  gpuMemory?: number | undefined;
  /** At least as many cores. */
  cpus?: number | undefined;
  /** At least as much, in GB. */
  memory?: number | undefined;
  disk?: number | undefined;
  image?: string | undefined;
  isBid?: boolean | undefined;
  /** Dollars per hour. */
  maxPrice?: number | undefined;
}

/** `4`, `4+` or `4..`. Returns what is wrong with it. */
export function readCount(value: unknown, take: (count: number) => void): string | undefined {
  const [, count] = /^(\d+)(\+|\.\.\d*)?$/.exec(String(value)) ?? [];
  if (count === undefined) return l10n.t('must be a number, such as 4+');
  take(Number(count));
  return undefined;
}

/** `32`, `32+`, `32GB` or `32GB..`, in GB. Returns what is wrong with it. */
export function readSize(value: unknown, take: (gigabytes: number) => void): string | undefined {
  const [, size, unit = 'GB'] = /^(\d+(?:\.\d+)?)\s*(GB|MB|TB)?(?:\+|\.\..*)?$/i.exec(String(value)) ?? [];
  if (size === undefined) return l10n.t('must be a size, such as 32GB');
  take((Number(size) * { mb: 1, gb: 1000, tb: 1_000_000 }[unit.toLowerCase() as 'gb']) / 1000);
  return undefined;
}

/** `90m`, `2h`, or seconds without a unit. Returns what is wrong with it. */
export function readMinutes(value: unknown, take: (minutes: number) => void): string | undefined {
  const [, count, unit = ''] = /^(\d+)\s*([smhdw]?)$/.exec(String(value)) ?? [];
  if (count === undefined) return l10n.t('must be a time, such as 2h');
  take(Number(count) * ({ m: 1, h: 60, d: 1440, w: 10_080 }[unit] ?? 1 / 60));
  return undefined;
}

type Filters = Record<string, Record<string, number | string | readonly string[]>>;

/**
 * The filters of an offer search for these resources, in the specification's names and units.
 *
 * @param known names of GPUs as the service writes them
 */
export function filtersFor(resources: TaskResources, known: readonly string[]): Filters {
  const { gpu, gpus, gpuMemory, cpus, memory, disk, maxPrice } = resources;
  const wanted = gpu?.split(',') ?? [];
  const names = wanted.flatMap((name) => gpusNamed(name, known));
  return {
    ...(gpu === undefined ? {} : { gpu_name: conditionFor(wanted, names) }),
    ...(gpus === undefined ? {} : { num_gpus: { eq: gpus } }),
    ...(gpuMemory === undefined ? {} : { gpu_ram: { gte: Math.round(gpuMemory * 1000) } }),
    ...(cpus === undefined ? {} : { cpu_cores_effective: { gte: cpus } }),
    ...(memory === undefined ? {} : { cpu_ram: { gte: Math.round(memory * 1000) } }),
    ...(disk === undefined ? {} : { disk_space: { gte: disk } }),
    ...(maxPrice === undefined ? {} : { dph_total: { lte: maxPrice } }),
  };
}

/** Names that aren't known may be the service's own. */
function conditionFor(wanted: readonly string[], names: readonly string[]): Filters[string] {
  if (names.length > 0) return { in: names };
  return wanted.length === 1 ? { eq: wanted[0] ?? '' } : { in: wanted };
}

/** The service's names that a task's name means: `RTX4090` is `RTX 4090`, `A100-80GB` one of `A100 SXM4` and its like. */
function gpusNamed(name: string, known: readonly string[]): string[] {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
  const wanted = plain(name.replace(/[\s_-]+\d+\s*GB$/i, ''));
  const equal = known.filter((one) => plain(one) === wanted);
  return equal.length > 0 ? equal : known.filter((one) => plain(one.split(' ', 1)[0] ?? '') === wanted);
}

/** A GPU's name of the service as tasks write it: `RTX 4090` is `RTX4090`, `A100 SXM4` is `A100`. */
export const gpuAsTaskWritesIt = (name: string): string =>
  name.replaceAll(/\s+(SXM\d*|PCIE|NVL)\b/gi, '').replaceAll(/\s+/g, '');
