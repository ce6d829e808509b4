import { ApiError, isOutcomeUnknown } from '../api/errors';

/**
 * A failure says what goes on being billed, because the person expected that to end.
 * @param mayBe for a lost answer @param is for a refusal
 */
export function stillBilled(error: unknown, { mayBe, is }: { mayBe: string; is: string }): unknown {
  // What isn't there isn't billed.
  if (!(error instanceof ApiError) || error.code === 'not_found') return error;
  return error.reworded(`${error.message} ${isOutcomeUnknown(error) ? mayBe : is}`);
}
