import * as l10n from '@vscode/l10n';
import { plainText } from '../../../../api/plainText';
import type { FilterOperator, Filters, FilterValue } from '../../../../api/schemas/offers/filters';
import { formatPerHour } from '../../../money/cost';
import { aboveNominal, numberByField, type NumberKind, rounded } from '../kinds';
import { regions } from './places';
import {
  formatChoice,
  formatList,
  formatNumber,
  formatPercent,
  formatSpan,
  formatCountry,
} from '../../../format';

type Conditions = Filters[string];

const signs: Readonly<Record<FilterOperator, string>> = {
  eq: '',
  neq: '≠ ',
  lt: '< ',
  lte: '≤ ',
  gt: '> ',
  gte: '≥ ',
  in: '',
  notin: '≠ ',
};

/** One filter as text that is clear on its own, such as "≥ 24 GB VRAM" or "Europe". */
export function filterWords(field: string, conditions: Conditions): string {
  if (field === 'gpu_name') return named(conditions, (name) => plainText(name, 30));
  if (field === 'geolocation') return placeWords(conditions);
  if (field === 'verified') return conditions.eq === false ? l10n.t('unverified') : l10n.t('verified');
  if (field === 'hosting_type' && conditions.gte === 1) return l10n.t('data center');
  if (field === 'static_ip' && conditions.eq === true) return l10n.t('static IP');
  if (field === 'vms_enabled' && conditions.eq === true) return l10n.t('VM');
  const kind = numberByField.get(field);
  return kind
    ? numberWords(kind, valueWords(field, conditions))
    : `${plainText(field, 30)} ${rawWords(conditions)}`;
}

/** A filter's condition without its field: "≥ 24 GB". */
export function valueWords(field: string, conditions: Conditions): string {
  if (field === 'gpu_name' || field === 'geolocation') return filterWords(field, conditions);
  const kind = numberByField.get(field);
  if (!kind) return rawWords(conditions);
  const nominal = kind.isNominal ? nominalWords(conditions) : undefined;
  if (nominal !== undefined) return nominal;
  return Object.entries(conditions)
    .map(([operator, value]) => {
      const values = (Array.isArray(value) ? value : [value]).map((one) => amount(kind, Number(one)));
      return `${signs[operator as FilterOperator]}${formatChoice(values)}`;
    })
    .join(', ');
}

function numberWords({ field }: NumberKind, value: string): string {
  switch (field) {
    case 'num_gpus':
      return value === '1' ? l10n.t('1 GPU') : l10n.t('{0} GPUs', value);
    case 'gpu_ram':
      return l10n.t('{0} VRAM', value);
    case 'gpu_total_ram':
      return l10n.t('{0} VRAM in total', value);
    case 'reliability':
      return l10n.t('{0} reliable', value);
    case 'dph_total':
      return value;
    case 'cuda_max_good':
      return l10n.t('CUDA {0}', value);
    case 'cpu_cores_effective':
      return l10n.t('{0} CPU cores', value);
    case 'cpu_ram':
      return l10n.t('{0} RAM', value);
    case 'disk_space':
      return l10n.t('{0} disk', value);
    case 'disk_bw':
      return l10n.t('{0} disk speed', value);
    case 'inet_down':
      return l10n.t('{0} download', value);
    case 'inet_up':
      return l10n.t('{0} upload', value);
    case 'direct_port_count':
      return l10n.t('{0} direct ports', value);
    case 'duration':
      return l10n.t('available {0}', value);
    case 'machine_id':
      return l10n.t('machine {0}', value);
    case 'host_id':
      return l10n.t('host {0}', value);
    default:
      return `${field} ${value}`;
  }
}

/** A value of a field with its unit. */
function amount(kind: NumberKind, value: number): string {
  const short = (number: number): string => formatNumber(rounded(number), 6);
  switch (kind.field) {
    case 'gpu_ram':
    case 'gpu_total_ram':
    case 'cpu_ram':
      return `${short(value / 1000)} GB`;
    case 'reliability':
      return formatPercent(rounded(value * 100) / 100, 4);
    case 'dph_total':
    case 'min_bid':
      return formatPerHour(value);
    case 'disk_space':
      return `${short(value)} GB`;
    case 'disk_bw':
      return `${short(value)} MB/s`;
    case 'inet_down':
    case 'inet_up':
      return `${short(value)} Mb/s`;
    case 'duration': {
      const days = rounded(value / 86_400);
      return Number.isInteger(days) ? formatSpan(days, 'day') : formatSpan(rounded(value / 3600), 'hour');
    }
    case 'cuda_max_good':
    case 'machine_id':
    case 'host_id':
      // Names, and no amounts.
      return String(rounded(value));
    default:
      return short(value);
  }
}

/** Sizes that are sold by round numbers: less than 25,600 MB is at most 24 GB. */
function nominalWords({ gte, lt, ...others }: Conditions): string | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if ([gte, lt].some((value) => value !== undefined && typeof value !== 'number')) return undefined;
  const size = (value: number): number => rounded(value / 1000);
  const below = (value: number): number | undefined => {
    const whole = value / 1024 - 1;
    return Number.isInteger(whole) && whole > 0 && aboveNominal(whole * 1000) === value ? whole : undefined;
  };
  if (typeof gte === 'number' && typeof lt === 'number' && below(lt) === size(gte)) return `${size(gte)} GB`;
  return [
    ...(typeof gte === 'number' ? [`≥ ${size(gte)} GB`] : []),
    ...(typeof lt === 'number' ? [below(lt) === undefined ? `< ${size(lt)} GB` : `≤ ${below(lt)} GB`] : []),
  ].join(', ');
}

function placeWords(conditions: Conditions): string {
  return named(
    conditions,
    (code) => plainText(formatCountry(code), 30),
    (codes) => {
      const region = regions.find((one) => one.codes.join() === [...codes].sort().join());
      return region && regionName(region.word);
    },
  );
}

export function regionName(word: string): string {
  switch (word) {
    case 'europe':
      return l10n.t('Europe');
    case 'eu':
      return l10n.t('European Union');
    case 'asia':
      return l10n.t('Asia');
    case 'africa':
      return l10n.t('Africa');
    case 'north-america':
      return l10n.t('North America');
    case 'south-america':
      return l10n.t('South America');
    default:
      return l10n.t('Oceania');
  }
}

/** Allowed and excluded names. `all` may have a name for several together. */
function named(
  conditions: Conditions,
  nameOf: (value: string) => string,
  all: (values: readonly string[]) => string | undefined = () => undefined,
): string {
  const text = (value: FilterValue): string => {
    const values = (Array.isArray(value) ? value : [value]).map(String);
    const together = all(values);
    if (together !== undefined) return together;
    const names = formatList(values.slice(0, 3).map(nameOf));
    return values.length > 3 ? l10n.t('{0} and {1} more', names, values.length - 3) : names;
  };
  return Object.entries(conditions)
    .map(([operator, value]) =>
      operator === 'neq' || operator === 'notin' ? l10n.t('not {0}', text(value)) : text(value),
    )
    .join(', ');
}

const rawWords = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(
      ([operator, value]) =>
        `${signs[operator as FilterOperator]}${plainText([value].flat().join(', '), 40)}`,
    )
    .join(', ');
