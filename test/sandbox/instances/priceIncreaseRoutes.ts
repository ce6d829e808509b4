import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { authorize } from '../accounts/authorize';
import { parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { refusal } from '../serviceError';
import type { World } from '../world';
import type { PriceIncrease } from './priceIncreases';

/** Exactly this member; any other is refused. */
const answer = z.strictObject({ pending_price_increase_id: z.int() });

/** Prices that hosts want to raise: what is pending, and the renter's answer to one. */
export function registerPriceIncreaseRoutes(app: FastifyInstance, world: World): void {
  const { accounts, instances, priceIncreases } = world;

  app.get('/api/v0/instances/pending-price-increases/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_read');
    const rows = priceIncreases.of(instances.of(account)).map(view);
    return { success: true, count: rows.length, truncated: false, pending_price_increases: rows };
  });

  for (const verb of ['accept', 'reject'] as const) {
    app.put(`/api/v0/instances/${verb}-price-increase/`, async (request) => {
      requireExtensions(world);
      const { account } = authorize(accounts, request, 'instance_write');
      const { pending_price_increase_id: id } = parseBody(answer, request.body, (msg) =>
        refusal(422, 'invalid_args', msg),
      );
      const increase = priceIncreases.of(instances.of(account)).find((one) => one.id === id);
      if (increase === undefined) {
        throw refusal(404, 'no_pending_price_increase', 'This price increase is not pending.');
      }
      const { instance, newPrice } = increase;
      if (verb === 'accept') instances.change(instance, () => (instance.terms.gpu = newPrice));
      priceIncreases.remove(increase);
      return { success: true, pending_price_increase_id: id, contract_id: instance.id };
    });
  }
}

/** Costs per second, as the service has them in its ledger. */
function view({ id, instance, oldPrice, newPrice, createdAt }: PriceIncrease) {
  const { machine } = instance.offer;
  return {
    pending_price_increase_id: id,
    contract_id: instance.id,
    host_id: machine.hostId,
    new_gpu_costpersec: newPrice / 3_600,
    old_gpu_costpersec: oldPrice / 3_600,
    new_disk_ram_costpersec: null,
    old_disk_ram_costpersec: null,
    new_bwu_cost: machine.inetCost,
    old_bwu_cost: machine.inetCost,
    new_bwd_cost: machine.inetCost,
    old_bwd_cost: machine.inetCost,
    new_platform_fee: null,
    old_platform_fee: null,
    contract_end_date: machine.until,
    ask_end_date: machine.until,
    created_at: createdAt,
  };
}
