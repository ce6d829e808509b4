import {
  apiKeySchema,
  apiKeysSchema,
  newKeySchema,
  type ApiKey,
  type NewKey,
} from '../../schemas/account/apiKey';
import { done } from '../../schemas/fields';
import type { CallOptions } from '../../http/requests';
import { EndpointGroup } from '../endpointGroup';

/** A scoped permission set (specification, Authentication): category to constraints, empty for none. */
export interface Permissions {
  api: Record<string, Record<string, unknown>>;
}

/** The account's keys. All optional: the specification does not show their paths. */
export class ApiKeys extends EndpointGroup {
  list(): Promise<ApiKey[]> {
    const call = { endpoint: 'apiKeys', method: 'GET', path: 'auth/apikeys/', read: true } as const;
    return this.transport.call(call, apiKeysSchema);
  }

  get(id: number, options?: CallOptions): Promise<ApiKey> {
    const call = { endpoint: 'apiKeys', method: 'GET', path: `auth/apikeys/${id}/`, read: true } as const;
    return this.transport.call(call, apiKeySchema, options);
  }

  create(request: { name?: string; permissions: Permissions }): Promise<NewKey> {
    const call = { endpoint: 'apiKeys', method: 'POST', path: 'auth/apikeys/', body: request } as const;
    return this.transport.call(call, newKeySchema);
  }

  async delete(id: number): Promise<void> {
    const call = { endpoint: 'apiKeys', method: 'DELETE', path: `auth/apikeys/${id}/` } as const;
    await this.transport.call(call, done);
  }

  /** Gives the account's key a new value. The one that this client uses stops working at once. */
  reset(): Promise<NewKey> {
    const body = { client_id: 'me' };
    const call = { endpoint: 'apiKeys', method: 'PUT', path: 'commands/reset_apikey/', body } as const;
    return this.transport.call(call, newKeySchema);
  }
}
