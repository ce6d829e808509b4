import * as z from 'zod/mini';
import { number, tolerated } from '../../api/schemas/fields';
import { type Instance, instanceSchema } from '../../api/schemas/instances/instance';

/**
 * The fields of an instance that are written to disk and shared between windows: only what the tree, the costs and the
 * ssh entries need. Tokens, environment variables and start scripts may hold secrets and are left out.
 */
export const sharedFields = [
  'id',
  'label',
  'actual_status',
  'cur_state',
  'intended_status',
  'status_msg',
  'is_bid',
  'image_uuid',
  'image_runtype',
  'ssh_host',
  'ssh_port',
  'public_ipaddr',
  'ports',
  'gpu_name',
  'num_gpus',
  'gpu_ram',
  'machine_id',
  'geolocation',
  'disk_space',
  'inet_up',
  'inet_down',
  'dph_total',
  'dph_base',
  'storage_total_cost',
  'search',
  'instance',
  'start_date',
  'end_date',
  'cpu_name',
  'cpu_cores',
  'cpu_cores_effective',
  'cpu_ram',
  'inet_up_cost',
  'inet_down_cost',
  'direct_port_count',
  'volume_info',
] as const satisfies readonly (keyof Instance)[];

type SharedField = (typeof sharedFields)[number];

/** An instance as the stores keep it, with only the shared fields. */
export type SharedInstance = Pick<Instance, SharedField | 'unreadable'> & {
  /** Epoch seconds when it started to run. Values that change with every list aren't shared. */
  running_since?: number | undefined;
  /** Epoch seconds until when it may be `exited` only because it starts again. */
  resumes_until?: number | undefined;
  /** The last complete list lacks it, and it isn't certain that it is gone. The rest is from an earlier list. */
  missing?: true | undefined;
  isShared?: true;
};

const mask = Object.fromEntries(sharedFields.map((field) => [field, true])) as Record<SharedField, true>;

/** A shared instance in a file. Its id is negative if the service's row had no readable one. */
export const sharedInstanceSchema = z.extend(z.pick(instanceSchema, mask), {
  id: z.int(),
  running_since: tolerated(number),
  resumes_until: tolerated(number),
  missing: tolerated(z.literal(true)),
  unreadable: tolerated(z.literal(true)),
});

/** An instance without the fields that may contain secrets. */
export function sharedPart(instance: SharedInstance): SharedInstance {
  const known = sharedFields.filter((field) => instance[field] !== undefined);
  const kept = Object.fromEntries(known.map((field) => [field, instance[field]]));
  const { id, running_since, resumes_until, missing, unreadable } = instance;
  return {
    ...kept,
    id,
    ...(running_since === undefined ? {} : { running_since }),
    ...(resumes_until === undefined ? {} : { resumes_until }),
    ...(missing ? { missing } : {}),
    ...(unreadable ? { unreadable } : {}),
  };
}

/** An account's last complete list of instances, shared between windows. */
export interface Snapshot {
  /** When its request was sent, in milliseconds since the epoch. */
  at: number;
  instances: readonly SharedInstance[];
}
