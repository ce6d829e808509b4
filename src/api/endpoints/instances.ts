import type * as z from 'zod/mini';
import * as l10n from '@vscode/l10n';
import { ApiError } from '../errors';
import { LastAnswer } from '../http/lastAnswer';
import { done } from '../schemas/fields';
import { identified } from '../schemas/rows';
import {
  createdInstanceSchema,
  instanceListSchema,
  instanceSchema,
  singleInstanceSchema,
  type Instance,
} from '../schemas/instances/instance';
import type { CallOptions, CreateInstanceRequest, InstanceState } from '../http/requests';
import { EndpointGroup } from './endpointGroup';
import type { PagedInstances } from './pagedInstances';

/** Specification, Instances; what is asked of one that is there already, besides its state, is in `instanceActions.ts`. */
export class Instances extends EndpointGroup {
  /** Set once the service has reported that its list has moved. */
  #listIsPaged = false;
  readonly #lastList = new LastAnswer<z.infer<typeof instanceListSchema>>();
  #paged: PagedInstances | undefined;
  /** The last list, as it was read and as it was returned. */
  #known: { answers: readonly object[]; instances: Instance[] } | undefined;

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
      spends: true,
      timeoutFactor: 2,
    } as const;
    const created = await this.transport.call(call, createdInstanceSchema, options);
    return { instanceId: created.new_contract };
  }

  /**
   * The complete list. A row that can't be read is in it as `unreadable`. The array stays the same while the service's
   * answer does: don't change it.
   */
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
    const { instances } = await this.transport.call(call, singleInstanceSchema, options);
    if (instances) return instances;
    throw new ApiError('not_found', l10n.t('Instance {0} not found.', id), { status: 404 });
  }

  /** Resolves to 'queued' where someone else has the GPU: the service starts the instance once it is free. */
  async setState(id: number, state: InstanceState, options?: CallOptions): Promise<'done' | 'queued'> {
    try {
      await this.#change(id, { state }, options, state === 'running');
      return 'done';
    } catch (error) {
      if (state === 'running' && isQueued(error)) return 'queued';
      throw error;
    }
  }

  async setLabel(id: number, label: string, options?: CallOptions): Promise<void> {
    await this.#change(id, { label }, options);
  }

  async destroy(id: number, options?: CallOptions): Promise<void> {
    const call = { endpoint: 'instances.destroy', method: 'DELETE', path: `instances/${id}/` } as const;
    await this.transport.call(call, done, options);
  }

  async #listWhole(options?: CallOptions): Promise<Instance[]> {
    const call = {
      endpoint: 'instances.list',
      method: 'GET',
      path: 'instances/',
      read: true,
      rows: { name: 'instances', row: instanceSchema },
    } as const;
    const list = await this.transport.call(call, instanceListSchema, options, this.#lastList);
    return this.#knownOr([list], () => {
      const { instances, instances_found } = list;
      if ((instances_found ?? 0) > instances.length) throw incompleteList();
      return identified(instances);
    });
  }

  async #listPaged(options?: CallOptions): Promise<Instance[]> {
    const { PagedInstances } = await import('./pagedInstances');
    const paged = (this.#paged ??= new PagedInstances(this.transport, incompleteList));
    const pages = await paged.pages(options);
    return this.#knownOr(pages, () => paged.joined(pages));
  }

  #knownOr(answers: readonly object[], read: () => Instance[]): Instance[] {
    const before = this.#known?.answers;
    const isSame =
      before?.length === answers.length && answers.every((answer, index) => answer === before[index]);
    if (!this.#known || !isSame) this.#known = { answers, instances: someOf(read()) };
    return this.#known.instances;
  }

  async #change(id: number, body: object, options?: CallOptions, spends = false): Promise<void> {
    const path = `instances/${id}/`;
    const call = { endpoint: 'instances.change', method: 'PUT', path, body, spends } as const;
    await this.transport.call(call, done, options);
  }
}

/** The service reports it as a failure, with status 200. */
function isQueued(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'resources_unavailable') return false;
  return /\bqueued\b/i.test(error.serverMessage ?? '');
}

/** A list where no row has an id is not a list of instances: it would make all known instances look gone. */
function someOf(instances: Instance[]): Instance[] {
  if (instances.length > 0 && instances.every(({ id }) => id < 0)) throw incompleteList();
  return instances;
}

function incompleteList(): ApiError {
  const message = l10n.t('The service sent an incomplete list of instances.');
  return new ApiError('invalid_response', message, { status: 200 });
}
