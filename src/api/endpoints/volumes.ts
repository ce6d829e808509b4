import { done } from '../schemas/fields';
import { identified, readable } from '../schemas/rows';
import {
  type Volume,
  type VolumeClone,
  type VolumeCreation,
  volumeMadeSchema,
  type VolumeOffer,
  volumeOffersSchema,
  volumesSchema,
} from '../schemas/volume';
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

  /** @param limit rows at the most; services answer 64 without one */
  async searchOffers(
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
    return readable(await this.#transport.call(call, volumeOffersSchema, options));
  }

  /** Sent once. Resolves to the volume's id, where the service tells it. */
  create(request: VolumeCreation, options?: CallOptions): Promise<number | undefined> {
    return this.#make('PUT', 'volumes/', request, options);
  }

  /** As `create`. */
  clone(request: VolumeClone, options?: CallOptions): Promise<number | undefined> {
    return this.#make('POST', 'volumes/copy/', request, options);
  }

  #make(method: 'PUT' | 'POST', path: string, body: VolumeCreation | VolumeClone, options?: CallOptions) {
    const call = { endpoint: 'volumes.create', method, path, body, spends: true } as const;
    return this.#transport.call(call, volumeMadeSchema, options);
  }

  async delete(id: number, options?: CallOptions): Promise<void> {
    const call = { endpoint: 'volumes.delete', method: 'DELETE', path: 'volumes/', body: { id } } as const;
    await this.#transport.call(call, done, options);
  }
}
