import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { clickedSort, type SortKey } from '../../../../domain/offers/table/sortRows';
import type { MenuAction } from '../../protocol';
import { mostCompared } from '../details/offerCompare';
import { choicesOf, type DrawnColumn, movedColumn, widthWithin } from './columnWidths';
import type { Table } from './table';
import { notesId } from './tableData';

/** In CSS pixels, by a key. */
const step = 10;

/** What a person does with rows and columns, by key, mouse or menu. It changes nothing itself but says so in events. */
export class TableActions {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  send(name: string, detail: unknown): void {
    this.#table.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @param of the key of a row, or the id of a column */
  act(action: MenuAction | 'sort', of: string): void {
    const { pinned, compared, sort, data } = this.#table;
    switch (action) {
      case 'rent':
        this.send('row-open', { key: of });
        break;
      case 'pin':
      case 'unpin':
        this.send('pin-change', toggled(pinned, of));
        break;
      case 'compare':
      case 'stopComparing':
        this.send('compare-change', toggled(compared, of).slice(-mostCompared));
        break;
      case 'details':
      case 'onlyMachine':
      case 'notMachine':
      case 'notHost':
      case 'copyJson':
      case 'copyQuery':
        this.send('row-action', { action, key: of });
        break;
      case 'sortAscending':
      case 'sortDescending':
        this.#sort([{ column: of, direction: action === 'sortAscending' ? 'asc' : 'desc' }]);
        break;
      case 'sort':
      case 'sortThen':
        this.#sort(clickedSort(sort, of, action === 'sortThen'));
        break;
      case 'moveLeft':
      case 'moveRight':
        this.#arrange(movedColumn(data.chosen, this.#shown, of, action === 'moveLeft' ? -1 : 1));
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
        this.send('columns-choose', undefined);
        break;
      case 'resetColumns':
        this.#arrange([]);
        break;
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

  rowMenu(row: MarketRow, x: number, y: number): void {
    const { isPinned, isCompared } = this.#table.data.marks(row);
    const { machine_id: machine, host_id: host } = row.offer;
    const has = { hasMachine: machine !== undefined, hasHost: host !== undefined };
    openMenu(this.#table, { offersMenu: 'row', of: row.key, isPinned, isCompared, ...has }, x, y);
  }

  columnMenu(id: string, x: number, y: number): void {
    const { sort } = this.#table;
    const ids = this.#shown.map(({ column }) => column.id);
    if (!ids.includes(id)) return;
    const isFurtherKey = sort.length > 0 && sort.every(({ column }) => column !== id);
    const place = { isFirst: id === ids[0], isLast: id === ids.at(-1), isOnly: ids.length === 1 };
    openMenu(this.#table, { offersMenu: 'column', of: id, isFurtherKey, ...place }, x, y);
  }

  /** Those that can be moved and hidden. */
  get #shown(): DrawnColumn[] {
    return this.#table.data.columns.filter(({ column }) => column.id !== notesId);
  }

  #sort(keys: SortKey[]): void {
    this.send('sort-change', keys);
  }

  #arrange(columns: readonly DrawnColumn[]): void {
    this.send('columns-change', choicesOf(columns));
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
function openMenu(element: Element, context: object, x: number, y: number): void {
  const host = outermost(element);
  if (!(host instanceof HTMLElement)) return;
  host.dataset.vscodeContext = JSON.stringify({ ...context, preventDefaultContextMenuItems: true });
  host.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }),
  );
  delete host.dataset.vscodeContext;
}

function outermost(element: Element): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? outermost(root.host) : element;
}
