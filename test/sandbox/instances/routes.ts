import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { authorize } from '../accounts/authorize';
import { MAX_LABEL } from '../choices';
import { idOf, optional, parseBody } from '../http/body';
import { invalidArgs, notFound, refusal } from '../serviceError';
import type { World } from '../world';
import { createInstance } from './create';
import { requireCredit } from './credit';
import { listed, listPage } from './list';
import { ownInstance } from './ownInstance';

const update = z.object({
  state: optional(z.enum(['running', 'stopped'])),
  label: optional(z.string().check(z.maxLength(MAX_LABEL))),
});

/** Instances (specification, Endpoints, Instances). */
export function registerInstanceRoutes(app: FastifyInstance, world: World): void {
  const { accounts, instances } = world;

  app.put<{ Params: { id: string } }>('/api/v0/asks/:id/', async (request) => {
    const { account } = authorize(accounts, request, 'instance_write');
    return createInstance(world, account, request.params.id, request.body);
  });

  app.get('/api/v0/instances/', async (request) => {
    const { account } = authorize(accounts, request, 'instance_read');
    if (world.settings.listVersion === 'v1') {
      throw refusal(410, 'deprecated_endpoint', 'This endpoint has moved to /api/v1/instances/.');
    }
    const views = listed(world, account).map((instance) => instances.view(instance));
    return { success: true, instances_found: views.length, instances: views };
  });

  app.get<{ Querystring: Record<string, unknown> }>('/api/v1/instances/', async (request) => {
    const { account } = authorize(accounts, request, 'instance_read');
    return listPage(world, account, request.query);
  });

  app.get<{ Params: { id: string } }>('/api/v0/instances/:id/', async (request) => {
    const { account } = authorize(accounts, request, 'instance_read');
    const { id } = request.params;
    const known = instances.find(idOf(id, notFound))?.accountId === account.id;
    if (!known && world.settings.unknownInstance === 'null') return { instances: null };
    return { success: true, instances: instances.view(ownInstance(world, account, id)) };
  });

  app.put<{ Params: { id: string } }>('/api/v0/instances/:id/', async (request) => {
    const { account, key } = authorize(accounts, request, 'instance_write', Number(request.params.id));
    const instance = ownInstance(world, account, request.params.id);
    const { state, label } = parseBody(update, request.body);
    if (state === undefined && label === undefined) throw invalidArgs('state or label is required');
    if (label !== undefined && key.kind === 'instance') {
      throw refusal(403, 'auth_error', 'This key can only start, stop or destroy its instance.');
    }
    if (label !== undefined) instance.label = label;
    if (state === 'running') requireCredit(world, account);
    if (state === 'running') world.lifecycle.start(instance);
    if (state === 'stopped') await world.lifecycle.stop(instance);
    return { success: true };
  });

  app.delete<{ Params: { id: string } }>('/api/v0/instances/:id/', async (request) => {
    const { account } = authorize(accounts, request, 'instance_write', Number(request.params.id));
    await world.lifecycle.destroy(ownInstance(world, account, request.params.id));
    return { success: true };
  });
}
