import * as l10n from '@vscode/l10n';
import { counted, formatSpan } from '../../format';
import { formatBid } from '../../instances/bid';
import { type PlanField, planLabel, planPrompt, planUnit, readPlan } from '../planInput';
import { orderedFields, typeName } from '../search/vocabulary/choiceWords';
import { filterWords } from '../search/vocabulary/filterWords';
import type { GpuNames } from '../search/vocabulary/gpuNames';
import { chosenValues, toggleValues, withValues } from '../search/vocabulary/nameChoices';
import { numberWords, unitWords } from '../valueTexts';
import { printControl, readControl } from '../table/controlText';
import { type FacetChoice, facetChoices, type Facets } from './facets';
import { controlOf, filterControls, flagChoices, kindOf, typedUnit, withFilter } from './filterControls';
import type { PanelQuery } from './panelQuery';
import { readQuery, type Reading } from './queryText';

/** One part of what is looked for: a filter, how the offer is rented, or what its price is worked out with. */
export interface SearchPart {
  field: string;
  words: string;
  /** The others are always there. */
  isFilter: boolean;
}

const isPlanField = (field: string): field is PlanField =>
  field === 'disk' || field === 'hours' || field === 'bid';

/** All parts of a query, the most telling first. */
export function partsOf({ filters, type, bid, disk, hours }: PanelQuery): SearchPart[] {
  const bidWords = bid === undefined ? l10n.t('lowest bid') : l10n.t('bid {0}', formatBid(bid));
  const plan: [string, string][] = [
    ['type', typeWords(type)],
    ...(type === 'on-demand' ? [] : [['bid', bidWords] satisfies [string, string]]),
    ['disk', l10n.t('{0} GB disk', numberWords(disk))],
    ['hours', formatSpan(hours, 'hour')],
  ];
  return [
    ...orderedFields(filters).map((field) => ({
      field,
      words: filterWords(field, filters[field] ?? {}),
      isFilter: true,
    })),
    ...plan.map(([field, words]) => ({ field, words, isFilter: false })),
  ];
}

function typeWords(type: PanelQuery['type']): string {
  return type === 'both' ? l10n.t('on-demand or interruptible') : typeName(type);
}

export function partLabel(field: string): string {
  if (isPlanField(field)) return planLabel(field);
  return field === 'type' ? l10n.t('Rental type') : (controlOf(field)?.look.label() ?? field);
}

/** Filters that can be added to a query. */
export const addable = ({ filters }: PanelQuery): string[] =>
  filterControls.flatMap(({ field }) => (field in filters ? [] : field));

/** Whether a part can be changed in place, and not only removed. */
export const isEditable = (field: string): boolean =>
  isPlanField(field) || field === 'type' || controlOf(field) !== undefined;

/** The line of text that a part is typed in, or, without a field, the whole search. */
export interface PartInput {
  label: string;
  /** What to type. */
  prompt: string;
  /** Beside the text, where it has none of its own. */
  sign: string;
  unit: string;
  /** Shown while nothing is typed. */
  empty: string;
  /** What is set, as text. */
  text: string;
  read: (text: string) => Reading;
}

/** @param field undefined to add to the whole search */
export function partInput(query: PanelQuery, field: string | undefined, gpus: GpuNames): PartInput {
  const set = partsOf(query).find((part) => part.field === field)?.words;
  const plain = { prompt: '', sign: '', unit: '', text: '', empty: set ?? l10n.t('any') };
  if (field === undefined)
    return {
      ...plain,
      label: l10n.t('Search for offers'),
      empty: l10n.t('Add filters'),
      prompt: l10n.t('Filters in words and numbers, such as 24gb >=99% eu cuda>=12'),
      read: (text) => readQuery(query, text, gpus),
    };
  const label = partLabel(field);
  if (isPlanField(field))
    return {
      ...plain,
      label,
      prompt: planPrompt(field),
      unit: planUnit(field),
      text: query[field] === undefined ? '' : String(query[field]),
      read(text) {
        const { value, ...wrong } = readPlan(field, text);
        return wrong.problem === undefined ? { query: withPlan(query, field, value) } : wrong;
      },
    };
  if (controlOf(field)?.input !== 'number') return { ...plain, label, read: () => ({}) };
  const kind = kindOf(field);
  return {
    ...plain,
    label,
    prompt: kind.control?.prompt() ?? '',
    sign: kind.usual === 'gte' ? '≥' : kind.usual === 'lte' ? '≤' : '',
    unit: unitWords(typedUnit(kind)),
    text: printControl(kind, query.filters[field], gpus),
    read(text) {
      const { conditions, ...wrong } = readControl(kind, text, gpus);
      if (wrong.problem !== undefined) return wrong;
      return { query: { ...query, filters: withFilter(query.filters, field, conditions) } };
    },
  };
}

function withPlan(query: PanelQuery, field: PlanField, value: number | undefined): PanelQuery {
  if (value !== undefined) return { ...query, [field]: value };
  const { bid: _, ...withoutBid } = query;
  return field === 'bid' ? withoutBid : query;
}

/** Something to choose for a part. */
export interface PartChoice {
  label: string;
  isChosen: boolean;
  /** The query with it chosen or taken away. */
  query: PanelQuery;
  group?: string;
  /** How many offers it would find. */
  count?: number;
  /** The label with what is beside it, read aloud. */
  spoken?: string;
  title?: string;
}

/**
 * What can be chosen for a part; none where it is a number.
 *
 * @param text what is typed to find a name
 * @param facets counts the offers of each name
 */
export function partChoices(
  query: PanelQuery,
  field: string,
  {
    text,
    facets,
    gpus,
  }: { text: string; facets: (field: 'gpu_name' | 'geolocation') => Facets; gpus: GpuNames },
): PartChoice[] {
  const typed = text.trim().toLowerCase();
  const isTyped = ({ label }: { label: string }): boolean => label.toLowerCase().includes(typed);
  if (field === 'type')
    return (['on-demand', 'bid', 'both'] as const)
      .map((type) => ({ label: typeWords(type), isChosen: query.type === type, query: { ...query, type } }))
      .filter(isTyped);
  const conditions = query.filters[field];
  const having = (next: typeof conditions): PanelQuery => ({
    ...query,
    filters: withFilter(query.filters, field, next),
  });
  if (controlOf(field)?.input === 'choices')
    return flagChoices(field)
      .map((choice) => ({
        label: choice.label,
        isChosen: JSON.stringify(choice.conditions) === JSON.stringify(conditions),
        query: having(choice.conditions),
      }))
      .filter(isTyped);
  if (field !== 'gpu_name' && field !== 'geolocation') return [];
  const chosen = chosenValues(conditions);
  return facetChoices(field, facets(field), { text, chosen, gpus }).map(
    ({ label, values, count, isChosen, group, description }) => ({
      label,
      count,
      isChosen,
      query: having(withValues(conditions, toggleValues(chosen, values))),
      group: groupWords(group),
      spoken: counted(count, l10n.t('{1}, {0} offer|{1}, {0} offers'), label),
      ...(group === 'typed' && description !== undefined && { title: description }),
    }),
  );
}

function groupWords(group: FacetChoice['group']): string {
  switch (group) {
    case 'typed':
      return l10n.t('typed');
    case 'gpus':
      return l10n.t('known GPUs');
    case 'regions':
      return l10n.t('regions');
    case 'countries':
      return l10n.t('countries');
  }
}
