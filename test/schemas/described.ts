import type * as z from 'zod/mini';
import { type Description, descriptions } from '../../src/api/schemas/described';

/** What zod asks of a registry when it writes JSON schemas: a schema's description, over that of the one it was made from. */
export const described = {
  get(schema: z.core.$ZodType): Description | undefined {
    const { parent } = schema._zod;
    const all = { ...(parent && described.get(parent)), ...descriptions.get(schema) };
    return Object.keys(all).length > 0 ? all : undefined;
  },
  has: (schema: object): boolean => descriptions.has(schema),
} as z.core.$ZodRegistry<Record<string, unknown>>;
