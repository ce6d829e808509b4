import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { authorize } from '../accounts/authorize';
import { LIST_PAGE_SIZE, MAX_LABEL } from '../choices';
import { optional, parseBody } from '../http/body';
import { invalidArgs, refusal } from '../serviceError';
import type { World } from '../world';
import { createInstance } from './create';
import { requireCredit } from './credit';
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
    const views = instances.of(account).map((instance) => instances.view(instance));
    return { success: true, instances_found: views.length, instances: views };
  });

  app.get<{ Querystring: Record<string, unknown> }>('/api/v1/instances/', async (request) => {
    const { account } = authorize(accounts, request, 'instance_read');
    return listPage(world, account, request.query);
  });

  app.get<{ Params: { id: string } }>('/api/v0/instances/:id/', async (request) => {
    const { account } = authorize(accounts, request, 'instance_read');
    return { success: true, instances: instances.view(ownInstance(world, account, request.params.id)) };
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

/** One page of the v1 list, by ascending id; `after_token` is the base64 of the last id seen. */
function listPage(world: World, account: Account, query: Record<string, unknown>) {
  const limit = query.limit === undefined ? LIST_PAGE_SIZE : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1) throw invalidArgs('limit: not a positive integer');
  const all = world.instances.of(account).sort((a, b) => a.id - b.id);
  const after = query.after_token === undefined ? 0 : idOfToken(query.after_token);
  const rest = all.filter((instance) => instance.id > after);
  const page = rest.slice(0, Math.min(limit, LIST_PAGE_SIZE));
  const last = page.at(-1);
  return {
    success: true,
    instances_found: page.length,
    total_instances: all.length,
    next_token: last !== undefined && page.length < rest.length ? tokenOf(last.id) : null,
    instances: page.map((instance) => world.instances.view(instance)),
  };
}

function tokenOf(id: number): string {
  return Buffer.from(JSON.stringify({ id })).toString('base64url');
}

function idOfToken(token: unknown): number {
  const id = /^\{"id":(\d{1,15})\}$/.exec(Buffer.from(String(token), 'base64url').toString())?.[1];
  if (id === undefined) throw invalidArgs('after_token: not a token of this list');
  return Number(id);
}
