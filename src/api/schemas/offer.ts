import * as z from 'zod/mini';
import { specified, tolerated } from './fields';

const totalHour = z.object({ totalHour: tolerated(z.number()) });

/** A rentable machine (specification, Offer). Fields and units are the REST interface's. */
export const offerSchema = z.object({
  id: z.int(),
  gpu_name: specified(z.string()),
  num_gpus: specified(z.int()),
  /** $/h. */
  dph_total: specified(z.number()),
  /** MB per GPU. */
  gpu_ram: specified(z.number()),
  /** 0 to 1. */
  reliability: specified(z.number()),
  verified: specified(z.boolean()),
  rentable: specified(z.boolean()),
  direct_port_count: specified(z.int()),
  dlperf_per_dphtotal: specified(z.number()),

  machine_id: tolerated(z.int()),
  host_id: tolerated(z.int()),
  /** MB over all GPUs. */
  gpu_total_ram: tolerated(z.number()),
  gpu_frac: tolerated(z.number()),
  cpu_name: tolerated(z.string()),
  cpu_cores_effective: tolerated(z.number()),
  /** MB. */
  cpu_ram: tolerated(z.number()),
  /** GB. */
  disk_space: tolerated(z.number()),
  /** MB/s. */
  disk_bw: tolerated(z.number()),
  /** Mb/s. */
  inet_up: tolerated(z.number()),
  /** Mb/s. */
  inet_down: tolerated(z.number()),
  /** $/GB. */
  inet_up_cost: tolerated(z.number()),
  /** $/GB. */
  inet_down_cost: tolerated(z.number()),
  /** $/h without disk. */
  dph_base: tolerated(z.number()),
  /** $/h. */
  min_bid: tolerated(z.number()),
  /** $/GB/month. */
  storage_cost: tolerated(z.number()),
  dlperf: tolerated(z.number()),
  /** TFLOPS. */
  total_flops: tolerated(z.number()),
  /** 0 to 1. */
  reliability2: tolerated(z.number()),
  /** "verified", "unverified" or "deverified". */
  verification: tolerated(z.string()),
  /** 1 and more: a data centre. */
  hosting_type: tolerated(z.number()),
  /** "California, US". */
  geolocation: tolerated(z.string()),
  cuda_max_good: tolerated(z.number()),
  driver_version: tolerated(z.string()),
  /** Times 100: 890 is 8.9. */
  compute_cap: tolerated(z.number()),
  /** Seconds the offer still lasts. */
  duration: tolerated(z.number()),
  /** GB/s. */
  pcie_bw: tolerated(z.number()),
  /** GB/s. */
  gpu_mem_bw: tolerated(z.number()),
  static_ip: tolerated(z.boolean()),
  rented: tolerated(z.boolean()),
  vms_enabled: tolerated(z.boolean()),
  is_bid: tolerated(z.boolean()),
  /** `totalHour` is $/h while running. */
  search: tolerated(totalHour),
  /** `totalHour` is $/h while stopped. */
  instance: tolerated(totalHour),
});

export type Offer = z.infer<typeof offerSchema>;

/** Specification, Search: an object with the `offers` array. */
export const offersSchema = z.object({ offers: z.array(offerSchema) });
