import type { OfferQuery } from '../../api/schemas/offers/filters';

export const offerOrders = ['price', 'performancePerDollar', 'reliability'] as const;
export type OfferOrder = (typeof offerOrders)[number];
/** Where none was chosen. The panel's table has its own: `usualSort` in `table/sortRows.ts`. */
export const usualOrder: OfferOrder = 'price';

/** What the service is asked to order by. */
export const orderFields: Record<OfferOrder, [string, 'asc' | 'desc']> = {
  price: ['dph_total', 'asc'],
  performancePerDollar: ['dlperf_per_dphtotal', 'desc'],
  reliability: ['reliability', 'desc'],
};

/** The order of a query, if a person can choose it. */
export const orderOf = (order: OfferQuery['order']): OfferOrder | undefined =>
  (Object.keys(orderFields) as OfferOrder[]).find((name) => orderFields[name][0] === order?.[0]?.[0]);
