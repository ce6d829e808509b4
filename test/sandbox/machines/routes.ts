import type { FastifyInstance } from 'fastify';
import { authorize } from '../accounts/authorize';
import { idOf } from '../http/body';
import { ServiceError } from '../serviceError';
import type { World } from '../world';

/** PUT machines/{id}/cancel_maint/ (specification, Machines). */
export function registerMachineRoutes(app: FastifyInstance, world: World): void {
  app.put<{ Params: { id: string } }>('/api/v0/machines/:id/cancel_maint/', async (request) => {
    const { account } = authorize(world.accounts, request, 'machine_write');
    const machineId = idOf(request.params.id, () => unknownMachine(request.params.id, account.id));
    const hosted = world.hosting.find(machineId, account.id);
    if (hosted === undefined) throw unknownMachine(machineId, account.id);
    const deleted = hosted.windows.length;
    hosted.windows = [];
    return {
      success: true,
      ctime: world.clock.now(),
      machine_id: machineId,
      msg: `${deleted} scheduled maintenance window${deleted === 1 ? '' : 's'} deleted`,
    };
  });
}

function unknownMachine(machineId: number | string, userId: number): ServiceError {
  const id = Number(machineId);
  return new ServiceError(404, {
    success: false,
    msg: 'The machine does not exist or is not yours.',
    machine_id: Number.isSafeInteger(id) ? id : null,
    user_id: userId,
  });
}
