import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { followPointer } from '../../../shared/ui/element';
import type { Table, TableActions } from './actions';
import { notesId, widthWithin } from './data';

/** What is done while something is dragged; `left`: it was not dropped. */
interface Dragging {
  isBegun?: (event: PointerEvent) => boolean;
  moved: (event: PointerEvent) => void;
  dropped: (event: PointerEvent) => void;
  left: () => void;
}

/** The mouse in the table: it is heard once for all rows. */
export class TableMouse {
  readonly #table: Table;
  readonly #actions: TableActions;
  /** The row under the mouse. */
  hovered: string | undefined;
  /** A column or its edge was dragged: the click that ends it sorts nothing. */
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

  /** Drags a column by its title, or its edge. */
  readonly down = (event: PointerEvent): void => {
    this.#hasDragged = false;
    if (event.button !== 0) return;
    const grip = named(event, '.grip');
    const title = named(event, '.title');
    if (grip) this.#resize(grip, event);
    else if (title && title.dataset.title !== notesId) this.#move(title, event);
  };

  #resize(grip: HTMLElement, { pointerId, clientX }: PointerEvent): void {
    const { columns } = this.#table.data;
    const id = grip.dataset.grip ?? '';
    const before = columns.find(({ column }) => column.id === id)?.width ?? 0;
    const widthAt = (to: PointerEvent): number => widthWithin(before + to.clientX - clientX);
    const drawn = (width: number) => columns.map((one) => (one.column.id === id ? { ...one, width } : one));
    this.#drag(grip, pointerId, {
      moved: (event) => this.#table.drawWidths(drawn(widthAt(event))),
      dropped: (event) => this.#actions.resize(id, widthAt(event)),
      left: () => this.#table.drawWidths(columns),
    });
  }

  /** A line shows where the column will be. */
  #move(title: HTMLElement, { pointerId, clientX }: PointerEvent): void {
    const id = title.dataset.title ?? '';
    const ids = this.#actions.shown.map(({ column }) => column.id);
    const titles = ids.flatMap(
      (one) => title.parentElement?.querySelector<HTMLElement>(`[data-title=${one}]`) ?? [],
    );
    const from = ids.indexOf(id);
    const placeAt = (event: PointerEvent): number =>
      titles.filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return one !== title && (left + right) / 2 < event.clientX;
      }).length;
    const mark = (place: number): void =>
      titles.forEach((one, at) => {
        if (at === place && place !== from) one.dataset.drop = place < from ? 'before' : 'after';
        else delete one.dataset.drop;
      });
    this.#drag(title, pointerId, {
      isBegun: (event) => Math.abs(event.clientX - clientX) > 5,
      moved: (event) => mark(placeAt(event)),
      dropped: (event) => {
        mark(from);
        this.#actions.move(id, placeAt(event) - from);
      },
      left: () => mark(from),
    });
  }

  #drag(
    handle: HTMLElement,
    pointer: number,
    { isBegun = () => true, moved, dropped, left }: Dragging,
  ): void {
    followPointer(
      (event) => {
        if (!this.#hasDragged && !isBegun(event)) return;
        if (!this.#hasDragged) handle.setPointerCapture(pointer);
        this.#hasDragged = true;
        moved(event);
      },
      (event, isDropped) => {
        if (!isDropped) left();
        else if (this.#hasDragged) dropped(event);
      },
    );
  }

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
