import type { FastifyInstance } from 'fastify';
import type { World } from '../world';
import { registerEnrolRoutes } from './enrolRoutes';
import { registerLoginRoute } from './loginRoutes';
import { registerManageRoutes } from './manageRoutes';
import { registerSendRoutes } from './sendRoutes';

/** All twelve two-factor endpoints and the three deprecated paths. */
export function registerTwoFactorRoutes(app: FastifyInstance, world: World): void {
  registerLoginRoute(app, world);
  registerSendRoutes(app, world);
  registerEnrolRoutes(app, world);
  registerManageRoutes(app, world);
}
