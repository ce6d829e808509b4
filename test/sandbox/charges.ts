import type { FastifyInstance } from 'fastify';
import { authorize } from './accounts/authorize';
import { compileFilters } from './filters';
import { filtersOf } from './http/body';
import { requireExtensions } from './http/extensions';
import { round } from './market/generateMarket';
import { invalidArgs } from './serviceError';
import type { World } from './world';

/** Fields that a search may compare, each with a value of its type. */
const sample = { day: 0, source: '', type: '', amount: 0 };

/** GET charges: what was charged by day (UTC midnight, epoch seconds) and source; an optional endpoint. */
export function registerChargeRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: Record<string, unknown> }>('/api/v0/charges/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(world.accounts, request, 'billing_read');
    const limit = request.query.limit === undefined ? 100 : Number(request.query.limit);
    if (!Number.isInteger(limit) || limit < 1) throw invalidArgs('limit: not a positive integer');
    world.instances.billing.settle(account);
    const rows = world.instances.billing.charges(account).map((charge) => ({
      day: charge.day,
      source: charge.source,
      type: charge.type,
      amount: round(charge.amount, 6),
    }));
    const filters = filtersOf(request.query.select_filters);
    const matches = compileFilters(filters, sample, (row: (typeof rows)[number], field) =>
      new Map<string, unknown>(Object.entries(row)).get(field),
    );
    const found = rows.filter(matches);
    return { success: true, count: found.length, results: found.slice(0, limit) };
  });
}
