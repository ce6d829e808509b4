/** How a copy by the service goes on, as far as its words tell. */
export type CopyState = 'going' | 'done' | 'failed' | 'cancelled';

/** An instance says other things in the same place, also that it has started with success. */
const aboutCopies = /\b(cop(y|ying|ied)|rsync|rclone|transfer(ring|red)?|sync(ing|ed)?)\b/i;

/** The first that fits counts: the text of a failure may have the words of an end. */
const words: readonly (readonly [CopyState, RegExp])[] = [
  ['failed', /\b(fail(ed|ure)?|error|denied|refused|no such|not exist|invalid|unable)\b/i],
  ['cancelled', /\b(cancel(l?ed)?|aborted)\b/i],
  ['done', /\b(finished|completed?|success(ful(ly)?)?|done)\b/i],
];

/**
 * Undefined where the text tells nothing of a copy. No specification has these texts.
 *
 * @param message an instance's `status_msg`
 */
export function copyStateOf(message: string): CopyState | undefined {
  if (!aboutCopies.test(message)) return undefined;
  return words.find(([, pattern]) => pattern.test(message))?.[0] ?? 'going';
}
