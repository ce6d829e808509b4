import * as z from 'zod/mini';

/** `host:port` of a port row. */
export const portAddress = z.string().check(z.regex(/^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/));

export const portNumber = z.int().check(z.minimum(1), z.maximum(65_535));
