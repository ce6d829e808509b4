import * as z from 'zod/mini';
import { plainText } from '../plainText';

/** A field of one type: `read` returns undefined for a value of another type. */
function kind<T>(name: string, read: (value: unknown) => T | undefined) {
  const schema = z.pipe(
    z.unknown(),
    z.transform((value, context): T => {
      const result = read(value);
      if (result !== undefined) return result;
      context.issues.push({ code: 'custom', message: `not ${name}`, input: undefined });
      return z.NEVER;
    }),
  );
  readers.set(schema, read);
  return schema;
}

/** How a field of one type is read. */
const readers = new WeakMap<z.ZodMiniType, (value: unknown) => unknown>();

/** A number, or a number written as text. */
export const number = kind('a number', readNumber);

/** A whole number, or one written as text. */
export const integer = kind('a whole number', (value) => {
  const read = readNumber(value);
  return Number.isSafeInteger(read) ? read : undefined;
});

/** An id, or one written as text. Never negative. */
export const id = kind('an id', (value) => {
  const read = readNumber(value);
  return read !== undefined && Number.isSafeInteger(read) && read >= 0 ? read : undefined;
});

/** Text. A number becomes its digits. */
export const text = kind('text', (value) =>
  typeof value === 'string' || Number.isFinite(value) ? String(value) : undefined,
);

/** A name with a text. Where `z.tuple` is used, the bundle has 2 KB that nothing else needs. */
export const namedText = kind('a name with a text', (value): readonly [string, string] | undefined => {
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string') return undefined;
  const { data } = text.safeParse(value[1]);
  return data === undefined ? undefined : [value[0], data];
});

const words = new Map<unknown, boolean>([
  ...['true', 'yes', 'y', 't', 'on', '1', 'verified', 'enabled'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'f', 'off', '0', 'unverified', 'deverified', 'disabled'].map(
    (word) => [word, false] as const,
  ),
]);

/** A boolean, or a word or number that means one. */
export const flag = kind('a boolean', (value) => {
  if (typeof value === 'boolean') return value;
  // An object may not even convert to text.
  if (typeof value === 'number') return words.get(String(value));
  return typeof value === 'string' && value.length < 20 ? words.get(value.trim().toLowerCase()) : undefined;
});

/** A date as Unix time in seconds. It may come as text or as an ISO date, which is in UTC unless it says otherwise. */
export const time = kind('a date', (value) => readNumber(value) ?? readDate(value));

/**
 * Reads a value that doesn't fit the schema as another one. Where `z.catch` is used, the bundle has a table of all of
 * zod's helpers, 9 KB that nothing else needs.
 */
export const orElse = <T extends z.ZodMiniType>(schema: T, other: z.output<T>): z.ZodMiniCatch<T> =>
  new z.ZodMiniCatch({
    type: 'catch',
    innerType: schema,
    catchValue: () => other,
  }) as unknown as z.ZodMiniCatch<T>;

/** A field that may be missing or null. A value of another type reads as undefined. */
export function tolerated<T extends z.ZodMiniType>(schema: T) {
  const field = z.optional(schema);
  const read = readers.get(schema);
  // Rows by the thousand have fifty of these: with two steps for each in place of five they are read in half the time.
  if (read) return z.optional(z.transform(read)) as unknown as ReturnType<typeof orElse<typeof field>>;
  return orElse(field, undefined);
}

/** A shape whose fields are all `tolerated`. */
export function toleratedShape<S extends Record<string, z.ZodMiniType>>(shape: S) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, tolerated(schema)]),
  ) as unknown as { [K in keyof S]: ReturnType<typeof tolerated<S[K]>> };
}

/** A list that skips entries of another shape instead of failing. */
export function toleratedList<T extends z.ZodMiniType>(schema: T) {
  const entry = orElse(z.nullable(schema), null);
  return tolerated(
    z.pipe(
      z.array(entry),
      z.transform((entries) => entries.filter((value) => value !== null)),
    ),
  );
}

/** `{success: true}` and anything else: the answer to a call that only changes something. */
export const done = z.object({});

/** The service's own message about a success, safe to show. */
export const serviceWords = tolerated(
  z.pipe(
    z.string(),
    z.transform((said) => plainText(said)),
  ),
);

/** An object, or the JSON of one within a string. */
export const objectLike = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? parsedJson(value) : value)),
  z.record(z.string(), z.unknown()),
);

/** Undefined for text that isn't JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The caller treats it as missing.
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Decimal only: `Number` would also accept an empty text, `0x1f` and `Infinity`. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

function readNumber(value: unknown): number | undefined {
  const isNumeric = typeof value === 'string' && value.length <= 100 && decimal.test(value.trim());
  const read = isNumeric ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(?: ?(Z|[+-]\d\d:?\d\d))?$/i;

function readDate(value: unknown): number | undefined {
  const [, day, hour = '00:00', zone = 'Z'] =
    typeof value === 'string' && value.length <= 100 ? (isoDate.exec(value.trim()) ?? []) : [];
  const milliseconds = day === undefined ? NaN : Date.parse(`${day}T${hour}${zone.toUpperCase()}`);
  return Number.isFinite(milliseconds) ? milliseconds / 1000 : undefined;
}
