import * as l10n from '@vscode/l10n';
import { ApiError } from '../errors';
import { done } from '../schemas/fields';
import {
  createdInstanceSchema,
  instanceListSchema,
  instancePageSchema,
  singleInstanceSchema,
} from '../schemas/instance';
import type { CallOptions, CreateInstanceRequest, InstanceState } from '../requests';
import type { Instance } from '../schemas';
import type { Transport } from '../transport';

const pageSize = 25;
/** More pages than any account has: beyond it the tokens lead nowhere. */
const maxPages = 1000;

/** Specification, Instances. */
export class Instances {
  readonly #transport: Transport;
  /** Set once the service has said that its list has moved. */
  #listIsPaged = false;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Renting takes longer than other calls, and a lost answer costs more. */
  async create(
    offerId: number,
    request: CreateInstanceRequest,
    options?: CallOptions,
  ): Promise<{ instanceId: number }> {
    const call = {
      endpoint: 'instances.create',
      method: 'PUT',
      path: `asks/${offerId}/`,
      body: request,
      timeoutFactor: 2,
    } as const;
    const created = await this.#transport.call(call, createdInstanceSchema, options);
    return { instanceId: created.new_contract };
  }

  async list(options?: CallOptions): Promise<Instance[]> {
    if (this.#listIsPaged) return this.#listPaged(options);
    try {
      return await this.#listWhole(options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 410) throw error;
      const instances = await this.#listPaged(options);
      this.#listIsPaged = true;
      return instances;
    }
  }

  async get(id: number, options?: CallOptions): Promise<Instance> {
    const call = { endpoint: 'instances.one', method: 'GET', path: `instances/${id}/`, read: true } as const;
    const { instances } = await this.#transport.call(call, singleInstanceSchema, options);
    if (instances) return instances;
    throw new ApiError('not_found', l10n.t('The service knows no instance {0}.', id), { status: 404 });
  }

  async setState(id: number, state: InstanceState, options?: CallOptions): Promise<void> {
    await this.#change(id, { state }, options);
  }

  async setLabel(id: number, label: string, options?: CallOptions): Promise<void> {
    await this.#change(id, { label }, options);
  }

  async destroy(id: number, options?: CallOptions): Promise<void> {
    const call = { endpoint: 'instances.destroy', method: 'DELETE', path: `instances/${id}/` } as const;
    await this.#transport.call(call, done, options);
  }

  async #listWhole(options?: CallOptions): Promise<Instance[]> {
    const call = { endpoint: 'instances.list', method: 'GET', path: 'instances/', read: true } as const;
    const { instances, instances_found } = await this.#transport.call(call, instanceListSchema, options);
    if ((instances_found ?? 0) > instances.length) throw incompleteList();
    return instances;
  }

  /** Follows `next_token` to the end; a page that fails fails the list, because half of it would mislead. */
  async #listPaged(options?: CallOptions): Promise<Instance[]> {
    const byId = new Map<number, Instance>();
    const seen = new Set<string>();
    let token: string | undefined;
    let expected: number;
    do {
      const page = await this.#page(token, options);
      for (const instance of page.instances) byId.set(instance.id, instance);
      expected = page.total_instances ?? page.instances_found ?? 0;
      token = page.next_token?.toString() || undefined;
      if (token !== undefined && (seen.has(token) || seen.size >= maxPages)) throw incompleteList();
      if (token !== undefined) seen.add(token);
    } while (token !== undefined);
    // Only at the end: `instances_found` may be the page's count or that of the whole list, which may have changed.
    if (byId.size < expected) throw incompleteList();
    return [...byId.values()];
  }

  #page(token: string | undefined, options?: CallOptions) {
    const query = { limit: String(pageSize), ...(token === undefined ? {} : { after_token: token }) };
    const call = {
      endpoint: 'instances.list',
      version: 'v1',
      method: 'GET',
      path: 'instances/',
      query,
      read: true,
    } as const;
    return this.#transport.call(call, instancePageSchema, options);
  }

  async #change(id: number, body: object, options?: CallOptions): Promise<void> {
    const call = { endpoint: 'instances.change', method: 'PUT', path: `instances/${id}/`, body } as const;
    await this.#transport.call(call, done, options);
  }
}

function incompleteList(): ApiError {
  const message = l10n.t('The service sent an incomplete list of instances.');
  return new ApiError('invalid_response', message, { status: 200 });
}
