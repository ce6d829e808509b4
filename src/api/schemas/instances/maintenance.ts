import * as z from 'zod/mini';
import { id, serviceWords, time, tolerated } from '../fields';

/** What cancelling a machine's maintenance did (specification, Maintenance-cancel response). */
export const cancelledMaintenanceSchema = z.object({
  /** Unix time in seconds. */
  ctime: tolerated(time),
  machine_id: tolerated(id),
  /** Says how many windows were deleted. */
  msg: serviceWords,
});

export type CancelledMaintenance = z.infer<typeof cancelledMaintenanceSchema>;
