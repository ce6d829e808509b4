/** Whether two values read from JSON are equal. Their members must have the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** `after`, reusing the unchanged rows of `before`; `before` itself if nothing has changed. */
export function keepSame<T extends { id: number }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const kept = after.map((row) => {
    const old = known.get(row.id);
    return old && isSame(old, row) ? old : row;
  });
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept;
}
