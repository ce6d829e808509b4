/** Time as the stores see it; tests hand over one of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `milliseconds`; the result cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
