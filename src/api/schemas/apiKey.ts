import * as z from 'zod/mini';
import { listWithin, tolerated } from './fields';

/** A key's record; the specification shows none of its fields. */
export const apiKeySchema = z.object({
  id: tolerated(z.int()),
  name: tolerated(z.string()),
  permissions: tolerated(z.record(z.string(), z.unknown())),
  created_at: tolerated(z.union([z.number(), z.string()])),
});

export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeysSchema = listWithin(apiKeySchema, 'apikeys', 'api_keys', 'keys');

/** The key's value, shown this once. Secret. */
export const newKeySchema = z.pipe(
  z.object({ key: tolerated(z.string()), api_key: tolerated(z.string()), id: tolerated(z.int()) }),
  z.transform(({ key, api_key, id }) => ({ id, key: key ?? api_key })),
);

export type NewKey = z.infer<typeof newKeySchema>;
