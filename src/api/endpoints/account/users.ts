import { subaccountSchema, type Subaccount } from '../../schemas/account/subaccount';
import { userSchema, type User } from '../../schemas/account/user';
import type { CallOptions } from '../../http/requests';
import type { Transport } from '../../http/transport';

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

/** Specification, Accounts. */
export class Users {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The account the key belongs to. */
  current(options?: CallOptions): Promise<User> {
    const call = { endpoint: 'users.current', method: 'GET', path: 'users/current/', read: true } as const;
    return this.#transport.call(call, userSchema, options);
  }

  /**
   * Never retried. Fails with invalid_email, user_exists, rate_limited (a call every 3 s) or a refusal in the service's
   * words.
   */
  createSubaccount(request: CreateSubaccountRequest): Promise<Subaccount> {
    const call = { endpoint: 'users.create', method: 'POST', path: 'users/', body: request } as const;
    return this.#transport.call(call, subaccountSchema);
  }
}
