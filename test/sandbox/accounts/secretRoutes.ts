import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { invalidArgs, notFound } from '../serviceError';
import type { World } from '../world';
import { authorize } from './authorize';

const name = z.string().check(z.regex(/^[^\s=\0]{1,256}$/, 'must be the name of a variable'));
const variable = z.object({ key: name, value: z.string().check(z.maxLength(32_768)) });
const deletion = z.object({ key: name });

/** The account's variables, which every container gets that starts from then on. */
export function registerSecretRoutes(app: FastifyInstance, world: World): void {
  const { accounts } = world;

  app.get('/api/v0/secrets/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'user_read');
    return { success: true, secrets: Object.fromEntries(account.secrets) };
  });

  for (const method of ['POST', 'PUT'] as const) {
    app.route({
      method,
      url: '/api/v0/secrets/',
      handler: async (request) => {
        requireExtensions(world);
        const { account } = authorize(accounts, request, 'user_write');
        const { key, value } = parseBody(variable, request.body);
        const isKnown = account.secrets.has(key);
        if (method === 'POST' && isKnown) throw invalidArgs('key: exists already');
        if (method === 'PUT' && !isKnown) throw notFound('There is no such variable.');
        account.secrets.set(key, value);
        return { success: true, msg: `Environment variable ${isKnown ? 'updated' : 'created'}.` };
      },
    });
  }

  app.delete('/api/v0/secrets/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'user_write');
    const { key } = parseBody(deletion, request.body);
    if (!account.secrets.delete(key)) throw notFound('There is no such variable.');
    return { success: true, msg: 'Environment variable deleted.' };
  });
}
