import * as z from 'zod/mini';
import { flag, id, integer, number, text, tolerated } from '../fields';
import { someRows } from '../rows';

const totalHour = z.object({ totalHour: tolerated(number) });

/** A rentable machine (specification, Offer). Fields and units are the REST interface's. */
export const offerSchema = z.object({
  id,
  gpu_name: tolerated(text),
  num_gpus: tolerated(integer),
  /** $/h. */
  dph_total: tolerated(number),
  /** MB per GPU. */
  gpu_ram: tolerated(number),
  /** 0 to 1. */
  reliability: tolerated(number),
  verified: tolerated(flag),
  rentable: tolerated(flag),
  direct_port_count: tolerated(integer),
  dlperf_per_dphtotal: tolerated(number),

  machine_id: tolerated(id),
  host_id: tolerated(id),
  /** Machines with the same one share a local network. */
  cluster_id: tolerated(id),
  /** MB over all GPUs. */
  gpu_total_ram: tolerated(number),
  gpu_frac: tolerated(number),
  cpu_name: tolerated(text),
  /** The machine's; `cpu_cores_effective` of them are the renter's. */
  cpu_cores: tolerated(number),
  cpu_cores_effective: tolerated(number),
  /** "amd64" or "arm64". */
  cpu_arch: tolerated(text),
  /** MB of the whole machine, of which the renter has a share (`memoryShare`). */
  cpu_ram: tolerated(number),
  /** GB. */
  disk_space: tolerated(number),
  /** MB/s. */
  disk_bw: tolerated(number),
  /** Mb/s. */
  inet_up: tolerated(number),
  /** Mb/s. */
  inet_down: tolerated(number),
  /** $/GB. */
  inet_up_cost: tolerated(number),
  /** $/GB. */
  inet_down_cost: tolerated(number),
  /** $/h without disk. */
  dph_base: tolerated(number),
  /** $/h. */
  min_bid: tolerated(number),
  /** $/GB/month. */
  storage_cost: tolerated(number),
  dlperf: tolerated(number),
  /** TFLOPS. */
  total_flops: tolerated(number),
  /** 0 to 1. */
  reliability2: tolerated(number),
  /** "verified", "unverified" or "deverified". */
  verification: tolerated(text),
  /** 1 or more: a data center. */
  hosting_type: tolerated(number),
  /** "California, US". */
  geolocation: tolerated(text),
  cuda_max_good: tolerated(number),
  driver_version: tolerated(text),
  /** Times 100: 890 is 8.9. */
  compute_cap: tolerated(number),
  /** Seconds until the offer ends. */
  duration: tolerated(number),
  /** GB/s. */
  pcie_bw: tolerated(number),
  /** Generation of PCIe. */
  pci_gen: tolerated(number),
  /** GB/s between the GPUs; 0 without NVLink. */
  bw_nvlink: tolerated(number),
  /** GB/s. */
  gpu_mem_bw: tolerated(number),
  static_ip: tolerated(flag),
  rented: tolerated(flag),
  vms_enabled: tolerated(flag),
  is_bid: tolerated(flag),
  /** `totalHour` is $/h while running. */
  search: tolerated(totalHour),
  /** `totalHour` is $/h while stopped. */
  instance: tolerated(totalHour),
});

export type Offer = z.infer<typeof offerSchema>;

/** Specification, Search: an object with the `offers` array. */
export const offersSchema = z.object({ offers: someRows(offerSchema, 'offers') });
