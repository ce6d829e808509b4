import * as z from 'zod/mini';
import * as l10n from '@vscode/l10n';
import { ApiError } from '../errors';
import { integer, text } from '../schemas/fields';
import type { CallOptions } from '../http/requests';
import type { Transport } from '../http/transport';

/** Where the machine of an instance gives out its disk, also while the instance is stopped. */
export interface DiskAddress {
  host: string;
  port: number;
}

/** The specification doesn't have this call. The side that is the instance has the address; other names are tolerated. */
const answerSchema = z.object({
  src_addr: z.nullish(text),
  src_port: z.nullish(integer),
  addr: z.nullish(text),
  port: z.nullish(integer),
});

/** The service's own copies. All are optional: see `isUnsupported`. */
export class Copies {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Where rsync finds the disk of an instance, to copy from it. @param path absolute, on the instance */
  async diskOf(id: number, path: string, options?: CallOptions): Promise<DiskAddress> {
    const body = { client_id: 'me', src_id: `C.${id}`, dst_id: null, src_path: path, dst_path: '.' };
    const call = { endpoint: 'instances.copy', method: 'PUT', path: 'commands/rsync/', body } as const;
    const answer = await this.#transport.call(call, answerSchema, options);
    const host = (answer.src_addr ?? answer.addr ?? '').trim();
    const port = answer.src_port ?? answer.port ?? 0;
    // It becomes an argument of a program.
    if (/^[A-Za-z0-9][A-Za-z0-9.:-]*$/.test(host) && port > 0 && port < 65_536) return { host, port };
    throw new ApiError('invalid_response', l10n.t('The service didn’t say where the disk is.'), {
      status: 200,
    });
  }
}
