import * as l10n from '@vscode/l10n';
import { plainText } from '../../../../api/plainText';
import {
  comparable,
  type FilterOperator,
  type Filters,
  type FilterValue,
} from '../../../../api/schemas/offers/filters';
import { flagOf } from '../../fields/choices';
import { aboveNominal, rounded, shortNumber } from '../../fields/kinds';
import { numberByField } from '../../fields/numbers';
import { placesOf } from './places';
import { formatChoice, formatCountry, formatList } from '../../../format';

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
  if (field === 'gpu_name') return named(conditions, (names) => names);
  if (field === 'geolocation') return named(conditions, placeNames);
  const flag = flagOf(field, conditions);
  if (flag) return flag.words();
  const kind = numberByField.get(field);
  if (!kind) return `${plainText(field, 30)} ${rawWords(conditions)}`;
  const value = valueWords(field, conditions);
  return kind.words?.(value) ?? `${field} ${value}`;
}

/** A filter's condition without its field: "≥ 24 GB". */
export function valueWords(field: string, conditions: Conditions): string {
  if (field === 'gpu_name' || field === 'geolocation') return filterWords(field, conditions);
  const kind = numberByField.get(field);
  if (!kind) return rawWords(conditions);
  const { amount = shortNumber } = kind;
  const nominal = kind.isNominal ? nominalWords(conditions) : undefined;
  if (nominal !== undefined) return nominal;
  return Object.entries(conditions)
    .map(([operator, value]) => {
      const values = (Array.isArray(value) ? value : [value]).map((one) => amount(comparable(field, one)));
      return `${signs[operator as FilterOperator]}${formatChoice(values)}`;
    })
    .join(', ');
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

/** A region is one name, also beside other places. */
function placeNames(codes: readonly string[]): string[] {
  const { words, others } = placesOf(codes);
  return [...words.map(regionName), ...others.map(formatCountry)];
}

/** Allowed and excluded names. */
function named(conditions: Conditions, namesOf: (values: readonly string[]) => readonly string[]): string {
  const text = (value: FilterValue): string => {
    const names = namesOf((Array.isArray(value) ? value : [value]).map(String));
    const first = formatList(names.slice(0, 3).map((name) => plainText(name, 30)));
    return names.length > 3 ? l10n.t('{0} and {1} more', first, names.length - 3) : first;
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
