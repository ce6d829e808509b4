import { done } from '../schemas/fields';
import { identified } from '../schemas/rows';
import { type Volume, volumesSchema } from '../schemas/volume';
import type { CallOptions } from '../http/requests';
import { EndpointGroup } from './endpointGroup';

/** Volumes without instances. All optional: the specification mentions them only in the creation of an instance. */
export class Volumes extends EndpointGroup {
  /** Rows may be `unreadable`. */
  async list(options?: CallOptions): Promise<Volume[]> {
    const query = { owner: 'me', type: 'all_volume' };
    const call = { endpoint: 'volumes.list', method: 'GET', path: 'volumes/', query, read: true } as const;
    return identified(await this.transport.call(call, volumesSchema, options));
  }

  async delete(id: number): Promise<void> {
    const call = { endpoint: 'volumes.delete', method: 'DELETE', path: 'volumes/', body: { id } } as const;
    await this.transport.call(call, done);
  }
}
