import * as l10n from '@vscode/l10n';
import type { Filters } from '../../../../api/schemas/offers/filters';
import { filterWords, regionName } from './filterWords';
import type { GpuNames } from './gpuNames';
import type { ListField } from '../../fields/choices';
import { countryCodes, placeCodes, regions } from './places';
import { formatCountry, formatList, inOrder } from '../../../format';

/** Something of a list that can be chosen; a group stands for several values at once. */
export interface NameChoice {
  label: string;
  /** As the service writes them. */
  values: readonly string[];
  description?: string;
}

type Conditions = Filters[string];

/** The values that a filter allows. */
export const chosenValues = ({ eq, in: some }: Conditions = {}): string[] =>
  [eq ?? [], some ?? []].flat().map(String);

/** A filter with other values that it allows; undefined for any. Values that it excludes stay excluded. */
export function withValues(
  before: Conditions | undefined,
  values: readonly string[],
): Conditions | undefined {
  const { eq: _, in: __, ...others } = before ?? {};
  const sorted = [...new Set(values)].sort();
  const [first] = sorted;
  const allowed = first === undefined ? {} : sorted.length === 1 ? { eq: first } : { in: sorted };
  const all = { ...others, ...allowed };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** Adds all of these values, or takes them away where all of them are chosen. */
export function toggleValues(chosen: readonly string[], values: readonly string[]): string[] {
  const all = values.every((value) => chosen.includes(value));
  return all ? chosen.filter((one) => !values.includes(one)) : [...new Set([...chosen, ...values])];
}

/** Every region that can be chosen. */
export const regionChoices = (): NameChoice[] =>
  regions.map(({ word, codes }) => ({ label: regionName(word), values: codes }));

/** Every country that can be chosen, by name. */
export const countryChoices = (): NameChoice[] =>
  countryCodes
    .map((code) => ({ label: formatCountry(code), values: [code], description: code }))
    .sort((a, b) => inOrder(a.label, b.label));

/** What a typed text means in a list of GPUs or places; also a GPU that is not known here. */
export function typedChoices(field: ListField, text: string, gpus: GpuNames): NameChoice[] {
  if (field === 'geolocation') {
    const values = placeCodes(text);
    return values ? [{ label: filterWords('geolocation', { in: [...values] }), values }] : [];
  }
  const name = text.trim();
  if (name === '') return [];
  const found = gpus.find(name);
  if (found.length === 1) return [{ label: found[0] ?? '', values: found }];
  if (found.length > 1)
    return [{ label: l10n.t('All of {0}', name), values: found, description: formatList(found) }];
  return [{ label: l10n.t('“{0}” as typed', name), values: [name] }];
}
