import type { Clock } from './clock';

export type PollResult = 'done' | 'failed' | 'elsewhere';

export interface PollerOptions {
  clock: Clock;
  /** Fetches once and tells how it went; `elsewhere` when another window is at it right now. Never rejects. */
  poll: () => Promise<PollResult>;
  /** Milliseconds until the next poll, asked anew each time; undefined while nobody needs one. */
  interval: () => number | undefined;
}

/** Delays of the quick polls after an action, in milliseconds: most actions show within seconds. */
const burstDelays = [1000, 2000, 4000];
const longestBackoff = 5 * 60_000;
/** Milliseconds after which the answer that another window waits for should be there. */
const lookAgain = 500;

/**
 * Decides when to poll. The timer is armed anew after each answer, so slow answers never pile up; failures
 * double the delay up to five minutes, and the first success ends that.
 */
export class Poller {
  readonly #options: PollerOptions;
  #cancelTimer: (() => void) | undefined;
  #failures = 0;
  #burst: number[] = [];
  #polling = false;
  #wokenNow = false;
  #disposed = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Looks again at `interval`: call it when a view was shown or something became pending. */
  wake(options: { now?: boolean } = {}): void {
    if (this.#disposed) return;
    if (this.#polling) this.#wokenNow ||= options.now === true;
    else this.#arm(options.now ? 0 : undefined);
  }

  /** A few quick polls, because something was just changed. */
  burst(): void {
    this.#burst = [...burstDelays];
    this.wake();
  }

  /** A fetch outside the timer worked: what failed before does not slow the next polls down. */
  succeeded(): void {
    this.#failures = 0;
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelTimer?.();
  }

  #arm(delay = this.#delay()): void {
    this.#cancelTimer?.();
    this.#cancelTimer =
      delay === undefined ? undefined : this.#options.clock.after(delay, () => void this.#tick());
  }

  #delay(): number | undefined {
    const [quick] = this.#burst;
    if (quick !== undefined) return quick;
    const interval = this.#options.interval();
    if (interval === undefined) return undefined;
    return Math.min(interval * 2 ** this.#failures, Math.max(longestBackoff, interval));
  }

  async #tick(): Promise<void> {
    this.#burst.shift();
    this.#polling = true;
    const result = await this.#options.poll();
    this.#polling = false;
    if (result !== 'elsewhere') this.#failures = result === 'done' ? 0 : this.#failures + 1;
    const again = this.#wokenNow;
    this.#wokenNow = false;
    if (!this.#disposed) this.#arm(again ? 0 : result === 'elsewhere' ? lookAgain : undefined);
  }
}
