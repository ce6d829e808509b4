import type { FastifyInstance } from 'fastify';
import { authorize } from '../accounts/authorize';
import type { World } from '../world';
import { searchOffers } from './search';
import { strangeView } from './strangeOffers';

export function registerMarketRoutes(app: FastifyInstance, world: World): void {
  app.post('/api/v0/bundles/', async (request) => {
    authorize(world.accounts, request, 'misc');
    const { market, settings } = world;
    const offers = searchOffers(market, request.body, world.clock.now(), settings);
    if (settings.churn > 0) market.churn(settings.churn);
    return { success: true, offers: settings.strangeOffers ? offers.map(strangeView) : offers };
  });
}
