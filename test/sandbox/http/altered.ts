import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '../world';
import type { FaultRule } from './faults';

type Members = Record<string, unknown>;

/** What the service says of an instance in place of the truth. */
export interface Shown {
  /** Members that it says otherwise, or that it doesn't have. */
  members?: Readonly<Members>;
  /** Members that are missing. */
  without?: readonly string[];
}

/**
 * Changes answers about instances on their way: rows that are left out, members that are missing or say something
 * else. The control goes on to see the truth.
 * @param ruleOf the fault that applies to a request
 */
export function alterAnswers(
  app: FastifyInstance,
  world: World,
  ruleOf: (request: FastifyRequest) => FaultRule | undefined,
): void {
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    const isRead =
      request.method === 'GET' && /^\/api\/v\d\/instances(?:\/\d+)?\/?(?:\?|$)/.test(request.url);
    const { leaveOut, fields = [], body } = ruleOf(request) ?? {};
    if (!isRead || reply.statusCode >= 300 || body !== undefined || !isObject(payload)) return payload;
    const show = (row: unknown): unknown =>
      isObject(row) ? without(shown(row, world.shown.get(Number(row.id))), fields) : row;
    if (!Array.isArray(payload.instances)) return { ...payload, instances: show(payload.instances) };
    const kept = payload.instances.filter(
      (row: unknown) => leaveOut !== 'all' && !(leaveOut ?? []).includes(isObject(row) ? Number(row.id) : 0),
    );
    const fewer = payload.instances.length - kept.length;
    return { ...payload, ...recounted(payload, fewer), instances: kept.map(show) };
  });
}

/** A wrong list is wrong throughout: its counts are those of what it has. */
function recounted({ instances_found: found, total_instances: total }: Members, fewer: number): Members {
  return {
    ...(typeof found === 'number' && { instances_found: found - fewer }),
    ...(typeof total === 'number' && { total_instances: total - fewer }),
  };
}

function shown(row: Members, { members = {}, without: missing = [] }: Shown = {}): Members {
  return without({ ...row, ...members }, missing);
}

function without(row: Members, fields: readonly string[]): Members {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
