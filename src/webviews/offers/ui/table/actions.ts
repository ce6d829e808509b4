import type { ReactiveElement } from 'lit';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { clickedSort } from '../../../../domain/offers/table/sortRows';
import type { MenuAction } from '../../protocol';
import { mostCompared } from '../details/offerCompare';
import { choicesOf, type DrawnColumn, movedColumn, notesId, type TableData, widthWithin } from './data';
import type { Place, Placed, TableSize } from './place';

/** The table as its keyboard, its mouse and its actions know it. */
export interface Table extends Pick<ReactiveElement, 'renderRoot' | 'requestUpdate' | 'getRootNode'> {
  /** What is shown. */
  readonly data: TableData;
  /** Where the keyboard is. */
  readonly place: Place;
  readonly grid: HTMLElement;
  readonly tableSize: TableSize;
  /** The keyboard goes to a place, which is scrolled to; a row is selected with it. */
  goTo(place: Place): void;
  /** Draws the columns with these widths, as they are while an edge is dragged. */
  drawWidths(columns: readonly Placed[]): void;
  tell(name: string, detail?: unknown): void;
}

/** In CSS pixels, by a key. */
const step = 10;

/** What a person does with rows and columns, by key, mouse or menu. It changes nothing itself but says so in events. */
export class TableActions {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** @param of the key of a row, or the id of a column */
  act(action: MenuAction | 'sort', of: string): void {
    const { data } = this.#table;
    const { pinned, compared, sort } = data.input;
    switch (action) {
      case 'rent':
        this.#table.tell('row-open', { key: of });
        break;
      case 'pin':
      case 'unpin':
        this.#table.tell('pin-change', toggled(pinned, of));
        break;
      case 'compare':
      case 'stopComparing':
        this.#table.tell('compare-change', toggled(compared, of).slice(-mostCompared));
        break;
      case 'details':
      case 'onlyMachine':
      case 'hideMachine':
      case 'hideHost':
      case 'copyJson':
      case 'copyQuery':
        this.#table.tell('row-action', { action, key: of });
        break;
      case 'sortAscending':
      case 'sortDescending':
        this.#table.tell('sort-change', [
          { column: of, direction: action === 'sortAscending' ? 'asc' : 'desc' },
        ]);
        break;
      case 'sort':
      case 'sortThen':
        this.#table.tell('sort-change', clickedSort(sort, of, action === 'sortThen'));
        break;
      case 'moveLeft':
      case 'moveRight':
        this.move(of, action === 'moveLeft' ? -1 : 1);
        break;
      case 'makeWider':
      case 'makeNarrower': {
        const width = data.columns.find(({ column }) => column.id === of)?.width ?? 0;
        this.resize(of, width + (action === 'makeWider' ? step : -step));
        break;
      }
      case 'hideColumn':
        this.#arrange(data.chosen.filter(({ column }) => column.id !== of));
        break;
      case 'chooseColumns':
        this.#table.tell('columns-choose');
        break;
      case 'resetColumns':
        this.#arrange([]);
        break;
    }
  }

  /** @param by how many columns, to the left if negative */
  move(id: string, by: number): void {
    this.#arrange(movedColumn(this.#table.data.chosen, this.shown, id, by));
  }

  /** @param width in CSS pixels */
  resize(id: string, width: number): void {
    const { chosen } = this.#table.data;
    this.#arrange(chosen.map((one) => (one.column.id === id ? { ...one, width: widthWithin(width) } : one)));
  }

  rowMenu(row: MarketRow, x: number, y: number): void {
    const { isPinned, isCompared } = this.#table.data.marks(row);
    const { machine_id: machine, host_id: host } = row.offer;
    const has = { hasMachine: machine !== undefined, hasHost: host !== undefined };
    openMenu(this.#table, { offersMenu: 'row', of: row.key, isPinned, isCompared, ...has }, x, y);
  }

  columnMenu(id: string, x: number, y: number): void {
    const { sort } = this.#table.data.input;
    const ids = this.shown.map(({ column }) => column.id);
    if (!ids.includes(id)) return;
    const isFurtherKey = sort.length > 0 && sort.every(({ column }) => column !== id);
    const place = { isFirst: id === ids[0], isLast: id === ids.at(-1), isOnly: ids.length === 1 };
    openMenu(this.#table, { offersMenu: 'column', of: id, isFurtherKey, ...place }, x, y);
  }

  /** Those that can be moved and hidden. */
  get shown(): DrawnColumn[] {
    return this.#table.data.columns.filter(({ column }) => column.id !== notesId);
  }

  #arrange(columns: readonly DrawnColumn[]): void {
    this.#table.tell('columns-change', choicesOf(columns));
  }
}

/** The keys with this one added or taken away. */
function toggled(keys: ReadonlySet<string>, key: string): string[] {
  return keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key];
}

/**
 * Opens VS Code's own menu of the panel at a place of the window. VS Code reads what the menu is for from the element
 * that its document has, and sees none of those in shadow roots; so the outermost one has it for that moment.
 *
 * @param context what the conditions of the menu's items in package.json ask for, and what their commands are given
 */
function openMenu(within: Pick<Node, 'getRootNode'>, context: object, x: number, y: number): void {
  const root = within.getRootNode();
  if (root instanceof ShadowRoot) {
    openMenu(root.host, context, x, y);
    return;
  }
  if (!(within instanceof HTMLElement)) return;
  within.dataset.vscodeContext = JSON.stringify({ ...context, preventDefaultContextMenuItems: true });
  within.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }),
  );
  delete within.dataset.vscodeContext;
}
