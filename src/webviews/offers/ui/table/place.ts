/** Where the keyboard is in the table. */
export interface Place {
  /** -1 is the header. */
  row: number;
  /** -1 is the row as a whole. */
  column: number;
}

export interface TableSize {
  rows: number;
  columns: number;
  /** Rows that are seen at once. */
  page: number;
}

/**
 * Where a key leads; undefined for a key that moves nothing. At the edges the place stays.
 *
 * @param isFar with Ctrl or Command, which counts only with Home and End
 */
export function movedPlace(place: Place, key: string, size: TableSize, isFar: boolean): Place | undefined {
  const next = isFar ? farPlace(key, size) : stepFrom(place, key, size);
  return next && within(next, size);
}

function farPlace(key: string, { rows }: TableSize): Place | undefined {
  if (key !== 'Home' && key !== 'End') return undefined;
  return { row: key === 'Home' ? 0 : Math.max(rows - 1, 0), column: -1 };
}

function stepFrom(
  { row, column }: Place,
  key: string,
  { rows, columns, page }: TableSize,
): Place | undefined {
  const isHeader = row < 0;
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: isHeader ? row : Math.max(0, row - page), column };
    case 'PageDown':
      return { row: row + page, column };
    case 'Home':
      return isHeader ? { row, column: 0 } : { row: 0, column };
    case 'End':
      return isHeader ? { row, column: columns - 1 } : { row: Math.max(rows - 1, 0), column };
    default:
      return undefined;
  }
}

/** The nearest place that is there. The header has no place for all of it; an empty table keeps one for a first row. */
export function within({ row, column }: Place, { rows, columns }: TableSize): Place {
  const inRow = Math.min(Math.max(row, -1), Math.max(rows - 1, 0));
  return { row: inRow, column: Math.min(Math.max(column, inRow < 0 ? 0 : -1), columns - 1) };
}
