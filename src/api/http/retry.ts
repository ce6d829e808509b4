import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type ApiErrorCode } from '../errors';

const retries = 2;
const firstPauseMs = 500;
/** Don't wait for a longer threshold; show the error instead. */
const longestPauseMs = 30_000;
/** The pause after a 429 without a threshold. */
const defaultThresholdSeconds = 3;

const passing: ReadonlySet<ApiErrorCode> = new Set(['offline', 'timeout', 'rate_limited', 'server_error']);

export interface RetryOptions {
  /** `refusal`: only with status 429, which says that the call was not carried out. */
  after: 'any' | 'refusal' | 'none';
  /** Multiplied with every pause. */
  scale: number;
  /** 0 to 1, for the jitter. */
  random: () => number;
  signal: AbortSignal | undefined;
  onRetry?: ((error: unknown) => void) | undefined;
}

/** Retries a call after temporary failures, with growing, jittered pauses. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { after, scale, random, signal, onRetry }: RetryOptions,
): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await attempt();
    } catch (error) {
      if (attemptNumber > retries || !isWorthWaiting(error, after)) throw error;
      onRetry?.(error);
      await sleep(pauseMs(error, attemptNumber, random) * scale, undefined, { signal });
    }
  }
}

function isWorthWaiting(error: unknown, after: RetryOptions['after']): error is ApiError {
  if (!(error instanceof ApiError) || after === 'none' || !passing.has(error.code)) return false;
  if (after === 'refusal' && (error.code !== 'rate_limited' || error.status !== 429)) return false;
  return pauseMs(error, 1, () => 0) <= longestPauseMs;
}

/** Half to one and a half times the doubling pause; after a 429 never less than the threshold. */
function pauseMs(error: ApiError, attemptNumber: number, random: () => number): number {
  if (error.code === 'rate_limited') {
    return (error.thresholdSeconds ?? defaultThresholdSeconds) * 1000 * (1 + random() / 4);
  }
  return firstPauseMs * 2 ** (attemptNumber - 1) * (0.5 + random());
}
