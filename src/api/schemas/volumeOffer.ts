import * as z from 'zod/mini';
import { id, number, text, time, tolerated } from './fields';
import { listWithin } from './rows';

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
