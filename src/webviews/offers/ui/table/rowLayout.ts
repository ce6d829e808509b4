import type { virtualize } from '@lit-labs/virtualizer/virtualize.js';

type Config = NonNullable<Parameters<typeof virtualize<unknown>>[0]>;
type Specifier = Extract<NonNullable<Config['layout']>, { type: unknown }>;
type Layout = InstanceType<Specifier['type']>;
type Sink = ConstructorParameters<Specifier['type']>[0];
type Positions = Layout['viewportScroll'];

/** In CSS pixels. */
export const rowHeight = 22;
/** Rows that are drawn above and below those that can be seen, for a scroll that is faster than the next frame. */
const spare = 12;

/** Puts rows of one height below each other. Nothing is measured, so any row's place is known before it is drawn. */
export class RowLayout implements Layout {
  readonly #send: Sink;
  #items: unknown[] = [];
  #drawn = { first: -1, last: -1, count: -1 };
  direction = 'vertical' as const;
  viewportSize = { width: 0, height: 0 };
  viewportScroll: Positions = { top: 0, left: 0 };
  totalScrollSize = { width: 0, height: 0 };
  offsetWithinScroller: Positions = { top: 0, left: 0 };
  pin = null;

  constructor(send: Sink) {
    this.#send = send;
  }

  get items(): unknown[] {
    return this.#items;
  }

  set items(items: unknown[]) {
    if (items === this.#items) return;
    this.#items = items;
    this.#drawn = { first: -1, last: -1, count: -1 };
  }

  unpin(): void {
    // No row is kept in place.
  }

  getScrollIntoViewCoordinates({ index }: { index: number }): { top: number } {
    return { top: index * rowHeight };
  }

  reflowIfNeeded(): void {
    const count = this.#items.length;
    const top = this.viewportScroll.top / rowHeight;
    const bottom = top + this.viewportSize.height / rowHeight;
    const place = (row: number): number =>
      count === 0 ? -1 : Math.min(Math.max(Math.floor(row), 0), count - 1);
    const seen = { firstVisible: place(top), lastVisible: place(bottom) };
    const isEnough =
      count === this.#drawn.count &&
      this.#drawn.first <= place(top - spare / 2) &&
      this.#drawn.last >= place(bottom + spare / 2);
    if (isEnough) return;
    const range = { first: place(top - spare), last: place(bottom + spare), ...seen };
    this.#drawn = { first: range.first, last: range.last, count };
    const childPositions = new Map<number, Positions>();
    for (let row = range.first; row >= 0 && row <= range.last; row += 1)
      childPositions.set(row, { left: 0, top: row * rowHeight });
    this.#send({
      type: 'stateChanged',
      scrollSize: { width: 0, height: count * rowHeight },
      range,
      childPositions,
    });
  }
}
