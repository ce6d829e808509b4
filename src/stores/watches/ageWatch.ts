import type { Clock } from '../../clock';

/** At first sight, the wall clock is trusted for ages above this, because no clock is off that far by accident. */
const believed = 3 * 3_600_000;

/**
 * How long ago something happened in another window, or in this one before it was reloaded. Uses the wall clock once,
 * when it first sees a time, and only if that is plausible. After that, uses the monotonic clock.
 */
export class AgeWatch {
  readonly #clock: Clock;
  readonly #seen = new Map<string, { age: number; since: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since `at` (wall clock), for something that matters for `limit` milliseconds. */
  age(name: string, at: number, limit: number): number {
    const now = this.#clock.monotonic();
    const seen = this.#seen.get(name);
    if (seen) return seen.age + now - seen.since;
    const byClock = this.#clock.now() - at;
    if (byClock > believed) return byClock;
    const age = byClock >= 0 && byClock <= limit ? byClock : 0;
    this.#seen.set(name, { age, since: now });
    return age;
  }
}
