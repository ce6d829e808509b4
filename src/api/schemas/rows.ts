import * as z from 'zod/mini';
import { id, isObject, parsedJson } from './fields';

/** A row of a list that can't be read. It still counts as a row. */
export interface Unreadable {
  unreadable: true;
  /** Undefined if even the id can't be read. */
  id?: number;
}

/** More than any list has. A longer one would take minutes to read. */
const maxRows = 100_000;

type Report = (place: string) => void;
let report: Report | undefined;

/** Reads a value and reports the places with an unexpected type, never the values. Reading is synchronous. */
export function whileReporting<T>(listener: Report, read: () => T): T {
  const before = report;
  report = listener;
  try {
    return read();
  } finally {
    report = before;
  }
}

/** A list that keeps rows that can't be read, marked as such. `name` is the list's, to report places in it. */
export function rows<T extends z.ZodMiniType<object>>(schema: T, name: string) {
  return z.pipe(
    z.array(z.unknown()).check(z.maxLength(maxRows)),
    z.transform((values) => values.map((value, index) => readRow(schema, value, `${name}[${index}]`))),
  );
}

/** Like `rows`, but refuses a list where no row can be read: that is some other answer. */
export function someRows<T extends z.ZodMiniType<object>>(schema: T, name: string) {
  return z.pipe(
    rows(schema, name),
    z.transform((list, context) => {
      if (list.length === 0 || !list.every(isNameless)) return list;
      const path = [0, 'id'];
      context.issues.push({ code: 'custom', message: 'no row can be read', input: undefined, path });
      return z.NEVER;
    }),
  );
}

/**
 * The answer of an optional endpoint: a list on its own, in an object under one of these names, or as JSON in a string.
 * An answer without a list is refused, so that a failure isn't read as "none".
 */
export function listWithin<T extends z.ZodMiniType<object>>(schema: T, ...names: [string, ...string[]]) {
  return z.pipe(
    z.transform((answer: unknown) => {
      const list = isObject(answer)
        ? names.map((name) => answer[name]).find((value) => value !== undefined)
        : answer;
      return typeof list === 'string' ? parsedJson(list) : list;
    }),
    rows(schema, names[0]),
  );
}

const isNameless = (row: object): boolean => isUnreadable(row) && row.id === undefined;

/** Rows with ids. An id that can't be read becomes a negative one, different in each row. */
export function identified<T extends { id: number }>(
  list: readonly (T | Unreadable)[],
): (T | (Unreadable & { id: number }))[] {
  return list.map((row, index) => (isUnreadable(row) ? { ...row, id: row.id ?? -1 - index } : row));
}

export function readable<T extends object>(list: readonly (T | Unreadable)[]): T[] {
  return list.filter((row): row is T => !isUnreadable(row));
}

function isUnreadable(row: object): row is Unreadable {
  return 'unreadable' in row;
}

/** What a row was read as, by what the service sent. */
const readAhead = new WeakMap<object, object>();
/** Rows that are read in one piece, which takes some milliseconds. */
export const rowsOfPart = 100;

/** A list in an answer, of rows that all have this schema. */
export interface LongList {
  name: string;
  row: z.ZodMiniType<object>;
  /** Called with the rows of each part once they are read, while the others aren't. */
  onRead?: (rows: readonly object[]) => void;
}

/** Reads thousands of rows in parts. The answer as a whole is read afterwards, which takes these rows as they were read. */
export function* readingRows(
  answer: unknown,
  { name, row, onRead }: LongList,
  listener: Report,
): Generator<undefined, void> {
  const list = isObject(answer) ? answer[name] : undefined;
  if (!Array.isArray(list) || list.length > maxRows) return;
  let part: object[] = [];
  for (const [index, value] of list.entries()) {
    if (isObject(value)) {
      const read = whileReporting(listener, () => readRow(row, value, `${name}[${index}]`));
      readAhead.set(value, read);
      part.push(read);
    }
    if (index % rowsOfPart < rowsOfPart - 1) continue;
    onRead?.(part);
    part = [];
    yield;
  }
}

function readRow<T extends z.ZodMiniType<object>>(
  schema: T,
  value: unknown,
  place: string,
): z.output<T> | Unreadable {
  const known = isObject(value) ? readAhead.get(value) : undefined;
  if (known) return known as z.output<T> | Unreadable;
  const { data, error } = z.safeParse(schema, value);
  if (data) {
    reportUnknown(schema, value, data, place);
    return data;
  }
  for (const { path } of error?.issues ?? []) report?.([place, ...path.slice(0, 1).map(String)].join('.'));
  const found = z.safeParse(id, isObject(value) ? value.id : undefined).data;
  return { unreadable: true, ...(found === undefined ? {} : { id: found }) };
}

/** Lists the fields of an object that read as undefined although the service sent a value. */
export function reportUnknown(schema: z.ZodMiniType, value: unknown, read: unknown, place: string): void {
  if (!report || !isObject(value) || !isObject(read) || !(schema instanceof z.ZodMiniObject)) return;
  // What was read holds only fields of the schema, so that nothing inherited counts as read.
  for (const name of namesOf(schema))
    if ((value[name] ?? undefined) !== undefined && read[name] === undefined)
      report(place === '' ? name : `${place}.${name}`);
}

const names = new WeakMap<z.ZodMiniObject, readonly string[]>();

/** The names of an object's fields; thousands of rows have the same. */
function namesOf(schema: z.ZodMiniObject): readonly string[] {
  const known = names.get(schema) ?? Object.keys(schema.shape);
  names.set(schema, known);
  return known;
}
