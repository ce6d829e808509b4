import type { MenuAction } from '../../protocol';
import type { Table, TableActions } from './actions';
import { notesId } from './data';
import { movedPlace } from './place';

/** The keyboard in the table, as in VS Code's own ones; in the titles it sorts, moves and resizes columns. */
export function pressedKey(table: Table, actions: TableActions, event: KeyboardEvent): void {
  // The button in the titles has its own keys.
  if (event.target !== table.grid) return;
  const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  if (isMenuKey) openMenu(table, actions);
  else {
    const isDone = table.place.row < 0 ? onTitle(table, actions, event) : onRow(table, actions, event);
    if (!isDone && !move(table, event)) return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function move(table: Table, { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey) return false;
  const next = movedPlace(table.place, key, table.tableSize, ctrlKey || metaKey);
  if (next) table.goTo(next);
  return next !== undefined;
}

function onRow({ data, place }: Table, actions: TableActions, event: KeyboardEvent): boolean {
  const row = data.row(place.row);
  if (!row || event.altKey || event.shiftKey) return false;
  const keys: Partial<Record<string, MenuAction>> =
    event.ctrlKey || event.metaKey ? { c: 'copyJson' } : { Enter: 'rent', ' ': 'pin', c: 'compare' };
  const action = keys[event.key];
  if (action !== undefined) actions.act(action, row.key);
  return action !== undefined;
}

function onTitle(table: Table, actions: TableActions, event: KeyboardEvent): boolean {
  const { data, place } = table;
  const id = data.columns[place.column]?.column.id;
  if (id === undefined || id === notesId) return false;
  const sort = event.shiftKey ? 'sortThen' : 'sort';
  const keys: Partial<Record<string, MenuAction | 'sort'>> = event.altKey
    ? { ArrowLeft: 'makeNarrower', ArrowRight: 'makeWider' }
    : event.ctrlKey || event.metaKey
      ? { ArrowLeft: 'moveLeft', ArrowRight: 'moveRight' }
      : { Enter: sort, ' ': sort };
  const action = keys[event.key];
  if (action === undefined) return false;
  actions.act(action, id);
  // The keyboard stays with its column.
  const by = action === 'moveLeft' ? -1 : action === 'moveRight' ? 1 : 0;
  if (by !== 0) table.goTo({ row: -1, column: place.column + by });
  return true;
}

/** At the lower edge of what has the keyboard. */
function openMenu({ data, grid, place, renderRoot }: Table, actions: TableActions): void {
  const id = grid.getAttribute('aria-activedescendant');
  const drawn = id === null ? null : renderRoot.querySelector(`[id="${id}"]`);
  const { left, bottom } = (drawn ?? grid).getBoundingClientRect();
  const x = Math.max(left, grid.getBoundingClientRect().left) + 8;
  const row = data.row(place.row);
  const column = data.columns[place.column]?.column.id;
  if (place.row < 0 && column !== undefined) actions.columnMenu(column, x, bottom);
  else if (row) actions.rowMenu(row, x, bottom);
}
