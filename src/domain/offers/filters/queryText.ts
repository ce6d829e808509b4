import * as l10n from '@vscode/l10n';
import type { Filters } from '../../../api/schemas/offers/filters';
import { formatSentences } from '../../format';
import { oneOrList } from '../search/conditions';
import { parseOfferText } from '../search/parse';
import { orderName } from '../search/vocabulary/choiceWords';
import type { GpuNames } from '../search/vocabulary/gpuNames';
import { isBeingTyped, textProblemSentence } from '../search/vocabulary/sentences';
import { withFilter } from './filterControls';
import type { PanelQuery } from './panelQuery';

/** What a text means for a query. */
export interface Reading {
  /** With what was understood; missing if nothing was. */
  query?: PanelQuery;
  problem?: string;
  /** The problem may be over with the next letter. */
  isBegun?: true;
}

/**
 * A query with what a text adds: names of GPUs and places add up, all else takes the place of what was there, and what
 * the text says nothing of stays.
 */
export function readQuery(before: PanelQuery, text: string, gpus: GpuNames): Reading {
  const { problems, filters, cleared, type, disk, order } = parseOfferText(text, gpus);
  const kept = Object.entries(before.filters).filter(([field]) => !cleared.includes(field));
  const added = Object.entries(filters).map(([field, said]) => [
    field,
    field === 'gpu_name' || field === 'geolocation' ? withNames(before.filters[field] ?? {}, said) : said,
  ]);
  const settled = problems.filter((problem) => !isBeingTyped(problem, gpus));
  const sentences = [
    ...(settled.length > 0 ? settled : problems)
      .slice(0, 3)
      .map((problem) => textProblemSentence(problem, gpus)),
    ...(order === undefined ? [] : [l10n.t('To sort by {0}, select a column heading.', orderName(order))]),
  ];
  return {
    query: {
      ...before,
      filters: Object.fromEntries([...kept, ...added]) as Filters,
      type: type ?? before.type,
      disk: disk ?? before.disk,
    },
    ...(sentences.length > 0 && { problem: formatSentences(sentences) }),
    ...(settled.length === 0 && order === undefined && problems.length > 0 && { isBegun: true }),
  };
}

function withNames(before: Filters[string], said: Filters[string]): Filters[string] {
  const values = (one: 'eq' | 'neq', many: 'in' | 'notin') =>
    oneOrList(
      new Set([before, said].flatMap((some) => [some[one] ?? [], some[many] ?? []].flat())),
      one,
      many,
    );
  return { ...values('eq', 'in'), ...values('neq', 'notin') };
}

/** The query without one of its filters. */
export const withoutFilter = (query: PanelQuery, field: string): PanelQuery => ({
  ...query,
  filters: withFilter(query.filters, field, undefined),
});
