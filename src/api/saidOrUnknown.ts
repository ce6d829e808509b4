import { isOutcomeUnknown, outcomeUnknown } from './errors';

/** What a call that is never repeated resolves to. @param words for a lost answer: what may be so, and what to look at */
export async function saidOrUnknown<T>(sending: Promise<T>, words: string): Promise<T> {
  try {
    return await sending;
  } catch (error) {
    throw isOutcomeUnknown(error) ? outcomeUnknown(words, error) : error;
  }
}
