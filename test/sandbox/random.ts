/** A seeded source of chance: the same seed makes the same market, ids and prices. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [low, high]. */
  integer(low: number, high: number): number;
  /** A number in [low, high). */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight; every weight is 0 or more and one is more than 0. */
  pickWeighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** `length` lower-case hexadecimal digits. */
  hex(length: number): string;
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => items[integer(0, items.length - 1)]!;
  return {
    next,
    integer,
    pick,
    between: (low, high) => low + next() * (high - low),
    pickWeighted: (items, weightOf) => {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      return items.find((item) => (left -= weightOf(item)) < 0) ?? items[items.length - 1]!;
    },
    chance: (probability) => next() < probability,
    hex: (length) => Array.from({ length }, () => integer(0, 15).toString(16)).join(''),
  };
}

/** Tommy Ettinger's 32-bit generator: small, fast and good enough for a made-up market. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
