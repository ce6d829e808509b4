interface Row {
  id: number;
  unreadable?: true | undefined;
}

/**
 * A complete list where rows that can't be read keep their earlier fields, so that their ssh entry and price stay. If a
 * row doesn't even have an id, it may be any of the missing instances, so those stay too.
 */
export function withLastKnown<T extends Row>(listed: readonly T[], before: readonly T[]): T[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const ids = new Set(listed.map(({ id }) => id));
  const perhapsListed = listed.some(({ id }) => id < 0)
    ? before.filter(({ id }) => id >= 0 && !ids.has(id))
    : [];
  return [
    ...listed.map((row) => (row.unreadable ? { ...known.get(row.id), ...row } : row)),
    ...perhapsListed.map((row) => ({ ...row, unreadable: true as const })),
  ];
}
