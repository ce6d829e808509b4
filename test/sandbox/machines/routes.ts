import type { FastifyInstance } from 'fastify';
import { authorize } from '../accounts/authorize';
import { idOf } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { notFound, ServiceError } from '../serviceError';
import type { World } from '../world';

/** PUT machines/{id}/cancel_maint/ (specification, Machines), and what renters reported of a machine. */
export function registerMachineRoutes(app: FastifyInstance, world: World): void {
  registerReports(app, world);
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

function registerReports(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string } }>('/api/v0/machines/:id/reports/', async (request) => {
    requireExtensions(world);
    authorize(world.accounts, request, 'misc');
    const machineId = idOf(request.params.id, notFound);
    if (world.market.machine(machineId) === undefined) throw notFound('There is no such machine.');
    return world.hosting.reports(machineId).map((report) => ({ machine_id: machineId, ...report }));
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
