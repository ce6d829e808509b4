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
