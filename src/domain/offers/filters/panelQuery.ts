import { orderFields } from '../offerOrder';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { OfferQuery } from '../../../api/http/requests';
import { type Filters, filtersSchema } from '../../../api/schemas/offers/filters';
import { freeOffers } from '../offerQuery';
import { filterTest } from '../search/filterTest';
import type { MarketRow } from '../table/marketRow';
import { plannedPrice } from '../plannedPrice';
import type { RentalType } from '../search/offerText';

const positive = z.number().check(z.positive());

/** What a person compares offers for. */
export const panelQuerySchema = z.object({
  type: z.enum(['on-demand', 'bid', 'both']),
  /** In the service's names and units; without `disk_space`, which `disk` stands for. */
  filters: filtersSchema,
  /** GB: prices include a disk of this size, and smaller machines are left out. */
  disk: positive,
  /** Hours that the person plans to run it. */
  hours: positive,
  /** Dollars per hour, without the disk, that the person would bid for interruptible offers. */
  bid: z.optional(positive),
});
export type PanelQuery = z.infer<typeof panelQuerySchema>;

export const rentalTypes = ({ type }: Pick<PanelQuery, 'type'>): readonly RentalType[] =>
  type === 'both' ? ['on-demand', 'bid'] : [type];

/** All that must hold of an offer, the size of its disk included. */
export const allFilters = ({ filters, disk }: Pick<PanelQuery, 'filters' | 'disk'>): Filters => ({
  ...filters,
  disk_space: { ...filters.disk_space, gte: disk },
});

/** The request for the offers of one type that match. `limit`: the most to return. */
export function serviceQuery(query: PanelQuery, type: RentalType, limit: number): OfferQuery {
  return { ...wholeMarket(type, query.disk, limit), filters: { ...allFilters(query), ...freeOffers } };
}

/** The request for all free offers of one type, with prices for a disk of `disk` GB. */
export const wholeMarket = (type: RentalType, disk: number, limit: number): OfferQuery => ({
  filters: freeOffers,
  order: [orderFields.price],
  type,
  limit,
  allocated_storage: disk,
});

/** What a query says of the rows that match it. */
type RowQuery = Pick<PanelQuery, 'type' | 'filters' | 'disk' | 'bid'>;
type AnyRow = Pick<MarketRow, 'offer' | 'isBid'>;

/**
 * The rows that match. An offer without a field passes its filter. The price is the one that is shown, with the planned
 * disk and bid: the service's may be for another disk until it has answered again.
 */
export function matchingRows<Row extends AnyRow>(rows: readonly Row[], query: RowQuery): readonly Row[] {
  const { dph_total: price, ...others } = allFilters(query);
  const tests = Object.entries(others).map(([field, conditions]) => filterTest(field, conditions));
  const priceTest = price && filterTest('dph_total', price);
  return rows.filter(
    (row) =>
      (query.type === 'both' || row.isBid === (query.type === 'bid')) &&
      tests.every((test) => test(row.offer)) &&
      (!priceTest || priceTest({ id: row.offer.id, dph_total: plannedTotal(row, query) })),
  );
}

/** Dollars per hour with the planned disk and bid, or what the service tells. */
export const plannedTotal = ({ offer, isBid }: AnyRow, { disk, bid }: RowQuery): number | undefined =>
  plannedPrice({ key: '', offer, isBid }, { disk, hours: 1, bid }).running ?? offer.dph_total;

/** How many of the offers that match need a higher bid than the typed one; undefined if none of them does. */
export function bidNote(rows: readonly MarketRow[], query: PanelQuery): string | undefined {
  if (query.bid === undefined || query.type === 'on-demand') return undefined;
  const among = matchingRows(rows, { ...query, type: 'bid' });
  const tooLow = among.filter((row) => plannedPrice(row, query).bidTooLow).length;
  if (tooLow === 0) return undefined;
  if (tooLow === among.length) return l10n.t('All of these offers need a higher bid.');
  return l10n.t('{0} of {1} offers need a higher bid.', tooLow, among.length);
}

/** The query with a row's machine alone; as it is where the row doesn't tell it. */
export function onlyMachine(query: PanelQuery, { offer }: MarketRow): PanelQuery {
  const { machine_id: id } = offer;
  return id === undefined ? query : { ...query, filters: { ...query.filters, machine_id: { eq: id } } };
}

/** What rows are ordered by. `column`: the id of one. */
export const sortKeySchema = z.object({ column: z.string(), direction: z.enum(['asc', 'desc']) });
export type SortKey = z.infer<typeof sortKeySchema>;

/** The table and the plot, as a person arranged them. */
export const layoutSchema = z.object({
  /** In their order; none means the usual ones. `width` in CSS pixels. */
  columns: z.array(z.object({ id: z.string(), width: z.optional(z.number().check(z.positive())) })),
  /** By the lowest price if missing. */
  sort: z.optional(z.array(sortKeySchema)),
  plot: z.optional(
    z.object({
      x: z.string(),
      y: z.string(),
      logX: z.boolean(),
      logY: z.boolean(),
      isShown: z.boolean(),
      /** Of the table; where there is more room if missing. */
      place: z.optional(z.enum(['above', 'beside'])),
    }),
  ),
});
export type Layout = z.infer<typeof layoutSchema>;
