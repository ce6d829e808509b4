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

/** An offer of volume space. Its `id` is sent as `volume_id` to create a volume with an instance. */
const volumeOfferSchema = z.object({
  id,
  machine_id: tolerated(id),
  /** GB. */
  disk_space: tolerated(number),
  /** $/GB/month. */
  storage_cost: tolerated(number),
  /** 0 to 1. */
  reliability: tolerated(number),
  /** 0 to 1. */
  reliability2: tolerated(number),
  geolocation: tolerated(text),
  /** Unix time in seconds at which its host stops offering it. */
  end_date: tolerated(time),
});

export type VolumeOffer = z.infer<typeof volumeOfferSchema>;

export const volumeOffersSchema = listWithin(volumeOfferSchema, 'offers', 'volumes');

/**
 * Makes a volume of an offer's space: `id` is the offer's, `size` in whole GB. The specification doesn't have this call;
 * it is as public clients send it.
 */
export interface VolumeCreation {
  id: number;
  size: number;
  name?: string;
}

/**
 * Makes a volume (`dst_id`: a volume offer) that begins as a copy of another (`src_id`). Not in the specification either.
 * It can't be given a name, and is billed from its creation on, before all is copied.
 */
export interface VolumeClone {
  src_id: number;
  dst_id: number;
  /** Whole GB, no less than the source has. */
  size: number;
}

/** The new volume's id, where the service tells it: by itself or as the name "V.123". */
export const volumeMadeSchema = z.pipe(
  z.object({ volume: tolerated(z.object({ id })), volume_name: tolerated(text) }),
  z.transform(
    ({ volume, volume_name: name = '' }): number | undefined =>
      volume?.id ?? (Number(/^V\.(\d{1,15})$/.exec(name)?.[1]) || undefined),
  ),
);
