/** Milliseconds. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A time, in milliseconds since the epoch. */
export type EpochMs = number;

/** The clock that all code uses; tests pass their own. */
export interface Clock {
  now(): EpochMs;
  /** Monotonic milliseconds, for spans within this window. May stop while the computer sleeps. */
  monotonic(): number;
  /** Calls back once after `milliseconds`; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

export const pauseFor = (clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void clock.after(milliseconds, resolve));

/** When something was seen, by both clocks: one may be set back, the other may stop while the computer sleeps. */
export interface Moment {
  readonly now: number;
  readonly monotonic: number;
}

export const momentOf = (clock: Clock): Moment => ({ now: clock.now(), monotonic: clock.monotonic() });

/** Milliseconds since then, the larger value of both clocks. */
export const since = (clock: Clock, { now, monotonic }: Moment): number =>
  Math.max(clock.now() - now, clock.monotonic() - monotonic);

/** The moment that is longest ago; undefined if one of them is unknown, or there is none. */
export function oldest(moments: readonly (Moment | undefined)[], clock: Clock): Moment | undefined {
  if (moments.includes(undefined)) return undefined;
  return moments.reduce(
    (first, one) => (first && one && since(clock, one) > since(clock, first) ? one : first),
    moments[0],
  );
}
