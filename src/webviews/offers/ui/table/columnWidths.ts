import type { Column } from '../../../../domain/offers/table/columnKinds';
import { columnOf, columnTitle, usualColumns } from '../../../../domain/offers/table/columns';
import type { Layout } from '../../../../domain/offers/table/layout';
import type { Plan } from '../../../../domain/offers/plannedPrice';

type Choice = Layout['columns'][number];

/** A column as it is drawn; widths in CSS pixels. */
export interface DrawnColumn {
  column: Column;
  width: number;
  /** At first. */
  usual: number;
}

/** Of a bold letter, and of the arrow and the margins beside a title. */
const letter = 7.7;
const besideTitle = 36;

const least = 44;
const most = 600;

/** The chosen columns, or the usual ones where none are chosen. Ids of other versions are left out. */
export function chosenColumns(chosen: readonly Choice[], plan: Plan): DrawnColumn[] {
  const given = chosen.length > 0 ? chosen : usualColumns('both').map((id): Choice => ({ id }));
  const drawn = given.flatMap(({ id, width }) => {
    const column = columnOf(id);
    if (!column) return [];
    // A title is read whole, in any language.
    const usual = widthWithin(
      Math.max(column.width, columnTitle(column, plan).length * letter + besideTitle),
    );
    return [{ column, usual, width: width === undefined ? usual : widthWithin(width) }];
  });
  return drawn.length > 0 || chosen.length === 0 ? drawn : chosenColumns([], plan);
}

/** Columns about bids are empty where there are none. */
export function shownColumns(chosen: readonly DrawnColumn[], hasBids: boolean): DrawnColumn[] {
  const shown = chosen.filter(({ column }) => hasBids || column.isUsual !== 'bid');
  return shown.length > 0 ? shown : [...chosen];
}

export const widthWithin = (width: number): number =>
  Number.isFinite(width) ? Math.round(Math.min(Math.max(width, least), most)) : least;

/** As they are remembered: a width only where it is not the usual one. */
export function choicesOf(drawn: readonly DrawnColumn[]): Choice[] {
  return drawn.map(({ column, width, usual }) =>
    width === usual ? { id: column.id } : { id: column.id, width },
  );
}

/** One column moved by some places among those that are shown, the hidden ones left where they are. */
export function movedColumn(
  all: readonly DrawnColumn[],
  shown: readonly DrawnColumn[],
  id: string,
  by: -1 | 1,
): DrawnColumn[] {
  const from = shown.findIndex(({ column }) => column.id === id);
  const neighbour = shown[from + by];
  const moved = shown[from];
  if (!moved || !neighbour) return [...all];
  return all.map((one) => (one === moved ? neighbour : one === neighbour ? moved : one));
}
