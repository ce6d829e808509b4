import type { FastifyInstance } from 'fastify';
import { authorize } from '../accounts/authorize';
import type { World } from '../world';
import { searchOffers } from './search';

export function registerMarketRoutes(app: FastifyInstance, world: World): void {
  app.post('/api/v0/bundles/', async (request) => {
    authorize(world.accounts, request, 'misc');
    return { success: true, offers: searchOffers(world.market, request.body, world.clock.now()) };
  });
}
