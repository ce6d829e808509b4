import * as z from 'zod/mini';
import { done, id, text, tolerated } from '../schemas/fields';
import { listWithin, readable } from '../schemas/rows';
import { ifNotFound } from '../errors';
import { EndpointGroup } from './endpointGroup';

const overlaySchema = z.object({
  overlay_id: id,
  name: text,
  internal_subnet: z.nullish(text),
  cluster_id: z.nullish(id),
  instances: tolerated(z.array(id)),
});

/** A network between instances of one cluster. An instance joins it when it is rented, with `-n` and its name. */
export type Overlay = z.infer<typeof overlaySchema>;

const overlaysSchema = listWithin(overlaySchema, 'overlays', 'results');

/** Networks between instances. The specification doesn't have them: all are optional, see `isUnsupported`. */
export class Overlays extends EndpointGroup {
  async list(): Promise<Overlay[]> {
    const call = { endpoint: 'overlays', method: 'GET', path: 'overlay/', read: true } as const;
    return readable(await this.transport.call(call, overlaysSchema));
  }

  /** Sent once. */
  async create(clusterId: number, name: string): Promise<void> {
    const body = { cluster_id: clusterId, name };
    const call = { endpoint: 'overlays', method: 'POST', path: 'overlay/', body, spends: true } as const;
    await this.transport.call(call, done);
  }

  /** Destroys the instances in it, too. One that is gone already is no failure. */
  async delete(name: string): Promise<void> {
    const call = { endpoint: 'overlays', method: 'DELETE', path: 'overlay/' } as const;
    await this.transport.call({ ...call, body: { overlay_name: name } }, done).catch(ifNotFound);
  }
}
