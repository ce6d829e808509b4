import { invalidArgs } from '../serviceError';

/** One page of a list, and the token of the next page. */
export interface Page<T> {
  rows: T[];
  nextToken: string | null;
}

/** The values of a row that the list is sorted by. The last one is unique. */
export type Place = readonly (string | number)[];

/**
 * The page after `token`. A token has the place of the last row that was sent, so that no row is repeated or
 * left out if others are added or removed.
 * @param list sorted by `placeOf` and `compare`
 * @throws ServiceError 400 for a token of another list
 */
export function pageAfter<T>(
  list: readonly T[],
  { token, limit }: { token: unknown; limit: number },
  placeOf: (row: T) => Place,
  compare: (a: Place, b: Place) => number,
): Page<T> {
  const after = token === undefined || token === '' ? undefined : placeIn(token);
  const rest = list.filter((row) => after === undefined || compare(placeOf(row), after) > 0);
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextToken: last !== undefined && rows.length < rest.length ? tokenOf(placeOf(last)) : null };
}

/** The number of rows for one page. @throws ServiceError 400 */
export function limitOf(text: unknown, usual: number, most: number): number {
  const limit = text === undefined ? usual : Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw invalidArgs('limit: not a positive integer');
  return Math.min(limit, most);
}

function tokenOf(place: Place): string {
  return Buffer.from(JSON.stringify({ values: place })).toString('base64url');
}

function placeIn(token: unknown): Place {
  const refuse = () => invalidArgs('after_token: not a token of this list');
  try {
    const { values } = JSON.parse(Buffer.from(String(token), 'base64url').toString()) as { values?: unknown };
    const isPlace = (value: unknown): value is Place =>
      Array.isArray(value) && value.every((one) => ['string', 'number'].includes(typeof one));
    if (isPlace(values) && values.length > 0) return values;
  } catch {
    throw refuse();
  }
  throw refuse();
}
