import * as z from 'zod/mini';
import { id, number, text, time, tolerated, toleratedList } from './fields';
import { listWithin } from './rows';

/** An instance by its id, also where it stands as an object. */
const instanceId = z.union([
  id,
  z.pipe(
    z.object({ id }),
    z.transform((instance) => instance.id),
  ),
]);

/** Storage that can be attached to instances of one machine; the specification shows none of its fields. */
export const volumeSchema = z.object({
  id,
  machine_id: tolerated(id),
  name: tolerated(text),
  label: tolerated(text),
  /** GB. */
  size: tolerated(number),
  /** GB. */
  disk_space: tolerated(number),
  status: tolerated(text),
  geolocation: tolerated(text),
  /** $/GB/month. */
  storage_cost: tolerated(number),
  /** $/h. */
  storage_total_cost: tolerated(number),
  /** Unix time in seconds. */
  start_date: tolerated(time),
  /** Unix time in seconds at which its host stops keeping it. */
  end_date: tolerated(time),
  /** Ids of the instances that it is attached to. */
  instances: toleratedList(instanceId),
});

/** `unreadable`: the fields are those of an earlier row, if any; a negative id stands for one that cannot be read. */
export type Volume = z.infer<typeof volumeSchema> & { unreadable?: true | undefined };

export const volumesSchema = listWithin(volumeSchema, 'volumes');
