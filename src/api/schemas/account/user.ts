import * as z from 'zod/mini';
import { flag, id, number, text, tolerated } from '../fields';

const tfaStatuses = ['enabled', 'disabled', 'legacy'] as const;

/** An account (specification, User object). `credit` is dollars. */
export const userSchema = z.object({
  id,
  email: tolerated(text),
  full_name: tolerated(text),
  credit: tolerated(number),
  /** Public keys. */
  ssh_key: tolerated(text),
  /** A value that the specification does not list reads as undefined. */
  tfa_status: tolerated(
    z.pipe(
      text,
      z.transform((word) => tfaStatuses.find((status) => status === word)),
    ),
  ),

  username: tolerated(text),
  tfa_enabled: tolerated(flag),
  is_admin: tolerated(flag),
});

export type User = z.infer<typeof userSchema>;
