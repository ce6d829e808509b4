import { type Clock, systemClock } from '../../../src/clock';

/** Milliseconds between two polls: an odd number, by which the timer of the poll is known among others. */
export const pollMilliseconds = 12_347;

const limitMilliseconds = 20_000;

/** A clock on which the next poll is due when it is asked for. Other timers run as usual. */
export class PollClock implements Clock {
  #skew = 0;
  #due: (() => void) | undefined;
  #armed: (() => void) | undefined;

  now = (): number => systemClock.now() + this.#skew;
  monotonic = (): number => systemClock.monotonic() + this.#skew;

  after = (milliseconds: number, callback: () => void): (() => void) => {
    if (milliseconds !== pollMilliseconds && milliseconds !== 0)
      return systemClock.after(milliseconds, callback);
    this.#due = callback;
    this.#armed?.();
    return () => {
      if (this.#due === callback) this.#due = undefined;
    };
  };

  /** Makes the next poll; resolves when it has ended and the one after it is planned. */
  async poll(): Promise<void> {
    const due = this.#due;
    if (!due) throw new Error('No poll is planned.');
    this.#due = undefined;
    this.#skew += pollMilliseconds;
    const ended = new Promise<void>((resolve) => (this.#armed = resolve));
    due();
    // Cleared at once: what waits longer would count as memory that polls leave.
    let limit: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      limit = setTimeout(
        () => reject(new Error('The poll did not end, or no other follows it.')),
        limitMilliseconds,
      );
    });
    await Promise.race([ended, tooLong]).finally(() => clearTimeout(limit));
  }
}
