import { readable } from '../schemas/rows';
import {
  type VolumeClone,
  type VolumeCreation,
  volumeMadeSchema,
  type VolumeOffer,
  volumeOffersSchema,
} from '../schemas/volumeOffer';
import type { CallOptions, Filters } from '../http/requests';
import { EndpointGroup } from './endpointGroup';

/** Space for volumes, and volumes made of it. All optional (see `isUnsupported`). */
export class VolumeOffers extends EndpointGroup {
  /** @param limit rows at the most; services answer 64 without one */
  async search(
    filters: Filters,
    { limit, ...options }: CallOptions & { limit?: number } = {},
  ): Promise<VolumeOffer[]> {
    const call = {
      endpoint: 'volumes.search',
      method: 'POST',
      path: 'volumes/search/',
      body: limit === undefined ? filters : { ...filters, limit },
      read: true,
    } as const;
    return readable(await this.transport.call(call, volumeOffersSchema, options));
  }

  /** Sent once. Resolves to the volume's id, where the service tells it. */
  create(request: VolumeCreation): Promise<number | undefined> {
    return this.#make('PUT', 'volumes/', request);
  }

  /** As `create`. */
  clone(request: VolumeClone): Promise<number | undefined> {
    return this.#make('POST', 'volumes/copy/', request);
  }

  #make(method: 'PUT' | 'POST', path: string, body: VolumeCreation | VolumeClone, options?: CallOptions) {
    const call = { endpoint: 'volumes.create', method, path, body, spends: true } as const;
    return this.transport.call(call, volumeMadeSchema, options);
  }
}
