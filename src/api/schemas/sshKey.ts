import * as z from 'zod/mini';
import { listWithin, tolerated } from './fields';

/** A registered public key; an instance's keys have the same shape. */
const sshKeySchema = z.object({
  id: tolerated(z.int()),
  /** The public key's line. */
  key: tolerated(z.string()),
  created_at: tolerated(z.union([z.number(), z.string()])),
});

export type SshKey = z.infer<typeof sshKeySchema>;

export const sshKeysSchema = listWithin(sshKeySchema, 'ssh_keys', 'keys', 'results');
