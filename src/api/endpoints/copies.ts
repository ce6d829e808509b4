import * as z from 'zod/mini';
import * as l10n from '@vscode/l10n';
import { ApiError } from '../errors';
import { done, id, integer, text } from '../schemas/fields';
import { listWithin, readable } from '../schemas/rows';
import type { CallOptions } from '../http/requests';
import { EndpointGroup } from './endpointGroup';

/** Where the machine of an instance gives out its disk, also while the instance is stopped. */
export interface DiskAddress {
  host: string;
  port: number;
}

/** A path on the disk of an instance, which a copy reads or writes. As with rsync, a folder ending in `/` is what is in it. */
export interface CopyPlace {
  instanceId: number;
  /** Absolute. */
  path: string;
}

const cloudSchema = z.object({ id, name: z.nullish(text), cloud_type: z.nullish(text) });

/** A storage, such as a bucket, that the account has connected in the service's console. */
export type CloudStorage = z.infer<typeof cloudSchema>;

const cloudsSchema = listWithin(cloudSchema, 'cloud_integrations', 'integrations', 'results');

/** The specification doesn't have this call. The side that is the instance has the address; other names are tolerated. */
const answerSchema = z.object({
  src_addr: z.nullish(text),
  src_port: z.nullish(integer),
  addr: z.nullish(text),
  port: z.nullish(integer),
});

/** The service's own copies. All are optional: see `isUnsupported`. */
export class Copies extends EndpointGroup {
  /** Where rsync finds the disk of an instance, to copy from it. @param path absolute, on the instance */
  async diskOf(id: number, path: string, options?: CallOptions): Promise<DiskAddress> {
    const body = { client_id: 'me', src_id: `C.${id}`, dst_id: null, src_path: path, dst_path: '.' };
    const call = { endpoint: 'instances.copy', method: 'PUT', path: 'commands/rsync/', body } as const;
    const answer = await this.transport.call(call, answerSchema, options);
    const host = (answer.src_addr ?? answer.addr ?? '').trim();
    const port = answer.src_port ?? answer.port ?? 0;
    // It becomes an argument of a program.
    if (/^[A-Za-z0-9][A-Za-z0-9.:-]*$/.test(host) && port > 0 && port < 65_536) return { host, port };
    throw new ApiError('invalid_response', l10n.t('The service didn’t say where the disk is.'), {
      status: 200,
    });
  }

  /**
   * Has the service copy files from one instance to another. Sent once; it resolves as soon as the service has taken the
   * request, and how it ends is only told by `status_msg` of the two.
   */
  async copy(from: CopyPlace, to: CopyPlace): Promise<void> {
    const body = {
      client_id: 'me',
      src_id: `C.${from.instanceId}`,
      dst_id: `C.${to.instanceId}`,
      src_path: from.path,
      dst_path: to.path,
    };
    const path = 'commands/copy_direct/';
    const call = { endpoint: 'instances.copy', method: 'PUT', path, body, spends: true } as const;
    await this.transport.call(call, done);
  }

  /** Ends the copies to an instance. What has arrived stays. */
  async cancel(toInstanceId: number): Promise<void> {
    const body = { client_id: 'me', dst_id: `C.${toInstanceId}` };
    const path = 'commands/copy_direct/';
    await this.transport.call({ endpoint: 'instances.copy', method: 'DELETE', path, body }, done);
  }

  /** The storages that the account has connected. */
  async clouds(options?: CallOptions): Promise<CloudStorage[]> {
    const path = 'users/cloud_integrations/';
    const call = { endpoint: 'clouds.list', method: 'GET', path, read: true } as const;
    return readable(await this.transport.call(call, cloudsSchema, options));
  }

  /** Has the service copy files between an instance and a connected storage. Like `copy`, told by the instance's `status_msg`. */
  async copyWithCloud(
    way: 'toCloud' | 'fromCloud',
    { instanceId, path }: CopyPlace,
    cloud: { id: number; path: string },
  ): Promise<void> {
    const isUpload = way === 'toCloud';
    const body = {
      src: isUpload ? path : cloud.path,
      dst: isUpload ? cloud.path : path,
      instance_id: String(instanceId),
      selected: String(cloud.id),
      transfer: isUpload ? 'Instance To Cloud' : 'Cloud To Instance',
      flags: [],
    };
    const call = { endpoint: 'instances.copy', method: 'POST', path: 'commands/rclone/', body } as const;
    await this.transport.call({ ...call, spends: true }, done);
  }

  /** Ends the copies between an instance and storages. */
  async cancelWithCloud(instanceId: number): Promise<void> {
    const call = { endpoint: 'instances.copy', method: 'DELETE', path: 'commands/rclone/' } as const;
    await this.transport.call({ ...call, body: { dst_id: String(instanceId) } }, done);
  }
}
