import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { authorize } from '../accounts/authorize';
import { MAX_PREPAID_DISCOUNT, PREPAID_DISCOUNT_PER_MONTH, HOURS_PER_MONTH } from '../choices';
import { optional, parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { invalidArgs, notFound, refusal } from '../serviceError';
import type { Template } from '../templates/template';
import type { World } from '../world';
import { parseCreationRequest } from './creationRequest';
import type { Instance } from './instance';
import type { Launch } from './launch';
import { ownInstance } from './ownInstance';
import { resolveLaunch } from './resolveLaunch';

interface ById {
  Params: { id: string };
}

const update = z.object({
  template_id: optional(z.int()),
  template_hash_id: optional(z.string()),
  image: optional(z.string()),
  args: optional(z.union([z.string(), z.array(z.string())])),
  env: optional(z.record(z.string(), z.string())),
  onstart: optional(z.string()),
});
const filled = z.string().check(z.minLength(1));
const snapshot = z.object({
  container_registry: optional(z.string()),
  personal_repo: filled,
  docker_login_user: filled,
  docker_login_pass: filled,
  pause: optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
});
const deposit = z.object({ amount: z.number().check(z.positive()) });

/** What changes an instance in its place: image and template, a snapshot, money paid ahead. */
export function registerInPlaceRoutes(app: FastifyInstance, world: World): void {
  const { accounts, instances, lifecycle } = world;

  app.put<ById>('/api/v0/instances/update_template/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_write');
    const instance = ownInstance(world, account, request.params.id);
    const launch = changedLaunch(world, account, instance, parseBody(update, request.body));
    if (isBusy(instance))
      throw refusal(409, 'instance_busy', `Instance ${instance.id} is ${instance.actual}.`);
    instance.launch = launch;
    await lifecycle.recreate(instance);
    return { success: true, updated_instance: instances.view(instance) };
  });

  app.post<ById>('/api/v0/instances/take_snapshot/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_write');
    const instance = ownInstance(world, account, request.params.id);
    const { personal_repo: repo, container_registry: registry = 'docker.io' } = parseBody(
      snapshot,
      request.body,
    );
    if (instance.actual !== 'running') throw invalidArgs('The instance is not running.');
    instance.snapshots.push(`${registry}/${repo}`);
    return { success: true, msg: `Snapshot of instance ${instance.id} is being pushed to ${repo}.` };
  });

  app.put<ById>('/api/v0/instances/prepay/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_write');
    const instance = ownInstance(world, account, request.params.id);
    const { amount } = parseBody(deposit, request.body);
    if (instance.bid !== undefined) throw invalidArgs('An interruptible instance has no reserved discount.');
    instances.billing.settle(account);
    if (amount > account.credit)
      throw refusal(400, 'insufficient_credit', 'Your credit is too low for this.');
    const months = amount / (instance.offer.price * HOURS_PER_MONTH);
    const discount = Math.min(MAX_PREPAID_DISCOUNT, months * PREPAID_DISCOUNT_PER_MONTH);
    instances.prepay(instance, amount, instance.offer.price * (1 - discount));
    return { success: true, timescale: months, discount_rate: discount };
  });
}

/** Its container is being made or taken down. */
const isBusy = ({ actual }: Instance): boolean =>
  actual === 'rebooting' || actual === 'recycling' || actual === 'restarting' || actual === 'stopping';

function changedLaunch(
  world: World,
  account: Account,
  { launch }: Instance,
  { template_id, template_hash_id, args, ...given }: z.output<typeof update>,
): Launch {
  const wantsTemplate = template_id !== undefined || template_hash_id !== undefined;
  const template = wantsTemplate ? templateOf(world, account, template_id, template_hash_id) : undefined;
  const words = typeof args === 'string' ? args.split(' ') : args;
  const request = parseCreationRequest({
    image: template === undefined ? launch.image : undefined,
    ...dropUndefined(given),
    args: words,
    template_hash_id: template?.hashId,
  });
  const wanted = resolveLaunch(request, template);
  return {
    ...launch,
    image: wanted.image,
    env: given.env === undefined && template === undefined ? launch.env : wanted.env,
    onstart: wanted.onstart ?? launch.onstart,
    argsStr: wanted.argsStr ?? launch.argsStr,
    template: wanted.template ?? launch.template,
  };
}

function templateOf(world: World, account: Account, id?: number, hashId?: string): Template {
  const known = world.templates.visibleTo(account);
  const template = known.find((one) => (id === undefined ? one.hashId === hashId : one.id === id));
  if (template === undefined) throw notFound('There is no such template.');
  return template;
}

function dropUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
