import * as l10n from '@vscode/l10n';
import { orderedFields, orderName } from '../search/words/choiceWords';
import { filterWords } from '../search/words/filterWords';
import type { GpuNames } from '../search/words/gpuNames';
import { parseOfferText } from '../search/parse';
import { printOfferText } from '../search/print';
import { isBeingTyped, textProblemSentence } from '../search/words/sentences';
import { withFilter } from './filterControls';
import type { PanelQuery } from './panelQuery';

/** A query's filters as a person would type them. */
export const printQuery = ({ filters }: Pick<PanelQuery, 'filters'>, gpus: GpuNames): string =>
  printOfferText({ filters }, gpus).text;

export interface ReadQuery {
  query: PanelQuery;
  /** Sentences about what is not understood, apart from what is still being typed. */
  problems: readonly string[];
}

/**
 * A query whose filters are those of a text. What no text can say stays, and so do the disk and the rental type where
 * the text says nothing of them.
 */
export function readQuery(before: PanelQuery, text: string, gpus: GpuNames): ReadQuery {
  const said = parseOfferText(text, gpus);
  const { unsaid } = printOfferText({ filters: before.filters }, gpus);
  const problems = said.problems.filter((problem) => !isBeingTyped(problem, gpus));
  return {
    query: {
      ...before,
      filters: { ...unsaid, ...said.filters },
      type: said.type ?? before.type,
      disk: said.disk ?? before.disk,
    },
    problems: [
      ...problems.slice(0, 3).map((problem) => textProblemSentence(problem, gpus)),
      ...(said.order === undefined
        ? []
        : [l10n.t('To sort by {0}, select a column heading.', orderName(said.order))]),
    ],
  };
}

/** A filter that is set, in words. */
export interface Chip {
  field: string;
  words: string;
}

/** All filters that are set, the most telling first. */
export const chipsOf = ({ filters }: Pick<PanelQuery, 'filters'>): Chip[] =>
  orderedFields(filters).map((field) => ({ field, words: filterWords(field, filters[field] ?? {}) }));

/** The query without one of its filters. */
export const withoutFilter = (query: PanelQuery, field: string): PanelQuery => ({
  ...query,
  filters: withFilter(query.filters, field, undefined),
});
