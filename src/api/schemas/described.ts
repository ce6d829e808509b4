import type * as z from 'zod/mini';

/** What the JSON schemas in media/schemas say about a value, for the editors of those files. */
export interface Description {
  description?: string;
  /** Other JSON schema keywords. They override what follows from the schema, and may be stricter than our own check. */
  [keyword: string]: unknown;
}

/** Read only by `npm run schemas`, by which a schema has those of the one that it was made from, too. */
export const descriptions = new WeakMap<object, Description>();

/**
 * The schema with its description for editors. The description belongs to the schema object, so each place needs its
 * own.
 */
export function described<T extends z.ZodMiniType>(schema: T, description: string, keywords: object = {}): T {
  descriptions.set(schema, { ...descriptions.get(schema), description, ...keywords });
  return schema;
}
