import { type Clock, type Moment, momentOf, since } from '../../clock';
import { type OfferWatch, watchLasts } from '../../domain/offers/offerWatch';

/**
 * How long watches have lasted. They are begun at a time of the wall clock, which may be set back, and last longer than
 * the computer may be awake: the larger of both clocks counts.
 */
export class WatchAges {
  readonly #clock: Clock;
  readonly #seen = new Map<string, { begun: number; age: number; at: Moment }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since it was begun or renewed. */
  of({ id, begun }: OfferWatch): number {
    const byClock = this.#clock.now() - begun;
    const known = this.#seen.get(id);
    if (known?.begun === begun) return Math.max(byClock, known.age + since(this.#clock, known.at));
    const age = Math.min(Math.max(byClock, 0), watchLasts);
    this.#seen.set(id, { begun, age, at: momentOf(this.#clock) });
    return Math.max(byClock, age);
  }

  isOver(watch: OfferWatch): boolean {
    return this.of(watch) >= watchLasts;
  }
}
