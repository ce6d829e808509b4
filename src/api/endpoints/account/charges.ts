import { chargesPageSchema, type ChargesPage } from '../../schemas/account/charge';
import type { CallOptions, Filters } from '../../http/requests';
import { EndpointGroup } from '../endpointGroup';

/** The account's bill. Optional: the specification does not name it. */
export class Charges extends EndpointGroup {
  /**
   * A page of the bill, latest entries first if the service sorts.
   * @param filters such as `{ day: { gte: <Unix time in seconds> } }`
   * @param page `after` is the `nextToken` of the page before
   */
  list(
    filters: Filters,
    { limit, after }: { limit: number; after?: string | undefined },
    options?: CallOptions,
  ): Promise<ChargesPage> {
    const call = {
      endpoint: 'charges',
      method: 'GET',
      path: 'charges/',
      query: {
        select_filters: JSON.stringify(filters),
        limit: String(limit),
        latest_first: 'true',
        ...(after === undefined ? {} : { after_token: after }),
      },
      read: true,
    } as const;
    return this.transport.call(call, chargesPageSchema, options);
  }
}
