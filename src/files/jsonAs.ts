import * as z from 'zod/mini';

/** What a file or a stored text says; undefined if there is none, or if it is damaged. */
export function jsonAs<T extends z.ZodMiniType>(
  schema: T,
  content: Buffer | string | undefined,
): z.infer<T> | undefined {
  if (content === undefined) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(content.toString())).data;
  } catch {
    // Not JSON: damaged as well.
    return undefined;
  }
}
