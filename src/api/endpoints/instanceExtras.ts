import * as z from 'zod/mini';
import * as l10n from '@vscode/l10n';
import { ApiError } from '../errors';
import { done } from '../schemas/fields';
import type { CallOptions } from '../requests';
import type { Transport } from '../transport';

/** The service writes the log elsewhere first, which takes some seconds. */
const logAttempts = 30;
const logPauseMs = 300;

const requestedLogSchema = z.object({ result_url: z.string() });

/** What can be done with an instance beyond the specification. All optional. */
export class InstanceExtras {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async reboot(id: number, options?: CallOptions): Promise<void> {
    const path = `instances/reboot/${id}/`;
    await this.#transport.call(
      { endpoint: 'instances.change', method: 'PUT', path, body: {} },
      done,
      options,
    );
  }

  /** Wipes the container's disk. */
  async recycle(id: number, options?: CallOptions): Promise<void> {
    const path = `instances/recycle/${id}/`;
    await this.#transport.call(
      { endpoint: 'instances.change', method: 'PUT', path, body: {} },
      done,
      options,
    );
  }

  /** @param price dollars per hour */
  async changeBid(id: number, price: number, options?: CallOptions): Promise<void> {
    const path = `instances/bid_price/${id}/`;
    const body = { client_id: 'me', price };
    await this.#transport.call({ endpoint: 'instances.bid', method: 'PUT', path, body }, done, options);
  }

  /**
   * The last lines of an instance's log, as its programs wrote them.
   *
   * @throws ApiError 'timeout' when the log does not appear
   */
  async readLog(id: number, lines: number, options: CallOptions = {}): Promise<string> {
    const path = `instances/request_logs/${id}/`;
    const body = { tail: String(lines) };
    const call = { endpoint: 'instances.logs', method: 'PUT', path, body } as const;
    const { result_url } = await this.#transport.call(call, requestedLogSchema, options);
    for (let attempt = 0; attempt < logAttempts; attempt++) {
      const log = await this.#transport.download(result_url, options);
      if (log !== undefined) return log;
      await this.#transport.pause(logPauseMs, options);
    }
    throw new ApiError('timeout', l10n.t('The log did not appear in time. Try again.'));
  }
}
