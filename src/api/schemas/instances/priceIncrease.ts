import * as z from 'zod/mini';
import { id, number, time, tolerated } from '../fields';
import { listWithin } from '../rows';

const terms = {
  old_gpu_costpersec: tolerated(number),
  new_gpu_costpersec: tolerated(number),
  old_disk_ram_costpersec: tolerated(number),
  new_disk_ram_costpersec: tolerated(number),
  old_bwu_cost: tolerated(number),
  new_bwu_cost: tolerated(number),
  old_bwd_cost: tolerated(number),
  new_bwd_cost: tolerated(number),
  /** Unix time in seconds. */
  contract_end_date: tolerated(time),
  ask_end_date: tolerated(time),
};

/** A price that a host wants to raise. Costs are dollars per second, for all GPUs and for the disk; traffic is $/GB. */
export const priceIncreaseSchema = z.object({ id, instanceId: id, ...terms });
export type PriceIncrease = z.infer<typeof priceIncreaseSchema>;

/** As the service names what it is and what it is for. */
const row = z.pipe(
  z.object({ pending_price_increase_id: id, contract_id: id, ...terms }),
  z.transform(({ pending_price_increase_id, contract_id, ...told }): PriceIncrease => ({
    ...told,
    id: pending_price_increase_id,
    instanceId: contract_id,
  })),
);

export const priceIncreasesSchema = listWithin(row, 'pending_price_increases', 'results');
