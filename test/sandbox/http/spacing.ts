import type { FastifyInstance } from 'fastify';
import { bearerOf } from '../accounts/authorize';
import type { Clock } from '../clock';
import { ServiceError } from '../serviceError';
import type { World } from '../world';

/** Seconds between two calls of one endpoint by one key, as public clients know them. */
const endpointSpacing: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'GET /api/v0/instances/': 1,
    'GET /api/v1/instances/': 1,
    'GET /api/v0/instances/:id/': 2,
    'PUT /api/v0/instances/:id/': 1,
    'DELETE /api/v0/instances/:id/': 3,
    'PUT /api/v0/asks/:id/': 4.5,
    'POST /api/v0/bundles/': 6,
    'GET /api/v0/template/': 3,
    'POST /api/v0/template/': 3,
    'PUT /api/v0/template/': 3,
    'DELETE /api/v0/template/': 3,
    'POST /api/v0/volumes/search/': 5.5,
    'GET /api/v0/volumes/': 5.5,
    'PUT /api/v0/volumes/': 5.5,
    'DELETE /api/v0/volumes/': 5.5,
    'POST /api/v0/volumes/copy/': 5.5,
    'POST /api/v0/network_volumes/search/': 5.5,
    'PUT /api/v0/network_volumes/': 5.5,
    'GET /api/v0/instances/filters/': 1,
    'PUT /api/v0/instances/command/:id/': 1,
    'PUT /api/v0/instances/bid_price/:id/': 5.5,
    'GET /api/v0/ssh/': 1,
    'POST /api/v0/ssh/': 2,
    'GET /api/v0/instances/:id/ssh/': 1,
    'POST /api/v0/instances/:id/ssh/': 2,
  }),
);

/** The one spacing that the specification gives (Limits), which always applies. */
export const SUBACCOUNT_SPACING = 3;

/** Refuses calls that follow each other too quickly, on the sandbox's clock. */
export class Spacing {
  readonly #clock: Clock;
  readonly #last = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads of instances are refused in plain text, everything else with `detail`: clients meet both.
   * @throws ServiceError 429; a refused call does not lengthen the wait
   */
  admit(caller: string, endpoint: string, seconds: number): void {
    const slot = `${caller} ${endpoint}`;
    const last = this.#last.get(slot);
    if (last !== undefined && this.#clock.now() - last < seconds) {
      const threshold = `threshold=${seconds.toFixed(1)}`;
      throw endpoint.startsWith('GET')
        ? new ServiceError(429, `API requests too frequent: endpoint ${threshold}`)
        : new ServiceError(429, { detail: `API requests too frequent endpoint ${threshold}` });
    }
    this.#last.set(slot, this.#clock.now());
  }
}

/** Enforces the known spacing of every endpoint, if the settings say so. */
export function keepSpacing(app: FastifyInstance, world: World): void {
  app.addHook('preHandler', async (request) => {
    const endpoint = `${request.method} ${request.routeOptions.url ?? ''}`;
    const seconds = endpointSpacing.get(endpoint);
    if (!world.settings.spacing || seconds === undefined) return;
    world.spacing.admit(bearerOf(request) ?? request.ip, endpoint, seconds);
  });
}
