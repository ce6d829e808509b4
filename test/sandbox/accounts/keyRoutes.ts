import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { idOf, optional, parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { invalidArgs, notFound, refusal } from '../serviceError';
import type { World } from '../world';
import type { Account, ApiKey } from './account';
import { authorize } from './authorize';
import { isPermissionCategory, permissionCategories, type Permissions } from './permissions';

const creation = z.object({
  name: optional(z.string().check(z.maxLength(128))),
  permissions: optional(z.object({ api: z.record(z.string(), z.record(z.string(), z.unknown())) })),
});

const reset = z.object({ client_id: z.literal('me') });

/** API keys: create, list, delete and reset (the specification does not show their paths). */
export function registerKeyRoutes(app: FastifyInstance, world: World): void {
  const { accounts } = world;

  app.get('/api/v0/auth/apikeys/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'user_read');
    const keys = accounts.keysOf(account).map(viewKey);
    return world.settings.apiKeyList === 'list' ? keys : { success: true, apikeys: keys };
  });

  app.post('/api/v0/auth/apikeys/', async (request) => {
    requireExtensions(world);
    const { account, key } = authorize(accounts, request, 'user_write');
    const { name, permissions } = parseBody(creation, request.body);
    const wanted = permissionsOf(permissions?.api);
    if (!covers(key.permissions, wanted)) {
      throw refusal(403, 'auth_error', 'A key cannot give permissions that it lacks.');
    }
    const created = accounts.createKey(account, { name, permissions: wanted });
    return { success: true, ...viewKey(created), key: created.value };
  });

  app.get<{ Params: { id: string } }>('/api/v0/auth/apikeys/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'user_read');
    return viewKey(ownKey(world, account, request.params.id));
  });

  app.delete<{ Params: { id: string } }>('/api/v0/auth/apikeys/:id/', async (request) => {
    requireExtensions(world);
    const { account, key } = authorize(accounts, request, 'user_write');
    const target = ownKey(world, account, request.params.id);
    if (!covers(key.permissions, target.permissions)) {
      throw refusal(403, 'auth_error', 'A key cannot delete one that may do more.');
    }
    accounts.deleteKey(target);
    return { success: true };
  });

  app.put('/api/v0/commands/reset_apikey/', async (request) => {
    requireExtensions(world);
    const { key } = authorize(accounts, request, 'user_write');
    parseBody(reset, request.body);
    return { success: true, [world.settings.resetAnswer]: accounts.resetKey(key) };
  });
}

/** A key's record without its value, which is shown only once. */
function viewKey(key: ApiKey) {
  return {
    id: key.id,
    name: key.name ?? null,
    permissions: { api: Object.fromEntries(categoriesOf(key.permissions).map((category) => [category, {}])) },
    created_at: key.createdAt,
  };
}

function ownKey(world: World, account: Account, id: string): ApiKey {
  const wanted = idOf(id, notFound);
  const key = world.accounts.keysOf(account).find((one) => one.id === wanted);
  if (key === undefined) throw notFound('You have no such key.');
  return key;
}

/** @throws ServiceError 400 for a category that is not known */
function permissionsOf(api: Readonly<Record<string, unknown>> | undefined): Permissions {
  if (api === undefined) return { kind: 'full' };
  const categories = Object.keys(api);
  const unknown = categories.find((category) => !isPermissionCategory(category));
  if (unknown !== undefined) throw invalidArgs(`permissions.api: no category ${unknown.slice(0, 40)}`);
  return { kind: 'scoped', categories: new Set(categories.filter(isPermissionCategory)) };
}

function categoriesOf(permissions: Permissions): readonly string[] {
  if (permissions.kind === 'full') return permissionCategories;
  return permissions.kind === 'scoped' ? [...permissions.categories] : [];
}

function covers(own: Permissions, wanted: Permissions): boolean {
  if (own.kind === 'full') return true;
  if (own.kind === 'instance' || wanted.kind !== 'scoped') return false;
  return [...wanted.categories].every((category) => own.categories.has(category));
}
