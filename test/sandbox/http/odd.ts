import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UNREADABLE_ID } from '../choices';
import type { World } from '../world';
import { jsonOf } from './body';

/**
 * An unreadable row for each kind of list. Where every member but the id may have any type, it is not even an object.
 */
const unreadableRows: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['instances', { id: UNREADABLE_ID, actual_status: { word: 'running' } }],
  ['templates', { id: UNREADABLE_ID, hash_id: ['none'] }],
  ...['offers', 'volumes', 'methods', 'results', 'apikeys', 'ssh_keys'].map(
    (name) => [name, 'unreadable'] as const,
  ),
]);
/** Members with the number of rows. */
const counts = new Set(['instances_found', 'total_instances', 'templates_found', 'count', 'total']);
/** Members that a person stored. They are sent back unchanged. */
const stored = new Set(['extra_filters', 'permissions']);

type Members = Record<string, unknown>;

/**
 * With the setting `odd`, successful answers have the oddities that were seen in the real service: numbers as text,
 * booleans as numbers, null for an empty text, no member for null, and (not with 'values') an unreadable row in every
 * list. No information is lost.
 * @param isMadeUp whether the answer is one that a test made up
 */
export function answerOddly(
  app: FastifyInstance,
  world: World,
  isMadeUp: (request: FastifyRequest) => boolean,
): void {
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    const isService = request.url.startsWith('/api/') && !isMadeUp(request);
    if (!world.settings.odd || !isService || reply.statusCode >= 300) return payload;
    const withRows = world.settings.odd === true;
    if (Array.isArray(payload)) {
      const rows = payload.map(odd);
      return withRows ? withUnreadable('ssh_keys', rows) : rows;
    }
    if (!isObject(payload)) return payload;
    const answer = oddAnswer(payload);
    return withRows ? withOddRow(payload, answer) : answer;
  });
}

function oddAnswer({ success, ...members }: Members): Members {
  return { ...(success === undefined ? {} : { success }), ...oddMembers(members) };
}

function withOddRow(members: Members, answer: Members): Members {
  const [name] = [...unreadableRows.keys()].filter((one) => isList(members[one]));
  // The row is at the end of the last page.
  if (name === undefined || typeof members.next_token === 'string') return answer;
  const list = answer[name];
  if (typeof list === 'string') {
    const rows = jsonOf(list);
    return { ...answer, [name]: JSON.stringify(withUnreadable(name, [rows].flat().map(odd))) };
  }
  const before = Array.isArray(list) ? list : [];
  const rows = withUnreadable(name, before);
  const more = rows.length - before.length;
  const counted = Object.entries(members).filter(([one]) => counts.has(one));
  const recounted = counted.map(([one, count]) => [one, String(Number(count) + more)] as const);
  return { ...answer, ...Object.fromEntries(recounted), [name]: rows };
}

/** Clients may refuse a list with no readable row, so an empty list stays empty. */
function withUnreadable(name: string, rows: readonly unknown[]): unknown[] {
  const row = unreadableRows.get(name);
  return rows.length === 0 && !isObject(row) ? [] : [...rows, row];
}

/** A list may also be JSON in a string. */
function isList(value: unknown): boolean {
  return Array.isArray(typeof value === 'string' ? jsonOf(value) : value);
}

function oddMembers(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, stored.has(name) ? value : odd(value)]),
  );
}

function odd(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return Number(value);
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(odd);
  return isObject(value) ? oddMembers(value) : value;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
