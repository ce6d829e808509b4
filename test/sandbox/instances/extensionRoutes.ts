import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { authorize } from '../accounts/authorize';
import { LOG_TRIES } from '../choices';
import { optional, parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { invalidArgs, notFound, refusal } from '../serviceError';
import type { World } from '../world';
import type { Instance } from './instance';
import { ownInstance } from './ownInstance';
import { pullProgress } from './pullProgress';

const bid = z.object({ price: z.number().check(z.positive()) });
const logRequest = z.object({ tail: optional(z.union([z.string().check(z.regex(/^\d{1,6}$/)), z.int()])) });

/** What can be done to an instance beyond the specification. */
export function registerInstanceExtensions(app: FastifyInstance, world: World): void {
  const { accounts, lifecycle, fate } = world;

  for (const [path, word] of [
    ['reboot', 'rebooting'],
    ['recycle', 'recycling'],
  ] as const) {
    app.put<{ Params: { id: string } }>(`/api/v0/instances/${path}/:id/`, async (request) => {
      requireExtensions(world);
      const { account } = authorize(accounts, request, 'instance_write');
      const instance = ownInstance(world, account, request.params.id);
      if (instance.actual !== 'running' && instance.actual !== 'frozen')
        throw invalidArgs('The instance is not running.');
      await lifecycle.reboot(instance, word);
      return { success: true };
    });
  }

  app.put<{ Params: { id: string } }>('/api/v0/instances/bid_price/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_write');
    const instance = ownInstance(world, account, request.params.id);
    if (instance.bid === undefined) throw refusal(400, 'invalid_price', 'The instance is not interruptible.');
    const { price } = parseBody(bid, request.body, (msg) => refusal(400, 'invalid_price', msg));
    await fate.setBid(instance, price);
    return { success: true };
  });

  const logs = new Map<string, { text: string; tries: number }>();

  app.put<{ Params: { id: string } }>('/api/v0/instances/request_logs/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_read');
    const instance = ownInstance(world, account, request.params.id);
    const { tail } = parseBody(logRequest, request.body);
    const token = world.random.hex(32);
    logs.set(token, { text: logOf(instance, Number(tail ?? 1_000)), tries: 0 });
    return { success: true, result_url: `${request.protocol}://${request.host}/_logs/${token}.log` };
  });

  // The file is written after the answer, so the first tries do not find it.
  app.get<{ Params: { name: string } }>('/_logs/:name', async (request, reply) => {
    const log = logs.get(request.params.name.replace(/\.log$/, ''));
    if (log === undefined) throw notFound('There is no such log.');
    log.tries += 1;
    if (log.tries < LOG_TRIES) throw notFound('The log is not ready.');
    return reply.type('text/plain; charset=utf-8').send(log.text);
  });
}

function logOf(instance: Instance, tail: number): string {
  const { image, onstart } = instance.launch;
  const lines = [
    pullProgress(image, 1).trim(),
    ...(instance.actual === 'running' ? ['Starting OpenSSH server', 'Container is ready'] : []),
    ...(onstart === undefined ? [] : ['onstart:', ...onstart.split('\n')]),
    ...(instance.message === undefined ? [] : [instance.message.trim()]),
  ];
  return tail === 0 ? '' : `${lines.slice(-tail).join('\n')}\n`;
}
