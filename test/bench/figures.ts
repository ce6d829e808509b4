/** Milliseconds of the fastest of many runs. */
export function best(work: () => unknown): number {
  return Math.min(...Array.from({ length: 30 }, () => timed(work)));
}

/** How many times longer something takes than a yardstick: the median of rounds in which both had their turn. */
export function beside(work: () => unknown, yardstick: () => unknown, rounds = 15): number {
  for (const one of [work, yardstick]) one();
  return median(Array.from({ length: rounds }, () => timed(work) / timed(yardstick)));
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** How many times longer than alone something takes at the moment, because of this computer's other work. */
export function crowding(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  let milliseconds = 0;
  while (milliseconds < 300) {
    const { user, system } = process.cpuUsage(used);
    milliseconds = (user + system) / 1000;
  }
  return (performance.now() - began) / milliseconds;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export const ratio = (a: number, b: number): string => (a / b).toFixed(2);

/** All figures of this run, by what they are of. */
export const figures = new Map<string, number>();

/** Prints one figure on a line of its own. */
export function say(what: string, figure: number | string): void {
  figures.set(what, Number(figure));
  console.log(`${what.padEnd(88)} ${String(figure).padStart(10)}`);
}
