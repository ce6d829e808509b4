import * as z from 'zod/mini';
import * as l10n from '@vscode/l10n';
import { ApiError } from '../errors';
import { done, number, toleratedShape } from '../schemas/fields';
import { type PriceIncrease, priceIncreasesSchema } from '../schemas/instances/priceIncrease';
import { readable } from '../schemas/rows';
import type { CallOptions } from '../http/requests';
import { EndpointGroup } from './endpointGroup';

/** The service first writes a log or an output to another place, which takes a few seconds. */
const resultAttempts = 30;
const resultPauseMs = 300;

/** Whose log of an instance: its container's, or that of its machine's daemon. */
export type LogSource = 'container' | 'daemon';

/** Where a snapshot goes, with the login there. */
export interface SnapshotRequest {
  /** Its host. */
  container_registry: string;
  /** Path and tag within it. */
  personal_repo: string;
  docker_login_user: string;
  docker_login_pass: string;
  /** Whether the container stands still while it is read. */
  pause: boolean;
}

const requestedResultSchema = z.object({ result_url: z.string() });

/** What an instance is to have instead; a member that is missing stays as it is. */
export interface InstanceChange {
  template_hash_id?: string;
  image?: string;
  args?: string;
  /** All variables and port mappings, as at its creation. */
  env?: Record<string, string>;
  onstart?: string;
}

/** What the service grants for money paid ahead. */
export const prepaidSchema = z.object(
  toleratedShape({
    /** Months. */
    timescale: number.check(z.refine((months) => months >= 0)),
    /** 1 is all. */
    discount_rate: number.check(z.refine((share) => share >= 0 && share <= 1)),
  }),
);
export type Prepaid = z.infer<typeof prepaidSchema>;

/** What a person does with an instance that is there. All optional (see `isUnsupported`). */
export class InstanceActions extends EndpointGroup {
  /** Optional. */
  async reboot(id: number): Promise<void> {
    const path = `instances/reboot/${id}/`;
    await this.transport.call({ endpoint: 'instances.change', method: 'PUT', path, body: {} }, done);
  }

  /** Wipes the container's disk. Optional. */
  async recycle(id: number): Promise<void> {
    const path = `instances/recycle/${id}/`;
    await this.transport.call({ endpoint: 'instances.change', method: 'PUT', path, body: {} }, done);
  }

  /** The container is made anew with the changes. Sent once, whatever is lost. Optional. */
  async change(id: number, change: InstanceChange): Promise<void> {
    const path = `instances/update_template/${id}/`;
    const body = { id, ...change };
    const call = { endpoint: 'instances.change', method: 'PUT', path, body, spends: true } as const;
    await this.transport.call(call, done);
  }

  /** Takes credit for an instance that gets cheaper by it. Sent once, whatever is lost. Optional. */
  async prepay(id: number, amount: number): Promise<Prepaid> {
    const path = `instances/prepay/${id}/`;
    const body = { amount };
    const call = { endpoint: 'instances.change', method: 'PUT', path, body, spends: true } as const;
    return this.transport.call(call, prepaidSchema);
  }

  /**
   * Has the service push the container's disk as an image into a registry. Sent once; it resolves as soon as the service
   * has taken the request, and nothing tells how it ends. Optional.
   */
  async takeSnapshot(id: number, { pause, ...snapshot }: SnapshotRequest): Promise<void> {
    const path = `instances/take_snapshot/${id}/`;
    const body = { id, ...snapshot, pause: String(pause) };
    await this.transport.call({ endpoint: 'instances.change', method: 'POST', path, body }, done);
  }

  /** @param price dollars per hour. Optional. */
  async changeBid(id: number, price: number): Promise<void> {
    const path = `instances/bid_price/${id}/`;
    const body = { client_id: 'me', price };
    const call = { endpoint: 'instances.bid', method: 'PUT', path, body, spends: true } as const;
    await this.transport.call(call, done);
  }

  /**
   * The last lines of an instance's log, unchanged. Optional.
   *
   * @param source `daemon`: what the machine's daemon says of the container, also of one that didn't start
   * @throws ApiError 'timeout' when the log does not appear
   */
  async readLog(id: number, lines: number, source: LogSource, options: CallOptions = {}): Promise<string> {
    const path = `instances/request_logs/${id}/`;
    const body = { tail: String(lines), ...(source === 'daemon' ? { daemon_logs: 'true' } : {}) };
    const call = { endpoint: 'instances.logs', method: 'PUT', path, body } as const;
    const { result_url } = await this.transport.call(call, requestedResultSchema, options);
    const log = await this.#result(result_url, options);
    if (log !== undefined) return log;
    throw new ApiError('timeout', l10n.t('The log wasn’t ready in time. Try again.'));
  }

  /**
   * Runs a command and returns what it prints, also on the disk of a stopped instance. Services take few commands then.
   * Optional.
   *
   * @throws ApiError 'timeout' when the output does not appear: the command may have run
   */
  async runCommand(id: number, command: string, options: CallOptions = {}): Promise<string> {
    const path = `instances/command/${id}/`;
    const call = { endpoint: 'instances.command', method: 'PUT', path, body: { command } } as const;
    const { result_url } = await this.transport.call(call, requestedResultSchema, options);
    const output = await this.#result(result_url, options);
    if (output !== undefined) return output;
    throw new ApiError('timeout', l10n.t('The output wasn’t ready in time. The command may have run.'));
  }

  /** Undefined if it does not appear in time. */
  async #result(url: string, options: CallOptions): Promise<string | undefined> {
    for (let attempt = 0; attempt < resultAttempts; attempt++) {
      const result = await this.transport.download(url, options);
      if (result !== undefined) return result;
      await this.transport.pause(resultPauseMs, options);
    }
    return undefined;
  }

  /** Prices of the account's instances that hosts want to raise, and that the renter hasn't answered. Optional. */
  async priceIncreases(options?: CallOptions): Promise<PriceIncrease[]> {
    const path = 'instances/pending-price-increases/';
    const call = { endpoint: 'priceIncreases', method: 'GET', path, read: true } as const;
    return readable(await this.transport.call(call, priceIncreasesSchema, options));
  }

  /** Sent once: whatever is lost, the price may have changed. Optional. */
  async answerPriceIncrease(id: number, answer: 'accept' | 'reject'): Promise<void> {
    const path = `instances/${answer}-price-increase/`;
    const body = { pending_price_increase_id: id };
    const call = { endpoint: 'priceIncreases', method: 'PUT', path, body, spends: true } as const;
    await this.transport.call(call, done);
  }
}
