import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';

/** The least number of seconds between two calls of an endpoint that the service accepts. */
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
  templates: 3,
  volumes: 5.5,
  'volumes.search': 5.5,
  sshKeys: 2,
  apiKeys: 1,
  charges: 1,
  machines: 1,
  twoFactor: 0,
} as const;

export type EndpointName = keyof typeof secondsBetweenCalls;

/**
 * Keeps the distance between the calls of each endpoint: the next one starts that long after the last one was
 * answered, because requests that start at a distance can still arrive closer together.
 */
export class Spacing {
  readonly #scale: number;
  readonly #queues = new Map<EndpointName, PQueue>();

  /** @param scale multiplies the distances; 0 switches spacing off. */
  constructor(scale: number) {
    this.#scale = scale;
  }

  /** Makes the call when its turn has come; a call that is aborted while it waits leaves the line. */
  run<T>(endpoint: EndpointName, call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const distanceMs = Math.ceil(secondsBetweenCalls[endpoint] * 1000 * this.#scale);
    if (distanceMs === 0) return call();
    // The queue would give an aborted call's turn away at once; ours keeps it until the distance is over.
    const waiting = new AbortController();
    const leave = (): void => waiting.abort(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    return new Promise((resolve, reject) => {
      const turn = async (): Promise<void> => {
        signal?.removeEventListener('abort', leave);
        const answered = call();
        answered.then(resolve, reject);
        await Promise.allSettled([answered]);
        await sleep(distanceMs);
      };
      this.#queueOf(endpoint).add(turn, { signal: waiting.signal }).catch(reject);
    });
  }

  #queueOf(endpoint: EndpointName): PQueue {
    const queue = this.#queues.get(endpoint) ?? new PQueue({ concurrency: 1 });
    this.#queues.set(endpoint, queue);
    return queue;
  }
}
