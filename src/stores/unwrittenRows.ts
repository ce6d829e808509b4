/**
 * What this window wants in the rows of files that it could not write, by account. It is added to what the files say,
 * so that nothing is lost of what other windows have written since.
 */
export class UnwrittenRows<Row> {
  readonly #keyOf: (row: Row) => string;
  readonly #wanted = new Map<string, { before: readonly Row[]; after: readonly Row[] }>();

  /** @param keyOf tells the rows of a file apart */
  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf;
  }

  /**
   * The rows of a file as this window wants them. The same array as before while the rows are the same array.
   * @param rows undefined if the file can't be read now
   */
  on(accountId: string, rows: readonly Row[] | undefined): readonly Row[] {
    const wanted = this.#wanted.get(accountId);
    if (!wanted) return rows ?? none;
    if (!rows || wanted.before === rows) return wanted.after;
    const after = this.#merged(rows, wanted);
    this.keep(accountId, rows, after);
    return after;
  }

  /**
   * The file could not be written. @param before what it says; undefined if it can't be read now @param after what this
   * window wants it to say
   */
  keep(accountId: string, before: readonly Row[] | undefined, after: readonly Row[]): void {
    this.#wanted.set(accountId, { before: before ?? this.#wanted.get(accountId)?.before ?? none, after });
  }

  /** The file has it now. */
  forget(accountId: string): void {
    this.#wanted.delete(accountId);
  }

  #merged(rows: readonly Row[], wanted: { before: readonly Row[]; after: readonly Row[] }): readonly Row[] {
    const byKey = (list: readonly Row[]) => new Map(list.map((row) => [this.#keyOf(row), row]));
    const [before, after] = [byKey(wanted.before), byKey(wanted.after)];
    const isOurs = (row: Row): boolean => {
      const key = this.#keyOf(row);
      return JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key));
    };
    return [...rows.filter((row) => !isOurs(row)), ...wanted.after.filter(isOurs)];
  }
}

const none: readonly never[] = [];
