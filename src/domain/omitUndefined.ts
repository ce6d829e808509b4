/**
 * The members that have a value. A member that is `undefined` would count as set, or overwrite another one in a spread.
 */
export function omitUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // For thousands of rows in a row, a loop is several times as fast as entries.
  const kept: Partial<T> = {};
  for (const key of Object.keys(values) as (keyof T)[])
    if (values[key] !== undefined) kept[key] = values[key];
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> };
}
