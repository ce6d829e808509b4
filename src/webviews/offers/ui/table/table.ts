import type { Place } from './place';
import type { TableData } from './tableData';
import type { TableProperties } from './tableProperties';

/** The table as its keyboard, its mouse and its actions know it. */
export interface Table extends TableProperties {
  /** What is shown. */
  readonly data: TableData;
  /** Where the keyboard is. */
  readonly place: Place;
  readonly grid: HTMLElement;
  readonly tableSize: { rows: number; columns: number; page: number };
  /** The keyboard goes to a place, which is scrolled to; a row is selected with it. */
  goTo(place: Place): void;
  /** @param widths in CSS pixels, as they are while an edge is dragged */
  drawWidths(widths: readonly number[]): void;
}
