import * as z from 'zod/mini';
import { numberLike, specified, tolerated, toleratedList } from './fields';

const totalHour = z.object({ totalHour: tolerated(z.number()) });

/** One published port; the service writes the number as a string. */
const portBinding = z.object({
  HostIp: tolerated(z.string()),
  HostPort: tolerated(z.pipe(z.union([z.string(), z.number()]), z.transform(String))),
});

/** "22/tcp" to its bindings; a port without a binding has an empty list. */
const ports = z.record(z.string(), z.catch(z.array(portBinding), []));

/**
 * A rented machine (specification, Instance). `instance_api_key` and everything else unknown is dropped.
 * `actual_status` null means that it is being provisioned.
 */
export const instanceSchema = z.object({
  id: z.int(),
  actual_status: z.optional(z.nullable(z.string())),
  ssh_host: specified(z.string()),
  ssh_port: specified(z.int()),
  label: specified(z.string()),

  /** Pull progress or an error's text, from the host. */
  status_msg: tolerated(z.string()),
  cur_state: tolerated(z.string()),
  next_state: tolerated(z.string()),
  intended_status: tolerated(z.string()),
  image_uuid: tolerated(z.string()),
  /** Space-separated words, such as "ssh_direc ssh_proxy". */
  image_runtype: tolerated(z.string()),
  extra_env: toleratedList(z.tuple([z.string(), z.string()])),
  onstart: tolerated(z.string()),
  template_name: tolerated(z.string()),
  template_hash_id: tolerated(z.string()),
  /** May end in a newline. */
  public_ipaddr: tolerated(z.string()),
  ports: tolerated(ports),
  direct_port_count: tolerated(z.number()),
  /** Secret: never log it. */
  jupyter_token: tolerated(z.string()),
  /** Unix time in seconds. */
  start_date: tolerated(numberLike),
  /** Unix time in seconds. */
  end_date: tolerated(numberLike),
  uptime_mins: tolerated(z.number()),
  gpu_name: tolerated(z.string()),
  num_gpus: tolerated(z.number()),
  /** MB per GPU. */
  gpu_ram: tolerated(z.number()),
  /** %. */
  gpu_util: tolerated(z.number()),
  /** °C. */
  gpu_temp: tolerated(z.number()),
  cpu_util: tolerated(z.number()),
  mem_usage: tolerated(z.number()),
  mem_limit: tolerated(z.number()),
  /** GB. */
  disk_space: tolerated(z.number()),
  /** GB; -1 is unknown. */
  disk_usage: tolerated(z.number()),
  /** $/h. */
  dph_total: tolerated(z.number()),
  /** $/h without disk. */
  dph_base: tolerated(z.number()),
  /** $/h. */
  min_bid: tolerated(z.number()),
  is_bid: tolerated(z.boolean()),
  /** $/h. */
  storage_total_cost: tolerated(z.number()),
  /** `totalHour` is $/h while running. */
  search: tolerated(totalHour),
  /** `totalHour` is $/h while stopped. */
  instance: tolerated(totalHour),
  machine_id: tolerated(z.int()),
  host_id: tolerated(z.int()),
  geolocation: tolerated(z.string()),
  verification: tolerated(z.string()),
  /** 0 to 1. */
  reliability2: tolerated(z.number()),
  /** Mb/s. */
  inet_up: tolerated(z.number()),
  /** Mb/s. */
  inet_down: tolerated(z.number()),
  volume_info: z.optional(z.unknown()),
});

export type Instance = z.infer<typeof instanceSchema>;

/** Specification, Instances: the list's answer. */
export const instanceListSchema = z.object({
  instances_found: specified(z.int()),
  instances: z.array(instanceSchema),
});

/** The list's successor, one page of it; without `next_token` it is the last. */
export const instancePageSchema = z.object({
  /** Of this page or of the whole list. */
  instances_found: tolerated(z.int()),
  total_instances: tolerated(z.int()),
  instances: z.array(instanceSchema),
  next_token: z.optional(z.nullable(z.union([z.string(), z.number()]))),
});

/** Specification, Instances: one instance stands as an object; null where the service knows none. */
export const singleInstanceSchema = z.object({ instances: z.nullable(instanceSchema) });

/** Specification, creation response; the instance's own key is not read. */
export const createdInstanceSchema = z.object({ new_contract: z.int() });
