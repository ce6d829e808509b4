import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from '../../files/unlessAborted';
import type { CallOptions } from './requests';

/** The minimum number of seconds between two calls to an endpoint that the service accepts. */
const secondsBetweenCalls = {
  'users.current': 0,
  'users.create': 3,
  'offers.search': 6,
  'instances.list': 1,
  'instances.one': 2,
  'instances.create': 4.5,
  'instances.change': 1,
  'instances.destroy': 3,
  'instances.bid': 5.5,
  'instances.logs': 1,
  'instances.command': 1,
  priceIncreases: 1,
  'instances.copy': 1,
  'clouds.list': 1,
  overlays: 1,
  templates: 3,
  'volumes.list': 5.5,
  'volumes.create': 5.5,
  'volumes.delete': 5.5,
  'volumes.search': 5.5,
  secrets: 1,
  sshKeys: 2,
  apiKeys: 1,
  charges: 1,
  machines: 1,
  twoFactor: 0,
} as const;

export type EndpointName = keyof typeof secondsBetweenCalls;

/**
 * Keeps the distance between calls to each endpoint. It counts from the last answer, because requests that start with
 * that distance can still arrive closer together.
 */
export class Spacing {
  readonly #scale: number;
  /** By endpoint: resolves when the last queued call was answered and the distance is over. Never rejects. */
  readonly #lines = new Map<EndpointName, Promise<unknown>>();

  /** @param scale multiplied with every distance; 0 turns spacing off */
  constructor(scale: number) {
    this.#scale = scale;
  }

  /**
   * Makes the call when its turn comes. A call that is aborted while it waits leaves the queue at once; one in the
   * background stays behind all others.
   */
  async run<T>(
    endpoint: EndpointName,
    call: () => Promise<T>,
    { signal, background }: Pick<CallOptions, 'signal' | 'background'> = {},
  ): Promise<T> {
    const distanceMs = Math.ceil(secondsBetweenCalls[endpoint] * 1000 * this.#scale);
    if (distanceMs === 0) return call();
    if (background) await this.#quiet(endpoint, distanceMs, signal);
    const previous = this.#lines.get(endpoint) ?? Promise.resolve(undefined);
    const turn = Promise.withResolvers<unknown>();
    this.#lines.set(endpoint, turn.promise);
    try {
      await unlessAborted(previous, signal);
    } catch (error) {
      // The next call still waits for the one before this.
      turn.resolve(previous);
      throw error;
    }
    try {
      return await call();
    } finally {
      // An aborted call keeps the distance too: the service may have received it.
      turn.resolve(sleep(distanceMs));
    }
  }

  /** Resolves when no other call waits and none was made for twice the distance: a person may be in the middle of many. */
  async #quiet(endpoint: EndpointName, distanceMs: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const last = this.#lines.get(endpoint);
      if (!last) return;
      await unlessAborted(
        last.then(() => sleep(distanceMs)),
        signal,
      );
      if (this.#lines.get(endpoint) === last) return;
    }
  }
}
