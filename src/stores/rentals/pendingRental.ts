import type { EpochMs } from '../../clock';
import * as z from 'zod/mini';

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
  /** When a window was asked to schedule it, in milliseconds since the epoch. */
  handedAt: z.optional(z.number()),
});

/** A requested rental, until some time after the list has shown it. Without secrets, because it is stored in a file. */
export type PendingRental = z.infer<typeof rentalSchema>;

export type NewRental = Omit<
  PendingRental,
  'token' | 'at' | 'instanceId' | 'unclear' | 'listedAt' | 'handedAt'
>;

/** `sending`: its window waits for the answer or searches; `listed`: the list has shown it. */
export type RentalPhase = 'sending' | 'created' | 'unclear' | 'listed' | 'over';

/** How old rentals are, in milliseconds. */
export interface RentalAges {
  of: (rental: PendingRental) => number;
  /** No list is expected to show its instance for the first time. */
  isLate: (rental: PendingRental) => boolean;
  phaseOf: (rental: PendingRental) => RentalPhase;
}

export interface Reconciled {
  /** Instances of rentals whose answer was lost and that a person waits for, in one window only. */
  appeared: number[];
  /**
   * Agreed stops that aren't scheduled yet although their window has had the time: in one window, and after a minute in
   * another one until `settled`, because a window may be killed before it has scheduled the stop.
   */
  unscheduled: UnscheduledStop[];
  /** Rentals whose answer was lost and whose instance wasn't recognized, so that nothing stops it; in one window only. */
  lost: PendingRental[];
}

/** A stop that was agreed to with a rental, whose window was closed before it was scheduled. */
interface UnscheduledStop {
  instanceId: number;
  stopAt: EpochMs;
}

export function withChange(
  all: readonly PendingRental[],
  token: string,
  change: Partial<PendingRental>,
): PendingRental[] {
  return all.map((one) => (one.token === token ? { ...one, ...change } : one));
}

/** After how many milliseconds the window that sent it must have closed: sending and searching take less. */
export const longestSending = 150_000;
