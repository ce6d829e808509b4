import type { Offer } from '../../../src/api/schemas/offers/offer';
import { marketRow, type MarketRow, onDemandBases } from '../../../src/domain/offers/table/marketRow';

/**
 * The rows of a market: the offers of a search on demand, then those of an interruptible search, which know the price
 * on demand where the first one told it.
 */
export function marketRows(onDemand: readonly Offer[], interruptible: readonly Offer[]): MarketRow[] {
  const bases = onDemandBases(onDemand);
  return [
    ...onDemand.map((offer) => marketRow(offer, false, bases)),
    ...interruptible.map((offer) => marketRow(offer, true, bases)),
  ];
}
