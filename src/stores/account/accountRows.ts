import * as z from 'zod/mini';
import type { FileKind, Said, Wanted } from '../windows/sharedFile';
import { jsonAs } from '../../files/jsonAs';

/** Bytes; no list of ours gets that long. */
const longestFile = 2_000_000;

interface RowsOptions<Row extends z.ZodMiniType> {
  /** The file's name in the account's folder. */
  name: string;
  /** The list's name in the file. */
  field?: string;
  schema: Row;
  /** Tells rows apart. */
  keyOf: (row: z.infer<Row>) => string;
}

/**
 * A file with a list. A row that can't be read is left out, and before such a file is written again it is kept aside.
 * Of what a window couldn't write, the rows count that it has changed.
 */
export function rowsIn<Row extends z.ZodMiniType>({
  name,
  field = 'rows',
  schema,
  keyOf,
}: RowsOptions<Row>): FileKind<readonly z.infer<Row>[]> {
  return {
    name,
    none,
    said: (content) => readRows(content, schema, field),
    text: (rows) => JSON.stringify({ [field]: rows }),
    merged: (rows, wanted) => mergedRows(rows, wanted, keyOf),
    onDamaged: () => undefined,
  };
}

const none: readonly never[] = [];

/** The rows in a file's content, as far as they can be read. */
export function readRows<Row extends z.ZodMiniType>(
  content: Buffer,
  schema: Row,
  field: string,
): Said<readonly z.infer<Row>[]> {
  const fileSchema = z.object({ [field]: z.array(z.unknown()) });
  const said = content.length > longestFile ? undefined : jsonAs(fileSchema, content)?.[field];
  const rows = (said ?? []).flatMap((row) => {
    const read = z.safeParse(schema, row);
    return read.success ? [read.data] : [];
  });
  return { value: rows, isDamaged: rows.length !== said?.length };
}

const byIdSchema = z.record(z.string(), z.unknown());

/** The rows of a file that has them by their instance's id. One that can't be read is left out. */
export function rowsById<Row extends z.ZodMiniType>(
  content: Buffer,
  schema: Row,
): Said<ReadonlyMap<number, z.infer<Row>>> {
  const said = jsonAs(byIdSchema, content);
  const all = Object.entries(said ?? {});
  const rows = all.flatMap(([id, row]) => {
    const read = z.safeParse(schema, row);
    return read.success && /^\d+$/.test(id) ? [[Number(id), read.data] as const] : [];
  });
  return { value: new Map(rows), isDamaged: !said || rows.length < all.length };
}

function mergedRows<Row>(
  rows: readonly Row[],
  wanted: Wanted<readonly Row[]>,
  keyOf: (row: Row) => string,
): readonly Row[] {
  const byKey = (list: readonly Row[]) => new Map(list.map((row) => [keyOf(row), row]));
  const [before, after] = [byKey(wanted.before), byKey(wanted.after)];
  const isOurs = (row: Row): boolean =>
    JSON.stringify(before.get(keyOf(row))) !== JSON.stringify(after.get(keyOf(row)));
  return [...rows.filter((row) => !isOurs(row)), ...wanted.after.filter(isOurs)];
}
