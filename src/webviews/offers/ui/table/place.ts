import { rowHeight } from './rowLayout';

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

/** In CSS pixels, as all of these. */
export const titleHeight = 38;
/** What stands before the first column: a row's own buttons. */
export const wideLead = 58;
export const narrowLead = 40;
const chooserWidth = 26;
/** In a narrower table a row has fewer buttons, and only the first column stays. */
export const narrow = 560;

/** A column as it is placed. */
export interface Placed {
  column: { id: string };
  width: number;
  stays: boolean;
}

/** Gives every row its columns. What is left over at the right belongs to none. */
export function setWidths({ style }: HTMLElement, lead: number, placed: readonly Placed[]): void {
  const total = placed.reduce((sum, { width }) => sum + width, lead + chooserWidth);
  style.setProperty('--lead', `${lead}px`);
  style.setProperty('--total', `${total}px`);
  const columns = [lead, ...placed.map(({ width }) => width)].map((width) => `${width}px`).join(' ');
  style.setProperty('--columns', `${columns} minmax(${chooserWidth}px, 1fr)`);
  placed.forEach(({ column, stays }, at) => {
    if (stays) style.setProperty(`--${column.id}`, `${lead + stayingWidth(placed, at)}px`);
  });
}

/** Of the columns that stay before this one. */
const stayingWidth = (placed: readonly Placed[], at: number): number =>
  placed.slice(0, at).reduce((sum, { width, stays }) => (stays ? sum + width : sum), 0);

/** `covered` is what hides rows at the top; undefined where the row is itself above that. */
interface Shape {
  columns: readonly Placed[];
  lead: number;
  covered: number | undefined;
}

/** Scrolls no further than it takes to show a place; one in the header needs no scrolling up or down. */
export function scrollTo(grid: HTMLElement, { row, column }: Place, { columns, lead, covered }: Shape): void {
  if (row >= 0 && covered !== undefined) {
    // The titles are above the first row, and stay.
    const top = row * rowHeight + titleHeight;
    if (top < grid.scrollTop + covered) grid.scrollTop = top - covered;
    else if (top + rowHeight > grid.scrollTop + grid.clientHeight)
      grid.scrollTop = top + rowHeight - grid.clientHeight;
  }
  const placed = columns[column];
  if (!placed) return;
  const left = columns.slice(0, column).reduce((sum, { width }) => sum + width, lead);
  const hidden = lead + stayingWidth(columns, column);
  if (!placed.stays && left < grid.scrollLeft + hidden) grid.scrollLeft = left - hidden;
  else if (left + placed.width > grid.scrollLeft + grid.clientWidth)
    grid.scrollLeft = left + placed.width - grid.clientWidth;
}
