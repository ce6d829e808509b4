import * as l10n from '@vscode/l10n';
import type { Filters } from '../../../api/schemas/offers/filters';
import { unitWords } from '../table/columnTexts';
import { valueWords } from '../search/words/filterWords';
import { flagKinds, numberByField, type NumberKind } from '../search/kinds';

/** Filters that are a number, each asked for in a line of text. */
export type NumberField =
  | 'gpu_ram'
  | 'gpu_total_ram'
  | 'reliability'
  | 'dph_total'
  | 'cuda_max_good'
  | 'cpu_cores_effective'
  | 'cpu_ram'
  | 'disk_bw'
  | 'inet_down'
  | 'inet_up'
  | 'direct_port_count'
  | 'duration';

/** Filters that have a control of their own. */
export type FilterField = NumberField | 'gpu_name' | 'num_gpus' | 'geolocation' | 'verified' | 'hosting_type';

export type ControlGroup = 'gpu' | 'price' | 'machine' | 'transfer';

/** One filter as it is shown: a row of the list of filters, or a control above the table of offers. */
export type FilterControl = {
  group: ControlGroup;
  /** Many people need it; the others are folded where there is little room. */
  isCommon: boolean;
} & (
  | { input: 'names'; field: 'gpu_name' | 'geolocation' }
  | { input: 'count'; field: 'num_gpus' }
  | { input: 'number'; field: NumberField }
  | { input: 'machines'; field: 'verified' }
  | { input: 'flag'; field: 'hosting_type' }
);

const number = (field: NumberField, group: ControlGroup, isCommon = false): FilterControl => ({
  input: 'number',
  field,
  group,
  isCommon,
});

/** All filters that can be picked, in the order they are shown. */
export const filterControls: readonly FilterControl[] = [
  { input: 'names', field: 'gpu_name', group: 'gpu', isCommon: true },
  { input: 'count', field: 'num_gpus', group: 'gpu', isCommon: true },
  number('gpu_ram', 'gpu', true),
  number('gpu_total_ram', 'gpu'),
  number('cuda_max_good', 'gpu', true),
  number('dph_total', 'price', true),
  { input: 'machines', field: 'verified', group: 'machine', isCommon: true },
  { input: 'flag', field: 'hosting_type', group: 'machine', isCommon: false },
  number('reliability', 'machine', true),
  { input: 'names', field: 'geolocation', group: 'machine', isCommon: true },
  number('duration', 'machine'),
  number('cpu_cores_effective', 'machine'),
  number('cpu_ram', 'machine'),
  number('disk_bw', 'transfer'),
  number('inet_down', 'transfer'),
  number('inet_up', 'transfer'),
  number('direct_port_count', 'transfer'),
];

export function groupTitle(group: ControlGroup): string {
  switch (group) {
    case 'gpu':
      return l10n.t('GPU');
    case 'price':
      return l10n.t('price');
    case 'machine':
      return l10n.t('machine');
    case 'transfer':
      return l10n.t('disk and network');
  }
}

export function controlLabel(field: FilterField): string {
  switch (field) {
    case 'gpu_name':
      return l10n.t('GPU');
    case 'num_gpus':
      return l10n.t('GPUs per machine');
    case 'gpu_ram':
      return l10n.t('Memory per GPU');
    case 'gpu_total_ram':
      return l10n.t('Total GPU memory');
    case 'cuda_max_good':
      return l10n.t('CUDA version');
    case 'dph_total':
      return l10n.t('Highest price');
    case 'verified':
      return l10n.t('Machines');
    case 'hosting_type':
      return l10n.t('Data center');
    case 'reliability':
      return l10n.t('Reliability');
    case 'geolocation':
      return l10n.t('Place');
    case 'duration':
      return l10n.t('Can be rented for');
    case 'cpu_cores_effective':
      return l10n.t('CPU cores');
    case 'cpu_ram':
      return l10n.t('Memory');
    case 'disk_bw':
      return l10n.t('Disk speed');
    case 'inet_down':
      return l10n.t('Download speed');
    case 'inet_up':
      return l10n.t('Upload speed');
    case 'direct_port_count':
      return l10n.t('Direct ports');
  }
}

/** What to type for a number. */
export function numberPrompt(field: NumberField | 'num_gpus'): string {
  switch (field) {
    case 'num_gpus':
      return l10n.t('Number of GPUs per machine, such as 1 or >=4');
    case 'gpu_ram':
      return l10n.t('Minimum memory of each GPU in GB');
    case 'gpu_total_ram':
      return l10n.t('Minimum memory of all GPUs together in GB');
    case 'reliability':
      return l10n.t('Minimum in percent');
    case 'dph_total':
      return l10n.t('Dollars per hour for the whole machine, including disk');
    case 'cuda_max_good':
      return l10n.t('Minimum CUDA version that the driver supports');
    case 'cpu_cores_effective':
      return l10n.t('Minimum number of CPU cores');
    case 'cpu_ram':
      return l10n.t('Minimum main memory that you get, in GB');
    case 'disk_bw':
      return l10n.t('Minimum in MB/s');
    case 'inet_down':
    case 'inet_up':
      return l10n.t('Minimum in Mb/s');
    case 'direct_port_count':
      return l10n.t('Minimum number of ports that can be reached from outside');
    case 'duration':
      return l10n.t('Minimum number of days that the machine stays available');
  }
}

/** The kind of a number's field, which has its units. */
export function kindOf(field: NumberField | 'num_gpus' | 'disk_space'): NumberKind {
  const kind = numberByField.get(field);
  if (!kind) throw new RangeError(`no number: ${field}`);
  return kind;
}

/** The sign and the unit beside a number that is typed without them: "≥" and "GB". */
export const signAndUnit = (kind: NumberKind): { sign: string; unit: string } => ({
  sign: kind.usual === 'gte' ? '≥' : kind.usual === 'lte' ? '≤' : '',
  unit: unitWords(typedUnit(kind)),
});

/** The unit of a number as it can be typed after it, in every language. */
export function typedUnit({ field, unit }: NumberKind): string {
  if (field === 'dph_total') return '$/h';
  switch (unit) {
    case 'gb':
      return 'GB';
    case 'mb/s':
      return 'MB/s';
    case 'mbps':
      return 'Mb/s';
    case 'd':
      return 'days';
    default:
      return unit;
  }
}

/** What can be chosen of the machines, with the filter that each stands for. */
export const machineChoices = (): { label: string; conditions: Filters[string] | undefined }[] => [
  { label: l10n.t('verified only'), conditions: { eq: true } },
  { label: l10n.t('include unverified'), conditions: undefined },
  { label: l10n.t('unverified only'), conditions: { eq: false } },
];

/** The filter that a flag stands for. */
export const flagCondition = (field: 'hosting_type'): Filters[string] | undefined =>
  flagKinds.find((kind) => kind.field === field)?.condition;

/** A filter's value in words; undefined when any will do. */
export function controlValue(
  { field, input }: FilterControl,
  conditions: Filters[string] | undefined,
): string | undefined {
  if (input === 'machines') {
    const among = machineChoices();
    return among.find((one) => one.conditions?.eq === conditions?.eq)?.label;
  }
  if (conditions === undefined) return undefined;
  return input === 'flag' ? l10n.t('only in data centers') : valueWords(field, conditions);
}

/** These filters with another one in the place of a field's; without it for undefined. */
export function withFilter(
  filters: Filters,
  field: string,
  conditions: Filters[string] | undefined,
): Filters {
  const { [field]: _, ...others } = filters;
  return conditions ? { ...others, [field]: conditions } : others;
}
