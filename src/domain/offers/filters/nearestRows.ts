import { nearestOffers } from '../offerQuery';
import type { MarketRow } from '../table/marketRow';

/** How many are shown in the place of one. */
const shown = 8;

/** The rows most like one that is gone, rented in the same way; best first. */
export function nearestRows(gone: MarketRow, rows: readonly MarketRow[]): MarketRow[] {
  const alike = new Map(
    rows.filter(({ isBid }) => isBid === gone.isBid).map((row) => [row.offer.id, row] as const),
  );
  const offers = [...alike.values()].map(({ offer }) => offer);
  return nearestOffers(gone.offer, offers, shown).flatMap(({ id }) => alike.get(id) ?? []);
}
