import type { Offer } from '../../../api/schemas/offers/offer';

/** An offer as it is rented in one of two ways: on demand, or interruptible with a bid. */
export interface MarketRow {
  /** The same for the same offer and way of renting, in every answer. */
  key: string;
  offer: Offer;
  isBid: boolean;
  /** Of an interruptible row: dollars per hour without the disk that the same offer costs on demand, if known. */
  onDemandBase?: number;
}

/** An offer can be there twice, on demand and interruptible. */
export const rowKey = (offerId: number, isBid: boolean): string => `${offerId}${isBid ? 'b' : ''}`;

/** What offers cost on demand: dollars per hour without the disk, by the offer's id. */
export const onDemandBases = (onDemand: readonly Offer[]): ReadonlyMap<number, number | undefined> =>
  new Map(onDemand.map(({ id, dph_base }) => [id, dph_base]));

/** @param bases from `onDemandBases` */
export function marketRow(
  offer: Offer,
  isBid: boolean,
  bases: ReadonlyMap<number, number | undefined>,
): MarketRow {
  const row = { key: rowKey(offer.id, isBid), offer, isBid };
  const base = isBid ? bases.get(offer.id) : undefined;
  return base === undefined ? row : { ...row, onDemandBase: base };
}
