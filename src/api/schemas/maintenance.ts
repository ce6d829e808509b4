import * as z from 'zod/mini';
import { serviceWords, specified } from './fields';

/** What cancelling a machine's maintenance did (specification, Maintenance-cancel response). */
export const cancelledMaintenanceSchema = z.object({
  /** Unix time in seconds. */
  ctime: specified(z.number()),
  machine_id: specified(z.int()),
  /** Says how many windows were deleted. */
  msg: serviceWords,
});

export type CancelledMaintenance = z.infer<typeof cancelledMaintenanceSchema>;
