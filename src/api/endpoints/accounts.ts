import { chargesSchema, type Charge } from '../schemas/charge';
import { subaccountSchema, type Subaccount } from '../schemas/subaccount';
import { userSchema, type User } from '../schemas/user';
import type { CallOptions, Filters } from '../requests';
import type { Transport } from '../transport';

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

/** Specification, Accounts; and the account's bill, which is optional. */
export class Accounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  currentUser(options?: CallOptions): Promise<User> {
    const call = { endpoint: 'users.current', method: 'GET', path: 'users/current/', read: true } as const;
    return this.#transport.call(call, userSchema, options);
  }

  /** Fails with invalid_email, user_exists, rate_limited (a call every 3 s) or a refusal in the service's words. */
  createSubaccount(request: CreateSubaccountRequest, options?: CallOptions): Promise<Subaccount> {
    const call = { endpoint: 'users.create', method: 'POST', path: 'users/', body: request } as const;
    return this.#transport.call(call, subaccountSchema, options);
  }

  /** @param filters such as `{ day: { gte: <Unix time in seconds> } }` */
  listCharges(filters: Filters, limit: number, options?: CallOptions): Promise<Charge[]> {
    const call = {
      endpoint: 'charges',
      method: 'GET',
      path: 'charges/',
      query: { select_filters: JSON.stringify(filters), limit: String(limit) },
      read: true,
    } as const;
    return this.#transport.call(call, chargesSchema, options);
  }
}
