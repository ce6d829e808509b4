import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Instance, instanceSchema } from '../api/schemas/instance';
import type { AccountFiles } from './accountFiles';
import { readJson, writeJson } from './jsonFile';

/** An account's last complete list of instances, shared between windows. */
export interface Snapshot {
  /** Milliseconds since the epoch at which the request for it began. */
  at: number;
  instances: Instance[];
}

/**
 * The fields that are written to disk. Only what the tree, the costs and the ssh entries need: tokens,
 * environment variables and start scripts may hold secrets and stay in memory.
 */
const sharedFields = [
  'id',
  'label',
  'actual_status',
  'cur_state',
  'intended_status',
  'status_msg',
  'is_bid',
  'image_uuid',
  'image_runtype',
  'ssh_host',
  'ssh_port',
  'public_ipaddr',
  'ports',
  'gpu_name',
  'num_gpus',
  'gpu_ram',
  'machine_id',
  'geolocation',
  'disk_space',
  'inet_up',
  'inet_down',
  'dph_total',
  'storage_total_cost',
  'search',
  'instance',
  'start_date',
] as const satisfies readonly (keyof Instance)[];

const snapshotSchema = z.object({ at: z.number(), instances: z.array(instanceSchema) });

/** The last lists of all accounts. */
export class SnapshotFiles {
  readonly #accounts: AccountFiles;

  constructor(accounts: AccountFiles) {
    this.#accounts = accounts;
  }

  /** Undefined before the first list. Rejects where there is one that cannot be read: that is not an empty list. */
  async read(accountId: string): Promise<Snapshot | undefined> {
    const content = await readJson(this.#file(accountId));
    return content === undefined ? undefined : snapshotSchema.parse(content);
  }

  async write(accountId: string, { at, instances }: Snapshot): Promise<void> {
    await writeJson(this.#file(accountId), { at, instances: instances.map(sharedPart) });
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'instances.json');
  }
}

/** An instance without the fields that may hold secrets. */
export function sharedPart(instance: Instance): Instance {
  const kept = Object.fromEntries(sharedFields.map((field) => [field, instance[field]]));
  return { ...kept, id: instance.id };
}
