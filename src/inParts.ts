/** Does work of some length, with a turn for all else that waits after each of its parts. Rejects where the work throws. */
export async function inParts<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
    await new Promise(setImmediate);
  }
}
