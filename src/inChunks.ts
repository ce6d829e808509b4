/** How many rows of a long list are looked at before others get a turn. */
const rowsAtOnce = 1000;

/** The rows of a long list, with a turn for all else that waits now and then. */
export async function* chunksOf<Row>(rows: Iterable<Row>): AsyncGenerator<Row[]> {
  let some: Row[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < rowsAtOnce) continue;
    yield some;
    some = [];
    await new Promise(setImmediate);
  }
  yield some;
}

/** Does work of some length, with a turn for all else that waits after each of its parts. Rejects where the work throws. */
export async function inChunks<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
    await new Promise(setImmediate);
  }
}

/**
 * Does this with each, so many at a time, and resolves to the results in the same order. Rejects once one fails; none is
 * begun after that.
 */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // A failure in the loop ends it for all that share it.
  const next = (function* () {
    yield* items.entries();
  })();
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of next) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeTurns));
  return results;
}
