import type { Clock } from '../../clock';

/** Milliseconds between two drawings, however often something changes. */
const least = 3000;

export interface RedrawingOptions {
  clock: Clock;
  draw: () => void;
  /** After how many milliseconds the figures are other ones though nothing has happened. */
  lasts: () => number;
}

/** Draws what changes all the time: not too often, and only while it is seen. */
export class Redrawing {
  readonly #options: RedrawingOptions;
  #isSeen = true;
  #isEnded = false;
  #drawn: number | undefined;
  #cancel: () => void = () => undefined;

  constructor(options: RedrawingOptions) {
    this.#options = options;
  }

  /** Something has changed. */
  changed(): void {
    if (!this.#isSeen || this.#isEnded) return;
    const age = this.#options.clock.monotonic() - (this.#drawn ?? -Infinity);
    if (age >= least) this.now();
    else this.#after(least - age);
  }

  /** A person wants to see something else. */
  now(): void {
    if (!this.#isSeen || this.#isEnded) return;
    this.#drawn = this.#options.clock.monotonic();
    this.#options.draw();
    this.#after(this.#options.lasts());
  }

  /** While it is hidden, nothing is drawn; then all that has changed is. */
  setSeen(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    if (isSeen) this.now();
    else this.#cancel();
  }

  dispose(): void {
    this.#isEnded = true;
    this.#cancel();
  }

  #after(milliseconds: number): void {
    this.#cancel();
    this.#cancel = this.#options.clock.after(milliseconds, () => this.now());
  }
}
