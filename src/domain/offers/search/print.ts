import {
  driverNumber,
  driverVersion,
  type FilterOperator,
  type Filters,
  type FilterValue,
} from '../../../api/schemas/offers/filters';
import type { GpuNames } from './vocabulary/gpuNames';
import { aboveNominal, type FlagKind, type NumberKind, rounded } from '../fields/kinds';
import { fieldOrder, flagKinds } from '../fields/choices';
import { numberByField } from '../fields/numbers';
import type { OfferText } from './offerText';
import { parseOfferText } from './parse';
import { placeText } from './vocabulary/places';
import { orderWords } from './vocabulary/plainWords';

/** What a text can express. */
export type Sayable = Pick<OfferText, 'filters' | 'type' | 'order' | 'disk'>;

/** The text for these filters, and the filters that no text can express. */
export function printOfferText(said: Sayable, gpus: GpuNames): { text: string; unsaid: Filters } {
  const unsaid: Filters = {};
  const fields = [...fieldOrder, ...Object.keys(said.filters).filter((field) => !fieldOrder.includes(field))];
  const words = fields.flatMap((field) => {
    const conditions = said.filters[field];
    if (!conditions) return [];
    const printed = fieldWords(field, conditions, gpus);
    if (!printed) unsaid[field] = conditions;
    return printed ?? [];
  });
  const order = [...orderWords].find(([, order]) => order === said.order);
  return {
    text: [
      ...words,
      ...(said.disk === undefined ? [] : [`disk>=${digits(said.disk)}gb`]),
      ...(said.type === undefined ? [] : [said.type === 'bid' ? 'interruptible' : 'on-demand']),
      ...(order ? [`order=${order[0]}`] : []),
    ].join(' '),
    unsaid,
  };
}

type Conditions = Filters[string];

/** Undefined for conditions that a text can't express. */
function fieldWords(field: string, conditions: Conditions, gpus: GpuNames): string[] | undefined {
  const entries = Object.entries(conditions) as [FilterOperator, FilterValue][];
  if (entries.length === 0) return undefined;
  const words = entries.map(([operator, value]) => conditionWords(field, operator, value, gpus));
  return words.includes(undefined) ? undefined : words.flatMap((one) => one ?? []);
}

function conditionWords(
  field: string,
  operator: FilterOperator,
  value: FilterValue,
  gpus: GpuNames,
): string[] | undefined {
  const flags = flagKinds.filter((kind) => kind.field === field);
  if (flags.length > 0) return flagWords(flags, operator, value);
  const isNegative = operator === 'neq' || operator === 'notin';
  const isList = isNegative || operator === 'eq' || operator === 'in';
  const values = Array.isArray(value) ? value : [value];
  if (field === 'gpu_name' || field === 'geolocation') {
    const names = values
      .filter((one) => typeof one === 'string' && one !== '' && !/["\n]/.test(one))
      .map(String);
    if (!isList || names.length !== values.length) return undefined;
    return field === 'geolocation' ? placeWords(names, isNegative) : gpuWords(names, isNegative, gpus);
  }
  const kind = numberByField.get(field);
  if (!kind || field === 'disk_space') return undefined;
  if (operator === 'in' && field !== 'num_gpus' && !kind.isListed) return undefined;
  if (
    (operator === 'notin' && !kind.isListed) ||
    values.some((one) => typeof one !== 'number' || !Number.isFinite(one) || one < 0)
  )
    return undefined;
  // A template's may be a version as text, or begin with its first part alone.
  if (kind.isVersion && values.some((one) => driverNumber(driverVersion(Number(one))) !== one))
    return undefined;
  const sign = operator === 'in' ? 'eq' : operator === 'notin' ? 'neq' : operator;
  return values.map((one) => numberWord(kind, sign, Number(one)));
}

function flagWords(
  kinds: readonly FlagKind[],
  operator: FilterOperator,
  value: FilterValue,
): string[] | undefined {
  const kind = kinds.find(({ condition }) =>
    'eq' in condition
      ? operator === 'eq' && condition.eq === value
      : operator === 'gte' && condition.gte === value,
  );
  if (kind) return [kind.text];
  const [first] = kinds;
  return first &&
    'eq' in first.condition &&
    typeof first.condition.eq === 'boolean' &&
    operator === 'eq' &&
    value === !first.condition.eq
    ? [`${first.text}=false`]
    : undefined;
}

function placeWords(codes: readonly string[], isNegative: boolean): string[] | undefined {
  if (!codes.every((code) => /^[A-Z]{2}$/.test(code))) return undefined;
  return placeText(codes).map((word) => (isNegative ? `-${word}` : word));
}

function gpuWords(names: readonly string[], isNegative: boolean, gpus: GpuNames): string[] {
  const isPlain = (word: string): boolean => {
    const { filters, problems, ...others } = parseOfferText(word, gpus);
    return (
      problems.length === 0 &&
      Object.keys(filters).join() === 'gpu_name' &&
      Object.keys(others).join() === 'cleared'
    );
  };
  return gpus
    .text(names, isPlain)
    .map((word) => (isNegative ? (word.startsWith('gpu=') ? word.replace('=', '!=') : `-${word}`) : word));
}

const signs = { eq: '=', neq: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function numberWord(kind: NumberKind, operator: keyof typeof signs, value: number): string {
  const [name = ''] = kind.names;
  if (kind.field === 'num_gpus' && operator === 'eq' && value < 100) return `${digits(value)}x`;
  if (kind.isVersion) return `${name}${signs[operator]}${driverVersion(value)}`;
  if (kind.field === 'dph_total') return `${signs[operator]}$${digits(value)}`;
  const named = (sign: string, amount: number, unit: string): string =>
    `${kind.bare ? '' : name}${sign}${digits(amount)}${unit}`;
  if (!kind.isNominal) {
    const factor = kind.units[kind.unit] ?? 1;
    return named(signs[operator], rounded(value / factor), kind.unit);
  }
  const size = rounded(value / 1000);
  if (operator !== 'gte' && operator !== 'lt' && operator !== 'neq')
    return named(signs[operator], value, 'mb');
  const below = value / 1024 - 1;
  const isAbove =
    operator !== 'neq' && below >= 0 && Number.isInteger(below) && aboveNominal(below * 1000) === value;
  if (!isAbove || Number.isInteger(size)) return named(signs[operator], size, kind.unit);
  return named(operator === 'gte' ? '>' : '<=', below, kind.unit);
}

/** Never as "1e-7". */
function digits(value: number): string {
  return value.toFixed(10).replace(/\.?0+$/, '');
}
