import * as z from 'zod/mini';
import { id, text, time, tolerated } from '../fields';
import { listWithin } from '../rows';

/** A registered public key; an instance's keys have the same shape. */
const sshKeySchema = z.object({
  id: tolerated(id),
  /** The public key's line. */
  key: tolerated(text),
  /** The same under another name. */
  public_key: tolerated(text),
  /** Unix time in seconds. */
  created_at: tolerated(time),
});

export type SshKey = z.infer<typeof sshKeySchema> & { unreadable?: true };

export const sshKeysSchema = listWithin(sshKeySchema, 'ssh_keys', 'keys', 'results');
