import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { authorize } from '../accounts/authorize';
import { optional, parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { notFound } from '../serviceError';
import type { World } from '../world';

const creation = z.object({ cluster_id: z.int(), name: z.string() });
const deletion = z.object({ overlay_id: optional(z.int()), overlay_name: optional(z.string()) });

/** Networks between instances, as the service's public client makes, lists and deletes them. */
export function registerOverlayRoutes(app: FastifyInstance, world: World): void {
  const { accounts, overlays, lifecycle } = world;
  const caller = (request: FastifyRequest, ability: 'instance_read' | 'instance_write') => {
    requireExtensions(world);
    return authorize(accounts, request, ability).account;
  };

  app.get('/api/v0/overlay/', async (request) =>
    overlays.of(caller(request, 'instance_read')).map((overlay) => overlays.view(overlay)),
  );

  app.post('/api/v0/overlay/', async (request) => {
    const account = caller(request, 'instance_write');
    const { cluster_id: clusterId, name } = parseBody(creation, request.body);
    overlays.create(account, clusterId, name);
    return { success: true, msg: 'Overlay created.' };
  });

  app.delete('/api/v0/overlay/', async (request) => {
    const account = caller(request, 'instance_write');
    const { overlay_id: id, overlay_name: name } = parseBody(deletion, request.body);
    const overlay = overlays.of(account).find((one) => one.id === id || one.name === name);
    if (!overlay) throw notFound('There is no such overlay.');
    for (const instance of overlays.membersOf(overlay)) await lifecycle.destroy(instance);
    overlays.remove(overlay);
    return { success: true, msg: 'Overlay deleted.' };
  });
}
