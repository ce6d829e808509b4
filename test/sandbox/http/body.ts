import * as z from 'zod/mini';
import { invalidArgs, type ServiceError } from '../serviceError';

/** A member that may be missing or null, which both mean "not given". */
export function optional<T extends z.core.SomeType>(schema: T) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

/** Bodies may be read recursively. No valid body is nearly this deep. */
const MAX_LEVELS = 100;

/** @throws SyntaxError when the text is not JSON, or nested more than 100 levels deep */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  let inner = containersIn([value]);
  for (let level = 1; inner.length > 0; level += 1) {
    if (level > MAX_LEVELS) throw new SyntaxError(`nested more than ${MAX_LEVELS} levels deep`);
    inner = containersIn(inner.flatMap((container): unknown[] => Object.values(container)));
  }
  return value;
}

/** The lists and objects among the values. */
function containersIn(values: readonly unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}

export type Refuse = (message: string) => ServiceError;

/**
 * Reads a request body, which must be a JSON object; unknown members are dropped.
 * @throws the error that `refuse` makes of the first member that does not fit
 */
export function parseBody<T extends z.ZodMiniType>(
  schema: T,
  body: unknown,
  refuse: Refuse = invalidArgs,
): z.output<T> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
  throw refuse(`${path.slice(0, 80)}: ${issue?.message ?? 'not valid'}`);
}

/** A body that is any JSON object. @throws ServiceError 400 when it is not one */
export function objectBody(body: unknown, refuse: Refuse = invalidArgs): Record<string, unknown> {
  return parseBody(z.record(z.string(), z.unknown()), body, refuse);
}

/** An id in a path: a positive integer that a double can hold. @throws what `refuse` makes */
export function idOf(text: string, refuse: Refuse): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id < 1) throw refuse('The id is not a positive integer.');
  return id;
}

/** The JSON in a query's text; undefined if it is not JSON. */
export function jsonOf(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parseJson(text) : undefined;
  } catch {
    // The caller refuses it and names it.
    return undefined;
  }
}

/** The filters of a query's `select_filters`, a JSON object. @throws ServiceError 400 when it is not one */
export function filtersOf(text: unknown): Record<string, unknown> {
  if (text === undefined || text === '') return {};
  if (typeof text !== 'string') throw invalidArgs('select_filters: was given more than once');
  return objectBody(jsonOf(text) ?? text, () => invalidArgs('select_filters: is not a JSON object'));
}
