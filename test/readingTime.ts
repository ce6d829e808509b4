let read = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + read;

/** Whoever answers a dialog has read it first: an answer at once is not taken. Sets the monotonic clock forward. */
export function readForAWhile(): void {
  read += 2000;
}
