import type { Clock } from './clock';

/** Asks with a signal that is aborted after some milliseconds, or with `signal`. */
export async function inTime<T>(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const cancel = clock.after(milliseconds, () => late.abort());
  try {
    return await ask(AbortSignal.any([signal, late.signal]));
  } finally {
    cancel();
  }
}
