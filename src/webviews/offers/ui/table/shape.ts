import type { Place } from './place';
import { rowHeight } from './rowLayout';

/** In CSS pixels, as all of these. */
export const titleHeight = 26;
/** What stands before the first column: a row's own buttons. */
export const wideLead = 64;
export const narrowLead = 46;
const chooserWidth = 30;
/** In a narrower table a row has fewer buttons. */
export const narrow = 560;

/** Gives every row its columns. What is left over at the right belongs to none. */
export function setWidths({ style }: HTMLElement, lead: number, widths: readonly number[]): void {
  const total = widths.reduce((sum, width) => sum + width, lead + chooserWidth);
  style.setProperty('--lead', `${lead}px`);
  style.setProperty('--total', `${total}px`);
  const columns = [lead, ...widths].map((width) => `${width}px`).join(' ');
  style.setProperty('--columns', `${columns} minmax(${chooserWidth}px, 1fr)`);
}

/** `covered` is what hides rows at the top; undefined where the row is itself above that. */
interface Shape {
  columns: readonly number[];
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
  const [first = 0] = columns;
  // The first column stays.
  if (column <= 0) return;
  const left = columns.slice(0, column).reduce((sum, width) => sum + width, lead);
  const right = left + (columns[column] ?? 0);
  if (left < grid.scrollLeft + lead + first) grid.scrollLeft = left - lead - first;
  else if (right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = right - grid.clientWidth;
}
