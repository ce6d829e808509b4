import * as l10n from '@vscode/l10n';
import type { MarketRow } from './table/marketRow';
import { matchingRows, type PanelQuery } from './filters/panelQuery';
import { plannedPrice } from './plannedPrice';

/** How many of the offers that match need a higher bid than the typed one; undefined if none of them does. */
export function bidNote(rows: readonly MarketRow[], query: PanelQuery): string | undefined {
  if (query.bid === undefined || query.type === 'on-demand') return undefined;
  const among = matchingRows(rows, { ...query, type: 'bid' });
  const tooLow = among.filter((row) => plannedPrice(row, query).bidTooLow).length;
  if (tooLow === 0) return undefined;
  if (tooLow === among.length) return l10n.t('All of these offers need a higher bid.');
  return l10n.t('{0} of {1} offers need a higher bid.', tooLow, among.length);
}
