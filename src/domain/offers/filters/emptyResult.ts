import * as l10n from '@vscode/l10n';
import { blameFilters, dropWords, effectWords, emptySentence } from '../search/narrowing';
import { filterWords } from '../search/vocabulary/filterWords';
import type { MarketRow } from '../table/marketRow';
import { allFilters, matchingRows, type PanelQuery, plannedTotal } from './panelQuery';
import { withoutFilter } from './queryText';

/** A change of the query that may find offers. */
export interface EmptyRemedy {
  /** On its button. */
  words: string;
  /** What comes of it. */
  effect: string;
  query: PanelQuery;
}

export interface EmptyReason {
  sentence: string;
  /** The most helpful one first. */
  remedies: readonly EmptyRemedy[];
}

/**
 * Why no row matches a query, by the market at hand, and what to do about it. `isCut`: the market has more offers than
 * are at hand.
 */
export function emptyReason(rows: readonly MarketRow[], query: PanelQuery, isCut: boolean): EmptyReason {
  const isPriced = query.filters.dph_total !== undefined;
  const market = matchingRows(rows, { ...query, filters: {}, disk: 0 }).map((row) =>
    isPriced ? { ...row.offer, dph_total: plannedTotal(row, query) } : row.offer,
  );
  const filters = allFilters(query);
  const fields = [...new Set([...Object.keys(query.filters), 'disk_space'])];
  const blame = market.length === 0 ? [] : blameFilters(market, filters, fields);
  const wordsOf = (field: string): string => filterWords(field, filters[field] ?? {});
  const dropped = blame.flatMap((one): (EmptyRemedy & { count: number })[] => {
    if (one.field === 'disk_space') return smallerDisk(rows, query, isCut);
    const effect = effectWords(one, isCut);
    const words = dropWords(wordsOf(one.field));
    return [{ words, effect, query: withoutFilter(query, one.field), count: one.without }];
  });
  const all = [...dropped, ...otherType(rows, query, isCut)].sort((a, b) => b.count - a.count);
  const helpful = all.filter(({ count }) => count > 0);
  return {
    sentence: market.length === 0 ? nothingOf(query) : emptySentence(blame, wordsOf),
    remedies: (helpful.length > 0 ? helpful : all).map(({ words, effect, query: next }) => ({
      words,
      effect,
      query: next,
    })),
  };
}

type Counted = EmptyRemedy & { count: number };

/** The largest disk with which something is found. */
function smallerDisk(rows: readonly MarketRow[], query: PanelQuery, isCut: boolean): Counted[] {
  const others = matchingRows(rows, { ...query, disk: 0 });
  const sizes = others.flatMap(({ offer: { disk_space: size } }) => (size === undefined ? [] : [size]));
  const disk = Math.floor(sizes.reduce((most, size) => Math.max(most, size), 0));
  if (disk <= 0 || disk >= query.disk) return [];
  const next = { ...query, disk };
  return [counted(l10n.t('Reduce Disk to {0} GB', disk), next, rows, isCut)];
}

/** Offers that are rented the other way, too. */
function otherType(rows: readonly MarketRow[], query: PanelQuery, isCut: boolean): Counted[] {
  if (query.type === 'both') return [];
  const words =
    query.type === 'bid' ? l10n.t('Show On-Demand Offers Too') : l10n.t('Show Interruptible Offers Too');
  return [counted(words, { ...query, type: 'both' }, rows, isCut)].filter(({ count }) => count > 0);
}

function counted(words: string, query: PanelQuery, rows: readonly MarketRow[], isCut: boolean): Counted {
  const count = matchingRows(rows, query).length;
  return { words, query, count, effect: effectWords({ without: count, alone: count }, isCut) };
}

function nothingOf({ type }: PanelQuery): string {
  switch (type) {
    case 'on-demand':
      return l10n.t('The service has no on-demand offers right now');
    case 'bid':
      return l10n.t('The service has no interruptible offers right now');
    case 'both':
      return l10n.t('The service has no offers right now');
  }
}
