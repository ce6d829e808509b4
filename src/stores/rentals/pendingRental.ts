import * as z from 'zod/mini';
import type { SharedInstance } from '../../domain/instances/sharedInstance';

export const rentalSchema = z.object({
  token: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Missing until the service has returned it. */
  instanceId: z.optional(z.int()),
  /** The search after a lost answer has ended without finding it. */
  unclear: z.optional(z.boolean()),
  /** It was in a list. From then on, the list has its state. */
  listedAt: z.optional(z.number()),
  /** Ids of instances that existed before. */
  known: z.array(z.int()),
  label: z.optional(z.string()),
  machineId: z.optional(z.number()),
  gpuName: z.optional(z.string()),
  gpus: z.optional(z.number()),
  /** Dollars per hour. */
  running: z.optional(z.number()),
  stopped: z.optional(z.number()),
  /** A person waits for it to run. */
  awaited: z.boolean(),
  /** The stop that was agreed to with the rental, in milliseconds since the epoch, until it is scheduled. */
  stopAt: z.optional(z.number()),
});

/** A requested rental, until some time after the list has shown it. Without secrets, because it is stored in a file. */
export type PendingRental = z.infer<typeof rentalSchema>;

export type NewRental = Omit<PendingRental, 'token' | 'at' | 'instanceId' | 'unclear' | 'listedAt'>;

export function withChange(
  all: readonly PendingRental[],
  token: string,
  change: Partial<PendingRental>,
): PendingRental[] {
  return all.map((one) => (one.token === token ? { ...one, ...change } : one));
}

/** New instances that belong to no other rental and match the requested label and machine. */
export function candidatesOf(
  { known, label, machineId }: PendingRental,
  listed: readonly SharedInstance[],
  all: readonly PendingRental[],
): SharedInstance[] {
  // An instance that couldn't be read before, or can't be read now, may be an older one.
  if (known.some((id) => id < 0)) return [];
  const taken = new Set([...known, ...all.map(({ instanceId }) => instanceId)]);
  return listed.filter(
    ({ id, label: its, machine_id: machine, unreadable }) =>
      !unreadable &&
      !taken.has(id) &&
      (label === undefined || its === undefined || its === label) &&
      (machineId === undefined || machine === undefined || machine === machineId),
  );
}

/** Whether an instance may be the one of a rental that waits for its own. */
export function mayBe(
  rental: PendingRental,
  id: number,
  listed: readonly SharedInstance[],
  all: readonly PendingRental[],
): boolean {
  return (
    rental.instanceId === undefined &&
    candidatesOf(rental, listed, all).some((instance) => instance.id === id)
  );
}
