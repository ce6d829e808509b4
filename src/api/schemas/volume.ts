import * as z from 'zod/mini';
import { listWithin, tolerated } from './fields';

/** Storage that can be attached to instances of one machine; the specification shows none of its fields. */
const volumeSchema = z.object({
  id: z.int(),
  machine_id: tolerated(z.int()),
  name: tolerated(z.string()),
  label: tolerated(z.string()),
  /** GB. */
  size: tolerated(z.number()),
  /** GB. */
  disk_space: tolerated(z.number()),
  status: tolerated(z.string()),
  geolocation: tolerated(z.string()),
  /** $/GB/month. */
  storage_cost: tolerated(z.number()),
});

export type Volume = z.infer<typeof volumeSchema>;

export const volumesSchema = listWithin(volumeSchema, 'volumes');

/** What can be rented as a volume; `id` is sent as `volume_id` when an instance creates one. */
const volumeOfferSchema = z.object({
  id: z.int(),
  machine_id: tolerated(z.int()),
  /** GB. */
  disk_space: tolerated(z.number()),
  /** $/GB/month. */
  storage_cost: tolerated(z.number()),
  /** 0 to 1. */
  reliability: tolerated(z.number()),
  geolocation: tolerated(z.string()),
  /** MB/s. */
  disk_bw: tolerated(z.number()),
});

export type VolumeOffer = z.infer<typeof volumeOfferSchema>;

export const volumeOffersSchema = listWithin(volumeOfferSchema, 'offers', 'volumes');
