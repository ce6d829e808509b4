import type { Clock } from '../../clock';

/** After how many milliseconds the person counts as away. */
const limit = 5 * 60_000;

/** Calls back when a person was away for five minutes, and again after every five more. */
export class Unattended {
  readonly #clock: Clock;
  readonly #left: () => void;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, left: () => void) {
    this.#clock = clock;
    this.#left = left;
    this.attend();
  }

  /** The person is there. */
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
