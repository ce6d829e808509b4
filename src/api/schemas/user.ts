import * as z from 'zod/mini';
import { specified, tolerated } from './fields';

const tfaStatuses = ['enabled', 'disabled', 'legacy'] as const;

/** An account (specification, User object). `credit` is dollars. */
export const userSchema = z.object({
  id: z.int(),
  email: specified(z.string()),
  full_name: specified(z.string()),
  credit: specified(z.number()),
  /** Public keys. */
  ssh_key: specified(z.string()),
  /** A value that the specification does not list reads as undefined. */
  tfa_status: z.optional(
    z.pipe(
      z.nullable(z.string()),
      z.transform((text) => tfaStatuses.find((status) => status === text)),
    ),
  ),

  username: tolerated(z.string()),
  tfa_enabled: tolerated(z.boolean()),
  /** Not null once the address is verified. */
  email_verified_at: tolerated(z.union([z.number(), z.string()])),
  is_admin: tolerated(z.boolean()),
});

export type User = z.infer<typeof userSchema>;
