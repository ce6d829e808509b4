import { type Clock, type Moment, momentOf, since, type EpochMs } from '../../clock';
import {
  betweenSearches,
  type OfferWatch,
  untilLook,
  untilSearch,
  watchLasts,
} from '../../domain/offers/offerWatch';

/** Decides which watch is searched for next, and when. */
export class WatchTurns {
  readonly #clock: Clock;
  /** Watches that a person wants to be looked at, and since when. */
  readonly #wanted = new Map<string, EpochMs>();
  /** The last search of this window: it counts also when the clock is set. */
  #searched: Moment | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A person wants it to be looked at before its time. */
  want(id: string): void {
    this.#wanted.set(id, this.#clock.now());
  }

  /** What to search for now. @param running watches of all accounts that haven't ended */
  next<T extends { watch: OfferWatch }>(running: readonly T[]): T | undefined {
    const wanted = running.find(({ watch }) => this.#isWanted(watch));
    if (wanted || this.#untilSearch(running) > 0) return wanted;
    const now = this.#clock.now();
    const due = running.filter(({ watch }) => untilLook(watch, now) === 0);
    return due.sort((a, b) => (a.watch.tried ?? 0) - (b.watch.tried ?? 0))[0];
  }

  /** Milliseconds until the next search; undefined without any watch. */
  wait(running: readonly { watch: OfferWatch }[]): number | undefined {
    const now = this.#clock.now();
    const waits = running.map(({ watch }) => Math.max(untilLook(watch, now), this.#untilSearch(running)));
    return waits.length > 0 ? Math.min(...waits) : undefined;
  }

  searched(id: string): void {
    this.#wanted.delete(id);
    this.#searched = momentOf(this.#clock);
  }

  /** Another window may have looked since. */
  #isWanted({ id, tried = -Infinity }: OfferWatch): boolean {
    const at = this.#wanted.get(id);
    return at !== undefined && tried < at;
  }

  #untilSearch(running: readonly { watch: OfferWatch }[]): number {
    const own = this.#searched ? betweenSearches - since(this.#clock, this.#searched) : 0;
    const watches = running.map(({ watch }) => watch);
    return Math.max(own, untilSearch(watches, this.#clock.now()));
  }
}

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
