import * as z from 'zod/mini';
import { specified } from './fields';

/** A created account (specification, Subaccount creation request). */
export const subaccountSchema = z.object({
  id: z.int(),
  username: specified(z.string()),
  email: specified(z.string()),
  key_id: specified(z.int()),
});

export type Subaccount = z.infer<typeof subaccountSchema>;
