import * as z from 'zod/mini';
import { id, text, tolerated } from '../fields';

/** A created account (specification, Subaccount creation request). */
export const subaccountSchema = z.object({
  id,
  username: tolerated(text),
  email: tolerated(text),
  key_id: tolerated(id),
});

export type Subaccount = z.infer<typeof subaccountSchema>;
