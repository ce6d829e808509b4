import fc from '../unit/support/fastCheck';
import type { Reader } from './reader';
import { readers } from './readers';

/** An input that a reader neither read nor refused, and the seed that finds it again. */
export interface Finding {
  reader: string;
  seed: number;
  input: string;
  error: Error | null;
}

export interface Played {
  /** How many inputs each reader read, and how many it refused with an error of its own. */
  counts: Record<string, { read: number; refused: number }>;
  findings: Finding[];
}

/** Shares mutated inputs out to all readers: a value or one of the reader's own errors must come of each. */
export function play(runs: number, seed?: number, among: Readonly<Record<string, Reader>> = readers): Played {
  const played: Played = { counts: {}, findings: [] };
  const numRuns = Math.ceil(runs / Object.keys(among).length);
  for (const [name, { trials, throws }] of Object.entries(among)) {
    const count = (played.counts[name] = { read: 0, refused: 0 });
    const property = fc.property(trials, ({ read }) => {
      try {
        count[read() === false ? 'refused' : 'read']++;
      } catch (error) {
        if (!throws.some((kind) => error instanceof kind)) throw error;
        count.refused++;
      }
    });
    const result = fc.check(property, { numRuns, ...(seed !== undefined && { seed }) });
    if (!result.failed) continue;
    const input = JSON.stringify(result.counterexample?.[0].input) ?? 'undefined';
    const error = result.errorInstance instanceof Error ? result.errorInstance : null;
    played.findings.push({ reader: name, seed: result.seed, input, error });
  }
  return played;
}
