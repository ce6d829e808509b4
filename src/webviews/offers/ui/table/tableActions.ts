import type { MarketRow } from '../../../../domain/offers/marketRow';
import { clickedSort, type SortKey } from '../../../../domain/offers/sortRows';
import { choicesOf, type DrawnColumn, movedColumn, widthWithin } from './columnWidths';
import { mostCompared } from '../details/offerCompare';
import { columnMenu, rowActions, rowMenu } from './menus';
import type { OffersTable } from './offersTable';
import type { MenuItem } from './popupMenu';
import { notesId } from './tableData';

/** In CSS pixels, by a key. */
const step = 10;

/** What a person does with rows and columns, by key, mouse or menu. It changes nothing itself but says so in events. */
export class TableActions {
  readonly #table: OffersTable;

  constructor(table: OffersTable) {
    this.#table = table;
  }

  send(name: string, detail: unknown): void {
    this.#table.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @param action of the row's menu */
  onRow({ key }: MarketRow, action: string): void {
    const { pinned, compared } = this.#table;
    if (action === 'open') this.send('row-open', { key });
    else if (action === 'pin') this.send('pin-change', toggled(pinned, key));
    else if (action === 'compare') this.send('compare-change', toggled(compared, key).slice(-mostCompared));
    else if (rowActions.some((one) => one === action)) this.send('row-action', { action, key });
  }

  /** @param action of the column's menu */
  onColumn(id: string, action: string): void {
    const { columns } = this.#table.data;
    const width = columns.find(({ column }) => column.id === id)?.width ?? 0;
    switch (action) {
      case 'asc':
      case 'desc': {
        this.#sort([{ column: id, direction: action }]);
        return;
      }
      case 'sort':
      case 'then': {
        this.#sort(clickedSort(this.#table.sort, id, action === 'then'));
        return;
      }
      case 'left':
      case 'right': {
        this.#move(id, action === 'left' ? -1 : 1);
        return;
      }
      case 'wider':
      case 'narrower': {
        this.resize(id, width + (action === 'wider' ? step : -step));
        return;
      }
      case 'hide': {
        this.#arrange(this.#table.data.chosen.filter(({ column }) => column.id !== id));
        return;
      }
      case 'choose': {
        this.#table.chooseColumns();
        return;
      }
    }
  }

  /** @param width in CSS pixels */
  resize(id: string, width: number): void {
    this.#arrange(
      this.#table.data.chosen.map((one) =>
        one.column.id === id ? { ...one, width: widthWithin(width) } : one,
      ),
    );
  }

  /** @param ids of all columns to show, in their order; none for the usual ones */
  chooseColumns(ids: readonly string[]): void {
    const known = new Map(choicesOf(this.#table.data.chosen).map((choice) => [choice.id, choice]));
    this.send(
      'columns-change',
      ids.map((id) => known.get(id) ?? { id }),
    );
  }

  async rowMenu(row: MarketRow, x: number, y: number): Promise<void> {
    const { data } = this.#table;
    const action = await this.#ask(rowMenu(row, data.marks(row)), data.words(row), x, y);
    if (action !== undefined) this.onRow(row, action);
  }

  async columnMenu(id: string, x: number, y: number): Promise<void> {
    const { data, sort, plan } = this.#table;
    const shown = data.columns.filter(({ column }) => column.id !== notesId);
    const drawn = shown.find(({ column }) => column.id === id);
    if (!drawn) return;
    const place = { isFirst: drawn === shown[0], isLast: drawn === shown.at(-1) };
    const action = await this.#ask(columnMenu(id, sort, place), drawn.column.title(plan), x, y);
    if (action !== undefined) this.onColumn(id, action);
  }

  /** What is chosen in a menu; the table has the keyboard again before that is done. */
  async #ask(items: readonly MenuItem[], label: string, x: number, y: number): Promise<string | undefined> {
    const answer = await this.#table.menu?.ask(items, label, x, y);
    this.#table.grid.focus();
    return answer;
  }

  #sort(keys: SortKey[]): void {
    this.send('sort-change', keys);
  }

  #move(id: string, by: -1 | 1): void {
    const { chosen, columns } = this.#table.data;
    const shown = columns.filter(({ column }) => column.id !== notesId);
    this.#arrange(movedColumn(chosen, shown, id, by));
  }

  #arrange(columns: readonly DrawnColumn[]): void {
    this.send('columns-change', choicesOf(columns));
  }
}

/** The keys with this one added or taken away. */
function toggled(keys: ReadonlySet<string>, key: string): string[] {
  return keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key];
}
