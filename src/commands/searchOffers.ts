import * as z from 'zod/mini';
import { filterOperators, type OfferQuery } from '../api/requests';
import type { Offer } from '../api/schemas/offer';
import { type Call, read } from './call';
import { type Rental, searchAndRent } from './rentOffer';
import type { Services } from './services';

const filterValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])),
]);
export const querySchema = z.looseObject({
  filters: z._default(z.record(z.string(), z.partialRecord(z.enum(filterOperators), filterValue)), {}),
  order: z.optional(z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])]))),
  type: z.optional(z.enum(['on-demand', 'ondemand', 'bid'])),
  limit: z.optional(z.int()),
  allocated_storage: z.optional(z.number()),
});

/** With a `query`: the offers that match it. For a person: from filters to a rented instance. */
export async function searchOffers(services: Services, call: Call): Promise<Offer[] | Rental | undefined> {
  if (call.arguments.query !== undefined) {
    const query = read(call.arguments, 'query', querySchema) as OfferQuery;
    const { found } = await services.offers.search(query);
    return found.map(({ offer }) => offer);
  }
  return searchAndRent(services);
}
