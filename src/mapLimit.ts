/**
 * Does this with each, so many at a time, and resolves to the results in the same order. Rejects once one fails; none is
 * begun after that.
 */
export async function mapLimit<Item, Result>(
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
