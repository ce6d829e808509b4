import type { GpuNames } from '../search/vocabulary/gpuNames';
import type { ListField } from '../fields/choices';
import { placesOf } from '../search/vocabulary/places';
import {
  countryChoices,
  type NameChoice,
  regionChoices,
  typedChoices,
} from '../search/vocabulary/nameChoices';
import type { MarketRow } from '../table/marketRow';
import { matchingRows, type PanelQuery } from './panelQuery';

/** How many rows there are of each GPU or country, by the service's name of it. */
export type Facets = ReadonlyMap<string, number>;

/** Counts the rows that match all other filters, by GPU or by country. */
export function facetsOf(rows: readonly MarketRow[], query: PanelQuery, field: ListField): Facets {
  const { [field]: _, ...filters } = query.filters;
  const counts = new Map<string, number>();
  for (const { offer } of matchingRows(rows, { ...query, filters })) {
    const value = field === 'gpu_name' ? offer.gpu_name : countryOf(offer.geolocation);
    if (value !== undefined && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** "US" of "California, US" and of "US"; undefined where no country is told. */
const countryOf = (place: string | undefined): string | undefined =>
  /(?:^|, )([A-Z]{2})$/.exec(place ?? '')?.[1];

/** A row of a list to choose from. */
export interface FacetChoice extends NameChoice {
  group: 'typed' | 'gpus' | 'regions' | 'countries';
  /** Rows that have one of its values. */
  count: number;
  isChosen: boolean;
}

/**
 * The rows of a list of GPUs or places for a typed text, which may be empty. What nobody offers is listed only where it
 * is chosen or typed.
 */
export function facetChoices(
  field: ListField,
  facets: Facets,
  { chosen, text, gpus }: { chosen: readonly string[]; text: string; gpus: GpuNames },
): FacetChoice[] {
  const typed = typedChoices(field, text, gpus);
  const sameAsTyped = new Set(
    typed.filter(({ values }) => values.length === 1).flatMap(({ values }) => values),
  );
  const wanted = letters(text);
  // A country that is chosen with its region is told by that.
  const single = field === 'geolocation' ? placesOf(chosen).others : chosen;
  const isListed = ({ label, values, description = '' }: NameChoice): boolean =>
    wanted === ''
      ? values.some((value) => facets.has(value) || (values.length > 1 ? chosen : single).includes(value))
      : letters(label).includes(wanted) || description.toLowerCase() === wanted;
  const rows = (group: FacetChoice['group'], choices: readonly NameChoice[]): FacetChoice[] =>
    choices
      .filter((choice) => group === 'typed' || isListed(choice))
      .filter(
        ({ values: [only = ''], values }) => group === 'typed' || values.length > 1 || !sameAsTyped.has(only),
      )
      .map((choice) => ({
        ...choice,
        group,
        count: choice.values.reduce((sum, value) => sum + (facets.get(value) ?? 0), 0),
        isChosen: choice.values.every((value) => chosen.includes(value)),
      }));
  // A region that was typed is in the list of regions already.
  const news = typed.filter(({ label }) => !regionChoices().some((region) => region.label === label));
  return [
    ...rows('typed', news),
    ...(field === 'gpu_name'
      ? rows('gpus', gpuChoices(facets, chosen, gpus))
      : [...rows('regions', regionChoices()), ...rows('countries', countryChoices())]),
  ];
}

function gpuChoices(facets: Facets, chosen: readonly string[], gpus: GpuNames): NameChoice[] {
  const names = new Set([...facets.keys(), ...chosen, ...gpus.all]);
  return [...names]
    .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
    .map((name) => ({ label: name, values: [name] }));
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
