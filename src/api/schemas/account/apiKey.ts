import * as z from 'zod/mini';
import { id, text, time, tolerated } from '../fields';
import { listWithin } from '../rows';

/** A key's record; the specification shows none of its fields. */
export const apiKeySchema = z.pipe(
  z.object({
    id: tolerated(id),
    name: tolerated(text),
    permissions: tolerated(z.record(z.string(), z.unknown())),
    /** Unix time in seconds. */
    created_at: tolerated(time),
    key: tolerated(z.string()),
    api_key: tolerated(z.string()),
  }),
  z.transform(({ key, api_key, ...record }) => ({ ...record, hint: key ?? api_key })),
);

/** `hint` is what the service shows of the value: all of it, a part with the rest masked, or nothing. Secret. */
export type ApiKey = Partial<z.infer<typeof apiKeySchema>> & { unreadable?: true };

export const apiKeysSchema = listWithin(apiKeySchema, 'apikeys', 'api_keys', 'keys');

/** The key's value, shown only once. Secret. */
export const newKeySchema = z.pipe(
  z.object({
    new_api_key: tolerated(z.string()),
    key: tolerated(z.string()),
    api_key: tolerated(z.string()),
    id: tolerated(id),
  }),
  z.transform(({ new_api_key, key, api_key, ...rest }) => ({ ...rest, key: new_api_key ?? key ?? api_key })),
);

export type NewKey = z.infer<typeof newKeySchema>;
