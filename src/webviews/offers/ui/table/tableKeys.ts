import type { MenuAction } from '../../protocol';
import { movedPlace } from './place';
import type { Table } from './table';
import type { TableActions } from './tableActions';
import { notesId } from './tableData';

/** The keyboard in the table, as in VS Code's own ones; in the titles it sorts, moves and resizes columns. */
export class TableKeys {
  readonly #table: Table;
  readonly #actions: TableActions;

  constructor(table: Table, actions: TableActions) {
    this.#table = table;
    this.#actions = actions;
  }

  readonly pressed = (event: KeyboardEvent): void => {
    // The button in the titles has its own keys.
    if (event.target !== this.#table.grid) return;
    const isDone = this.#isMenuKey(event) ? this.#menu() : this.#act(event) || this.#move(event);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
    return key === 'ContextMenu' || (key === 'F10' && shiftKey);
  }

  #move({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    if (altKey || shiftKey) return false;
    const { place, tableSize } = this.#table;
    const next = movedPlace(place, key, tableSize, ctrlKey || metaKey);
    if (next) this.#table.goTo(next);
    return next !== undefined;
  }

  #act(event: KeyboardEvent): boolean {
    return this.#table.place.row < 0 ? this.#onTitle(event) : this.#onRow(event);
  }

  #onRow({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const row = this.#table.data.row(this.#table.place.row);
    if (!row || altKey || shiftKey) return false;
    const isCommand = ctrlKey || metaKey;
    const actions: Partial<Record<string, MenuAction>> = isCommand
      ? { c: 'copyJson' }
      : { Enter: 'rent', ' ': 'pin', c: 'compare' };
    const action = actions[key];
    if (action !== undefined) this.#actions.act(action, row.key);
    return action !== undefined;
  }

  #onTitle({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const id = this.#table.data.columns[this.#table.place.column]?.column.id;
    if (id === undefined || id === notesId) return false;
    const isMove = ctrlKey || metaKey;
    const sort = shiftKey ? 'sortThen' : 'sort';
    const actions: Partial<Record<string, MenuAction | 'sort'>> = altKey
      ? { ArrowLeft: 'makeNarrower', ArrowRight: 'makeWider' }
      : isMove
        ? { ArrowLeft: 'moveLeft', ArrowRight: 'moveRight' }
        : { Enter: sort, ' ': sort };
    const action = actions[key];
    if (action === undefined) return false;
    this.#actions.act(action, id);
    // The keyboard stays with its column.
    const by = action === 'moveLeft' ? -1 : action === 'moveRight' ? 1 : 0;
    if (by !== 0) this.#table.goTo({ row: -1, column: this.#table.place.column + by });
    return true;
  }

  /** At the lower edge of what has the keyboard. */
  #menu(): boolean {
    const { data, grid, place, renderRoot } = this.#table;
    const id = grid.getAttribute('aria-activedescendant');
    const drawn = id === null ? null : renderRoot.querySelector(`[id="${id}"]`);
    const { left, bottom } = (drawn ?? grid).getBoundingClientRect();
    const x = Math.max(left, grid.getBoundingClientRect().left) + 8;
    const row = data.row(place.row);
    const column = data.columns[place.column]?.column.id;
    if (place.row < 0 && column !== undefined) this.#actions.columnMenu(column, x, bottom);
    else if (row) this.#actions.rowMenu(row, x, bottom);
    return true;
  }
}
