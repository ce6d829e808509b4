import { sentFilters } from '../schemas/offers/filters';
import { offerSchema, offersSchema, type Offer } from '../schemas/offers/offer';
import { readable } from '../schemas/rows';
import type { CallOptions, OfferQuery } from '../http/requests';
import type { Transport } from '../http/transport';

/** Specification, Search. */
export class Offers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A POST that changes nothing, so it counts as a read. */
  async search(query: OfferQuery, options?: CallOptions): Promise<Offer[]> {
    const { filters, ...rest } = query;
    const call = {
      endpoint: 'offers.search',
      method: 'POST',
      path: 'bundles/',
      body: { ...sentFilters(filters), ...rest },
      read: true,
      rows: { name: 'offers', row: offerSchema },
    } as const;
    // An offer that can't be read can't be rented.
    return readable((await this.#transport.call(call, offersSchema, options)).offers);
  }
}
