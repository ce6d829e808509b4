import { givenQuerySchema } from '../../api/schemas/offers/filters';
import type { Offer } from '../../api/schemas/offers/offer';
import { type Call, read } from '../call';
import type { RentedInstance } from '../../prompts/launch/launch';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import type { Services } from '../../prompts/services';

/** With a `query`: returns the offers that match it. For a person: leads from filters to a rented instance. */
export async function searchOffers(
  services: Services,
  call: Call,
): Promise<Offer[] | RentedInstance | undefined> {
  if (call.arguments.query !== undefined) {
    const query = read(call.arguments, 'query', givenQuerySchema);
    const { found } = await services.offers.search(query);
    return found.map(({ offer }) => offer);
  }
  return searchAndRent(services);
}
