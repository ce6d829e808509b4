import { createRandom, type Random } from '../sandbox/random';

/** What is drawn for one run. Each concern draws from a stream of its own, so that one more draw changes no other. */
export type Stream = 'person' | 'faults' | 'wire' | 'machine';

export function drawsOf(seed: number, stream: Stream): Random {
  const streams: readonly Stream[] = ['person', 'faults', 'wire', 'machine'];
  const random = createRandom(seed * 7919 + streams.indexOf(stream) * 104_729);
  // Seeds that lie close together begin alike.
  for (let skipped = 0; skipped < 8; skipped += 1) random.next();
  return random;
}
