import * as z from 'zod/mini';
import { userSchema, type User } from '../../schemas/account/user';
import { id, text, tolerated } from '../../schemas/fields';
import type { CallOptions } from '../../http/requests';
import { EndpointGroup } from '../endpointGroup';

/** Specification, Subaccount creation request. */
export interface CreateSubaccountRequest {
  /** At most 64 characters, `local@domain.tld`. */
  email: string;
  /** At most 64 characters. */
  username: string;
  /** At most 256 characters. */
  password: string;
  host_only?: boolean;
  /** `me` is the current user. */
  parent_id?: string;
  /** Public key, at most 4096 characters. */
  ssh_key?: string;
  /** Only for accounts that are nobody's subaccount; at most 8192 characters. */
  captcha?: string;
}

/** A created account (specification, Subaccount creation request). */
const subaccountSchema = z.object({
  id,
  username: tolerated(text),
  email: tolerated(text),
  key_id: tolerated(id),
});
export type Subaccount = z.infer<typeof subaccountSchema>;

/** Specification, Accounts. */
export class Users extends EndpointGroup {
  /** The account the key belongs to. */
  current(options?: CallOptions): Promise<User> {
    const call = { endpoint: 'users.current', method: 'GET', path: 'users/current/', read: true } as const;
    return this.transport.call(call, userSchema, options);
  }

  /**
   * Never retried. Fails with invalid_email, user_exists, rate_limited (a call every 3 s) or a refusal in the service's
   * words.
   */
  createSubaccount(request: CreateSubaccountRequest): Promise<Subaccount> {
    const call = { endpoint: 'users.create', method: 'POST', path: 'users/', body: request } as const;
    return this.transport.call(call, subaccountSchema);
  }
}
