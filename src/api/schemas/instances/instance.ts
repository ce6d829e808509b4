import * as z from 'zod/mini';
import {
  flag,
  id,
  integer,
  namedText,
  number,
  text,
  time,
  tolerated,
  toleratedList,
  orElse,
} from '../fields';
import { rows } from '../rows';

/** A volume that an instance has; some answers call its id `id`. */
const attachedVolume = z.pipe(
  z.object({ volume_id: tolerated(id), id: tolerated(id), mount_path: tolerated(text) }),
  z.transform((found, context) => {
    const volumeId = found.volume_id ?? found.id;
    if (volumeId !== undefined)
      return {
        volume_id: volumeId,
        ...(found.mount_path === undefined ? {} : { mount_path: found.mount_path }),
      };
    context.issues.push({ code: 'custom', message: 'no volume', input: undefined });
    return z.NEVER;
  }),
);

const totalHour = z.object({ totalHour: tolerated(number) });

/** One published port; the service writes the number as a string. */
const portBinding = z.object({
  HostIp: tolerated(text),
  HostPort: tolerated(text),
});

/** "22/tcp" to its bindings; a port without a binding has an empty list. */
const ports = z.record(z.string(), orElse(z.array(portBinding), []));

/**
 * A rented machine (specification, Instance). `instance_api_key` and everything else unknown is dropped.
 * `actual_status` null means that it is being provisioned.
 */
export const instanceSchema = z.object({
  id,
  /** A value that isn't text is not read as null: this field decides what the instance is doing and may cost. */
  actual_status: z.optional(z.nullable(text)),
  ssh_host: tolerated(text),
  ssh_port: tolerated(integer),
  label: tolerated(text),

  /** Pull progress or an error's text, from the host. */
  status_msg: tolerated(z.string()),
  cur_state: tolerated(text),
  intended_status: tolerated(text),
  image_uuid: tolerated(text),
  /** Space-separated words, such as "ssh_direc ssh_proxy". */
  image_runtype: tolerated(text),
  extra_env: toleratedList(namedText),
  onstart: tolerated(text),
  image_args: toleratedList(text),
  is_vm: tolerated(flag),
  template_name: tolerated(text),
  template_hash_id: tolerated(text),
  /** May end in a newline. */
  public_ipaddr: tolerated(text),
  ports: tolerated(ports),
  direct_port_count: tolerated(number),
  /** Secret: never log it. */
  jupyter_token: tolerated(text),
  /** Unix time in seconds. */
  start_date: tolerated(time),
  /** Unix time in seconds. */
  end_date: tolerated(time),
  uptime_mins: tolerated(number),
  gpu_name: tolerated(text),
  num_gpus: tolerated(number),
  /** MB per GPU. */
  gpu_ram: tolerated(number),
  /** %. */
  gpu_util: tolerated(number),
  /** °C. */
  gpu_temp: tolerated(number),
  cpu_name: tolerated(text),
  /** Of the machine's cores, those that belong to this instance. */
  cpu_cores: tolerated(number),
  cpu_cores_effective: tolerated(number),
  /** MB. */
  cpu_ram: tolerated(number),
  /** GB. */
  mem_usage: tolerated(number),
  /** GB. */
  mem_limit: tolerated(number),
  /** GB. */
  disk_space: tolerated(number),
  /** GB; -1 is unknown. */
  disk_usage: tolerated(number),
  /** $/h. */
  dph_total: tolerated(number),
  /** $/h without disk. */
  dph_base: tolerated(number),
  /** $/h. */
  min_bid: tolerated(number),
  is_bid: tolerated(flag),
  /** $/h. */
  storage_total_cost: tolerated(number),
  /** `totalHour` is $/h while running. */
  search: tolerated(totalHour),
  /** `totalHour` is $/h while stopped. */
  instance: tolerated(totalHour),
  machine_id: tolerated(id),
  host_id: tolerated(id),
  geolocation: tolerated(text),
  verification: tolerated(text),
  /** 0 to 1. */
  reliability2: tolerated(number),
  /** Mb/s. */
  inet_up: tolerated(number),
  /** Mb/s. */
  inet_down: tolerated(number),
  /** $/GB. */
  inet_up_cost: tolerated(number),
  /** $/GB. */
  inet_down_cost: tolerated(number),
  /** The volumes that it has, with where they are mounted as far as the service tells. */
  volume_info: toleratedList(attachedVolume),
});

/**
 * `unreadable`: the service's row can't be read, so the fields are those of an earlier row, if any. The id is negative
 * if it can't be read either.
 */
export type Instance = z.infer<typeof instanceSchema> & {
  unreadable?: true | undefined;
  /** Never set. It lets the compiler distinguish an instance from its shared part, which lacks most fields. */
  isShared?: never;
};

/** Specification, Instances: the list's answer. */
export const instanceListSchema = z.object({
  instances_found: tolerated(integer),
  instances: rows(instanceSchema, 'instances'),
});

/** One page of the newer list; the last page has no `next_token`. */
export const instancePageSchema = z.object({
  /** The count of this page or of the whole list. */
  instances_found: tolerated(integer),
  total_instances: tolerated(integer),
  instances: rows(instanceSchema, 'instances'),
  next_token: z.optional(z.nullable(z.union([z.string(), z.number()]))),
});

/** Specification, Instances: one instance as an object; null if there is none. An empty list means the same. */
export const singleInstanceSchema = z.pipe(
  z.transform((answer: unknown) => (Array.isArray(answer) ? { instances: answer } : answer)),
  z.object({
    instances: z.pipe(
      z.transform((value: unknown) => (Array.isArray(value) && value.length === 0 ? null : value)),
      z.nullable(instanceSchema),
    ),
  }),
);

/** Specification, creation response; the instance's own key is not read. */
export const createdInstanceSchema = z.object({ new_contract: id });
