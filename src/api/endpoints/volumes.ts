import { done } from '../schemas/fields';
import { identified, readable } from '../schemas/rows';
import { volumeOffersSchema, volumesSchema, type Volume, type VolumeOffer } from '../schemas/volume';
import type { CallOptions, Filters } from '../http/requests';
import type { Transport } from '../http/transport';

/** Volumes without instances. All optional: the specification mentions them only in the creation of an instance. */
export class Volumes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Rows may be `unreadable`. */
  async list(options?: CallOptions): Promise<Volume[]> {
    const query = { owner: 'me', type: 'all_volume' };
    const call = { endpoint: 'volumes.list', method: 'GET', path: 'volumes/', query, read: true } as const;
    return identified(await this.#transport.call(call, volumesSchema, options));
  }

  async searchOffers(filters: Filters, options?: CallOptions): Promise<VolumeOffer[]> {
    const call = {
      endpoint: 'volumes.search',
      method: 'POST',
      path: 'volumes/search/',
      body: filters,
      read: true,
    } as const;
    return readable(await this.#transport.call(call, volumeOffersSchema, options));
  }

  /** @param request `id` of the volume offer, `size` in GB */
  async create(request: { id: number; size: number; name?: string }, options?: CallOptions): Promise<void> {
    const path = 'volumes/';
    const call = { endpoint: 'volumes.create', method: 'PUT', path, body: request, spends: true } as const;
    await this.#transport.call(call, done, options);
  }

  async delete(id: number, options?: CallOptions): Promise<void> {
    const call = { endpoint: 'volumes.delete', method: 'DELETE', path: 'volumes/', body: { id } } as const;
    await this.#transport.call(call, done, options);
  }
}
