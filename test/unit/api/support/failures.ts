import { expect } from 'vitest';
import { ApiError } from '../../../../src/api/errors';

/** The ApiError a call rejects with; anything else fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof ApiError) return outcome.error;
  return expect.fail(`expected an ApiError, got ${JSON.stringify(outcome)}`);
}
