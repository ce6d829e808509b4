import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { ApiError, type ApiErrorCode } from './errors';

const retries = 2;
const firstPauseMs = 500;
/** A threshold beyond this is better told to the person than waited for. */
const longestPauseMs = 30_000;
/** Waited after a 429 that does not name its threshold. */
const defaultThresholdSeconds = 3;

const passing: ReadonlySet<ApiErrorCode> = new Set(['offline', 'timeout', 'rate_limited', 'server_error']);

export interface RetryOptions {
  /** Multiplies the pauses. */
  scale: number;
  /** 0 to 1, for the jitter. */
  random: () => number;
  signal: AbortSignal | undefined;
}

/** Tries a read again after failures that pass by themselves, with growing, jittered pauses. */
export function retrying<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, scale } = options;
  return pRetry(attempt, {
    retries,
    // The pauses are ours: the service names its own after a 429.
    minTimeout: 0,
    maxTimeout: 0,
    ...(signal ? { signal } : {}),
    shouldRetry: ({ error }) => isWorthWaiting(error),
    // It is called before `shouldRetry`, so also for what is not tried again.
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft === 0 || !isWorthWaiting(error)) return;
      const pause = pauseMs(error, attemptNumber, options.random);
      await sleep(pause * scale, undefined, signal ? { signal } : {});
    },
  });
}

function isWorthWaiting(error: unknown): error is ApiError {
  return error instanceof ApiError && passing.has(error.code) && pauseMs(error, 1, () => 0) <= longestPauseMs;
}

/** Half to one and a half times the doubling pause; after a 429 never less than the threshold. */
function pauseMs(error: ApiError, attemptNumber: number, random: () => number): number {
  if (error.code === 'rate_limited') {
    return (error.thresholdSeconds ?? defaultThresholdSeconds) * 1000 * (1 + random() / 4);
  }
  return firstPauseMs * 2 ** (attemptNumber - 1) * (0.5 + random());
}
