import * as z from 'zod/mini';
import { id, serviceWords, time, tolerated } from '../schemas/fields';
import { EndpointGroup } from './endpointGroup';

/** What cancelling a machine's maintenance did (specification, Maintenance-cancel response). */
const cancelledMaintenanceSchema = z.object({
  /** Unix time in seconds. */
  ctime: tolerated(time),
  machine_id: tolerated(id),
  /** Says how many windows were deleted. */
  msg: serviceWords,
});

/** Specification, Machines (host). */
export class Machines extends EndpointGroup {
  /** Deletes all scheduled windows. Fails with not_found for another person's machine. */
  cancelMaintenance(machineId: number): Promise<z.infer<typeof cancelledMaintenanceSchema>> {
    const path = `machines/${machineId}/cancel_maint/`;
    return this.transport.call({ endpoint: 'machines', method: 'PUT', path }, cancelledMaintenanceSchema);
  }
}
