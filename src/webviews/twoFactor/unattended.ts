import type { Clock } from '../../stores/clock';

/** Milliseconds after which nobody is there. */
const limit = 5 * 60_000;

/** Calls back once when nothing was heard of a person for five minutes, and again after the next five. */
export class Unattended {
  readonly #clock: Clock;
  readonly #left: () => void;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, left: () => void) {
    this.#clock = clock;
    this.#left = left;
    this.attend();
  }

  /** Someone is there. */
  attend(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(limit, () => {
      this.attend();
      this.#left();
    });
  }

  dispose(): void {
    this.#cancel();
  }
}
