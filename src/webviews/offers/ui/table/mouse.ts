import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { Table, TableActions } from './actions';
import { notesId, widthWithin } from './data';

/** The mouse in the table: it is heard once for all rows. */
export class TableMouse {
  readonly #table: Table;
  readonly #actions: TableActions;
  /** The row under the mouse. */
  hovered: string | undefined;
  /** An edge was dragged: the click that ends it sorts nothing. */
  #hasDragged = false;

  constructor(table: Table, actions: TableActions) {
    this.#table = table;
    this.#actions = actions;
  }

  readonly clicked = (event: MouseEvent): void => {
    if (this.#hasDragged) {
      this.#hasDragged = false;
      return;
    }
    if (named(event, '.choose')) {
      this.#table.tell('columns-choose');
      return;
    }
    if (named(event, '.grip')) return;
    const title = named(event, '.title')?.dataset.title;
    if (title !== undefined && title !== notesId) {
      this.#actions.act(event.shiftKey ? 'sortThen' : 'sort', title);
      return;
    }
    const at = this.#rowAt(event);
    if (!at) return;
    const tool = named(event, '.tool');
    this.#table.goTo({ row: at.place, column: -1 });
    const action = tool?.dataset.tool;
    if (tool && action === 'menu') {
      const { left, bottom } = tool.getBoundingClientRect();
      this.#actions.rowMenu(at.row, left, bottom);
    } else if (action === 'pin' || action === 'compare') this.#actions.act(action, at.row.key);
  };

  readonly clickedTwice = (event: MouseEvent): void => {
    const grip = named(event, '.grip')?.dataset.grip;
    const usual = this.#table.data.chosen.find(({ column }) => column.id === grip)?.usual;
    if (grip !== undefined && usual !== undefined) {
      this.#actions.resize(grip, usual);
      return;
    }
    const at = this.#rowAt(event);
    if (at && !named(event, '.tool')) this.#actions.act('rent', at.row.key);
  };

  readonly menu = (event: MouseEvent): void => {
    event.preventDefault();
    const { clientX, clientY } = event;
    const title = named(event, '.title')?.dataset.title;
    if (title !== undefined) this.#actions.columnMenu(title, clientX, clientY);
    const at = this.#rowAt(event);
    if (!at) return;
    this.#table.goTo({ row: at.place, column: -1 });
    this.#actions.rowMenu(at.row, clientX, clientY);
  };

  readonly over = (event: PointerEvent): void => this.#hover(this.#rowAt(event)?.row.key);
  readonly left = (): void => this.#hover(undefined);

  /** Drags the edge of a column. */
  readonly down = (event: PointerEvent): void => {
    this.#hasDragged = false;
    const grip = named(event, '.grip');
    const place = this.#table.data.columns.findIndex(({ column }) => column.id === grip?.dataset.grip);
    const widths = this.#table.data.columns.map(({ width }) => width);
    const before = widths[place];
    if (!grip || before === undefined || event.button !== 0) return;
    const widthAt = ({ clientX }: PointerEvent): number => widthWithin(before + clientX - event.clientX);
    const moved = (move: PointerEvent): void => {
      this.#hasDragged = true;
      this.#table.drawWidths(widths.with(place, widthAt(move)));
    };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener('pointermove', moved);
    const ended = (end: PointerEvent): void => {
      grip.removeEventListener('pointermove', moved);
      if (end.type === 'pointercancel') this.#table.drawWidths(widths);
      else if (this.#hasDragged) this.#actions.resize(grip.dataset.grip ?? '', widthAt(end));
    };
    grip.addEventListener('pointerup', ended, { once: true });
    grip.addEventListener('pointercancel', ended, { once: true });
  };

  #hover(key: string | undefined): void {
    if (key === this.hovered) return;
    this.hovered = key;
    this.#table.requestUpdate();
    this.#table.tell('row-hover', { key });
  }

  #rowAt(event: Event): { place: number; row: MarketRow } | undefined {
    const place = Number(named(event, '[data-place]')?.dataset.place ?? NaN);
    const row = this.#table.data.row(place);
    return row && { place, row };
  }
}

/** The nearest element around the target that has this selector. */
function named({ target }: Event, selector: string): HTMLElement | undefined {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : undefined;
}
