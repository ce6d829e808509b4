import { say } from './commandLine';

const closingLimitMs = 60_000;

/** Rejects when this process is asked to end, so that whoever waits can put things away. */
export function interruption(): Promise<never> {
  const asked = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      // It may come twice: npm passes on the Ctrl+C that the terminal has sent to all.
      process.on(signal, () => reject(new Interrupted(signal)));
  });
  asked.catch(() => undefined);
  return asked;
}

export class Interrupted extends Error {
  constructor(signal: string) {
    super(`Interrupted by ${signal}.`);
  }
}

/** Ends one thing after the other, each within a limit, so that nothing that hangs keeps the rest from ending. */
export async function closeAll(
  things: readonly [name: string, close: () => Promise<unknown>][],
): Promise<void> {
  for (const [name, close] of things) {
    // The timer also keeps this process alive while nothing else of it does.
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, closingLimitMs, 'it took too long');
    });
    const closed = close().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    const problem = await Promise.race([closed, tooLong]);
    clearTimeout(timer);
    if (problem) say(`${name} could not be ended: ${problem}`);
  }
}
