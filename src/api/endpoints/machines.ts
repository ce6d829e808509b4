import { cancelledMaintenanceSchema, type CancelledMaintenance } from '../schemas/instances/maintenance';
import type { Transport } from '../http/transport';

/** Specification, Machines (host). */
export class Machines {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Deletes all scheduled windows. Fails with not_found for another person's machine. */
  cancelMaintenance(machineId: number): Promise<CancelledMaintenance> {
    const path = `machines/${machineId}/cancel_maint/`;
    return this.#transport.call({ endpoint: 'machines', method: 'PUT', path }, cancelledMaintenanceSchema);
  }
}
