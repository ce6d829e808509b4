import type { Clock } from '../../clock';

export type PollResult = 'done' | 'failed' | 'elsewhere';

export interface PollerOptions {
  clock: Clock;
  /** Fetches once and returns the outcome; `elsewhere` if another window is fetching right now. Never rejects. */
  poll: () => Promise<PollResult>;
  /** Milliseconds until the next poll, called each time; undefined if none is needed. */
  interval: () => number | undefined;
}

/** Delays of the quick polls after an action, in milliseconds: most actions show within seconds. */
const burstDelays = [1000, 2000, 4000];
const longestBackoff = 5 * 60_000;
/** After how many milliseconds another window's answer should have arrived. */
const lookAgain = 500;

/**
 * Decides when to poll. The timer starts again after each answer, so slow answers never pile up. Failures double the
 * delay up to five minutes, until the first success.
 */
export class Poller {
  readonly #options: PollerOptions;
  #cancelTimer: (() => void) | undefined;
  #failures = 0;
  #burst: number[] = [];
  #polling = false;
  #wokenNow = false;
  /** The timer is set for a promised poll: only an earlier one may replace it. */
  #promised = false;
  #disposed = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Reads `interval` again: call it when a view was shown or something became pending. */
  wake(options: { now?: boolean } = {}): void {
    if (this.#disposed) return;
    if (this.#polling) this.#wokenNow ||= options.now === true;
    else if (options.now) this.#arm(0);
    else if (!this.#promised) this.#arm();
  }

  /** A few quick polls after a change. */
  burst(): void {
    this.#burst = [...burstDelays];
    this.wake();
  }

  /** A fetch outside the timer worked, so earlier failures don't slow down the next polls. */
  succeeded(): void {
    this.#failures = 0;
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelTimer?.();
  }

  #arm(promised?: number): void {
    const delay = promised ?? this.#delay();
    this.#promised = promised !== undefined;
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
    if (!this.#promised) this.#burst.shift();
    this.#promised = false;
    this.#polling = true;
    const result = await this.#options.poll();
    this.#polling = false;
    if (result !== 'elsewhere') this.#failures = result === 'done' ? 0 : this.#failures + 1;
    const again = this.#wokenNow;
    this.#wokenNow = false;
    if (!this.#disposed) this.#arm(again ? 0 : result === 'elsewhere' ? lookAgain : undefined);
  }
}
