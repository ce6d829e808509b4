import { sentFilters } from '../schemas/offers/filters';
import { offerSchema, offersSchema, type Offer } from '../schemas/offers/offer';
import { readable } from '../schemas/rows';
import type { CallOptions, OfferQuery } from '../http/requests';
import { EndpointGroup } from './endpointGroup';

/** Specification, Search. */
export class Offers extends EndpointGroup {
  /**
   * A POST that changes nothing, so it counts as a read.
   *
   * @param onRead called with some of many offers once they are read, while others aren't
   */
  async search(
    query: OfferQuery,
    options?: CallOptions,
    onRead?: (some: readonly Offer[]) => void,
  ): Promise<Offer[]> {
    const { filters, ...rest } = query;
    const call = {
      endpoint: 'offers.search',
      method: 'POST',
      path: 'bundles/',
      body: { ...sentFilters(filters), ...rest },
      read: true,
      rows: {
        name: 'offers',
        row: offerSchema,
        ...(onRead && { onRead: (rows: readonly object[]) => onRead(readable(rows as readonly Offer[])) }),
      },
    } as const;
    // An offer that can't be read can't be rented.
    return readable((await this.transport.call(call, offersSchema, options)).offers);
  }
}
