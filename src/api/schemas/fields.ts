import * as z from 'zod/mini';
import { plainText } from '../plainText';

/** A field the specification names: it may be missing or null (both undefined here), never of another type. */
export function specified<T extends z.ZodMiniType>(schema: T) {
  return z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  );
}

/** A field the specification does not name: anything but the expected type reads as undefined. */
export function tolerated<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

/** A list in which entries of another shape are left out instead of spoiling the rest. */
export function toleratedList<T extends z.ZodMiniType>(schema: T) {
  const entry = z.catch(z.nullable(schema), null);
  return tolerated(
    z.pipe(
      z.array(entry),
      z.transform((entries) => entries.filter((value) => value !== null)),
    ),
  );
}

/** A number that some services write as a string. */
export const numberLike = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value, context) => {
    const number = typeof value === 'number' ? value : value.trim() === '' ? NaN : Number(value);
    if (Number.isFinite(number)) return number;
    context.issues.push({ code: 'custom', message: 'not a number', input: undefined });
    return z.NEVER;
  }),
);

/** `{success: true}` and whatever else: the answer to a call that only changes something. */
export const done = z.object({});

/** The service's own words about a success, fit to be shown. */
export const serviceWords = specified(
  z.pipe(
    z.string(),
    z.transform((text) => plainText(text)),
  ),
);

/**
 * The answer of an optional endpoint: a list that may stand alone, within an object under one of these names,
 * or as JSON within a string. An answer without one is refused, lest a failure reads as "none".
 */
export function listWithin<T extends z.ZodMiniType>(schema: T, ...names: string[]) {
  const entry = z.catch(z.nullable(schema), null);
  return z.pipe(
    z.transform((answer: unknown) => {
      const list = isObject(answer)
        ? names.map((name) => answer[name]).find((value) => value !== undefined)
        : answer;
      return typeof list === 'string' ? parsedJson(list) : list;
    }),
    z.pipe(
      z.array(entry),
      z.transform((entries) => entries.filter((value) => value !== null)),
    ),
  );
}

/** An object, or the JSON of one within a string. */
export const objectLike = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? parsedJson(value) : value)),
  z.record(z.string(), z.unknown()),
);

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
