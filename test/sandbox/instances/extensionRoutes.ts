import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { authorize } from '../accounts/authorize';
import { optional, parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import type { Account } from '../accounts/account';
import { invalidArgs, refusal } from '../serviceError';
import type { World } from '../world';
import type { Instance } from './instance';
import { ownInstance } from './ownInstance';
import { pullProgress } from './pullProgress';
import { commandsWhileStopped, runInShell, runOnDisk } from './shell';

const execution = z.object({ command: z.string().check(z.minLength(1), z.maxLength(512)) });
const bid = z.object({ price: z.number().check(z.positive()) });
const logRequest = z.object({
  filter: optional(z.string()),
  daemon_logs: optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  tail: optional(z.union([z.string().check(z.regex(/^\d{1,6}$/)), z.int()])),
});

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

  app.put<{ Params: { id: string } }>('/api/v0/instances/request_logs/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_read');
    const instance = ownInstance(world, account, request.params.id);
    const { tail, filter = '', daemon_logs: daemon } = parseBody(logRequest, request.body);
    const all = daemon === true || daemon === 'true' ? daemonLog(instance) : containerLog(instance);
    const lines = all.filter((line) => line.includes(filter)).slice(-Number(tail ?? 1_000));
    const text = tail !== undefined && Number(tail) === 0 ? '' : `${lines.join('\n')}\n`;
    return { success: true, result_url: world.results.add(request, text) };
  });

  app.put<{ Params: { id: string } }>('/api/v0/instances/command/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_write');
    const instance = ownInstance(world, account, request.params.id);
    const { command } = parseBody(execution, request.body);
    const home = world.transfers.home(instance.id);
    if (instance.actual === 'running') {
      const env = { ...environmentOf(account, instance), CONTAINER_ID: String(instance.id) };
      return { success: true, result_url: world.results.add(request, runInShell(home, command, env)) };
    }
    const output = runOnDisk(home, command);
    if (output === undefined) {
      throw invalidArgs(`command: while the instance is stopped, one of ${commandsWhileStopped.join(', ')}`);
    }
    return { success: true, result_url: world.results.add(request, output) };
  });

  app.get('/api/v0/instances/filters/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_read');
    const rows = world.instances.of(account).map((instance) => {
      const { actual_status, verification, gpu_name } = world.instances.view(instance);
      return { actual_status, verification, gpu_name };
    });
    const texts = new Set(rows.map((row) => JSON.stringify(row)));
    return { success: true, filters: [...texts].map((text): unknown => JSON.parse(text)) };
  });
}

/** The variables of a container: the account's and, over these, its own. */
function environmentOf(account: Account, { launch }: Instance): Record<string, string> {
  const own = Object.entries(launch.env).filter(([name]) => !name.startsWith('-'));
  return Object.fromEntries([...account.secrets, ...own]);
}

/** What the machine's own program says of the container: also why it could not be made. */
function daemonLog({ id, launch, message }: Instance): string[] {
  return [
    `docker pull ${launch.image}`,
    `docker create --name C.${id} ${launch.image}`,
    ...(message === undefined ? [`docker start C.${id}`] : [message.trim()]),
  ];
}

function containerLog(instance: Instance): string[] {
  const { image, onstart } = instance.launch;
  return [
    pullProgress(image, 1).trim(),
    ...(instance.actual === 'running' ? ['Starting OpenSSH server', 'Container is ready'] : []),
    ...(onstart === undefined ? [] : ['onstart:', ...onstart.split('\n')]),
    ...(instance.message === undefined ? [] : [instance.message.trim()]),
  ];
}
