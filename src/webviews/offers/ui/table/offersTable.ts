import { virtualize } from '@lit-labs/virtualizer/virtualize.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { elementWith } from '../../../shared/ui/element';
import type { MenuAction } from '../../protocol';
import { type Table, TableActions } from './actions';
import { nothingYet, TableData, type TableInput } from './data';
import { headerTemplate, rowTemplate } from './draw';
import { pressedKey } from './keys';
import { TableMouse } from './mouse';
import {
  narrow,
  narrowLead,
  type Place,
  type Placed,
  scrollTo,
  setWidths,
  titleHeight,
  wideLead,
  within,
} from './place';
import { RowLayout, rowHeight } from './rowLayout';
import { tableStyles } from './styles';

interface Properties extends TableInput {
  selected: string | undefined;
  hovered: string | undefined;
}

/**
 * The offers as rows that are ordered, pinned and compared. It draws only the rows that are seen. What a person does
 * comes out as events: `row-select`, `row-hover`, `row-open` (`{key}`), `row-action` (`{action, key}`), `sort-change`
 * (sort keys), `columns-change` (the chosen columns), `columns-choose` (from a list), `pin-change` and `compare-change` (keys).
 */
export class OffersTable
  extends elementWith<Properties>({ ...nothingYet, selected: undefined, hovered: undefined })
  implements Table
{
  static override styles = tableStyles;
  data = new TableData(nothingYet);
  place: Place = { row: 0, column: -1 };
  /** The row that has the keyboard: it stays on the same offer when the order changes. */
  #activeKey: string | undefined;
  #size = { width: 0, height: 0 };
  readonly #observer = new ResizeObserver(() => this.#measure());
  readonly #actions = new TableActions(this);
  readonly #mouse = new TableMouse(this, this.#actions);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!Object.keys(nothingYet).some((name) => changed.has(name))) return;
    const { rows, market, plan, sort, pinned, compared, badMachines, columns } = this;
    this.data = new TableData({ rows, market, plan, sort, pinned, compared, badMachines, columns });
    const { row, column } = this.place;
    // Another order is looked at from its beginning. In other offers, the keyboard stays with its own one.
    const isOrdered = changed.has('sort');
    const kept = row < 0 || isOrdered ? -1 : this.data.placeOf(this.#activeKey);
    this.place = within(
      { row: kept >= 0 ? kept : isOrdered ? Math.min(row, 0) : row, column },
      this.tableSize,
    );
  }

  override render(): TemplateResult {
    const { data, place } = this;
    return html`
      <div
        role="grid"
        class="grid ${this.#isNarrow ? 'narrow' : ''} ${data.body.length === 0 ? 'bodiless' : ''}"
        tabindex="0"
        aria-label=${l10n.t('Offers')}
        aria-description=${l10n.t('Enter rents, Space pins, Shift+F10 shows more actions.')}
        aria-rowcount=${data.count + 1}
        aria-colcount=${data.columns.length + 2}
        @keydown=${(event: KeyboardEvent) => pressedKey(this, this.#actions, event)}
        @pointerdown=${this.#mouse.down}
        @click=${this.#mouse.clicked}
        @dblclick=${this.#mouse.clickedTwice}
        @contextmenu=${this.#mouse.menu}
        @pointerover=${this.#mouse.over}
        @pointerleave=${this.#mouse.left}
        @rangeChanged=${this.#scrolled}
      >
        <div role="rowgroup" class="head">
          ${headerTemplate(data, place.row < 0 ? place.column : undefined)}
        </div>
        ${
          data.pinned.length === 0
            ? nothing
            : html`<div role="rowgroup" class="pinned ${this.arePinnedKept ? 'stays' : ''}">
                ${data.pinned.map((row, index) => this.#row(row, index))}
              </div>`
        }
        <div role="rowgroup" class="body">
          ${virtualize<MarketRow>({
            items: data.body,
            layout: { type: RowLayout },
            // A row at the same place keeps its elements when another offer comes there: only the words change.
            keyFunction: (_, index) => index,
            renderItem: (row, index) => this.#row(row, index + data.pinned.length),
          })}
        </div>
      </div>
      ${
        data.body.length === 0
          ? html`<div class="empty"><slot name="empty">${l10n.t('No offers match.')}</slot></div>`
          : nothing
      }
    `;
  }

  protected override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.#observer.observe(this.grid);
    this.#measure();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#nameActive();
    this.drawWidths(this.#placed);
    if (changed.has('sort')) this.grid.scrollTop = 0;
    else if (changed.has('rows') && this.grid.matches(':focus')) this.#showPlace();
    // Chosen elsewhere, such as in the plot: it is shown, and the keyboard goes on from it.
    if (!changed.has('selected') || this.selected === this.#activeKey) return;
    const row = this.data.placeOf(this.selected);
    if (row >= 0) this.goTo({ row, column: -1 });
  }

  /** What is scrolled away is not drawn, so that it cannot be named as the active one. */
  #nameActive(): void {
    const id = this.#activeId();
    const isDrawn = id !== undefined && this.renderRoot.querySelector(`#${id}`) !== null;
    if (isDrawn) this.grid.setAttribute('aria-activedescendant', id);
    else this.grid.removeAttribute('aria-activedescendant');
  }

  /** Other rows are about to be drawn. The event does not bubble. */
  readonly #scrolled = {
    capture: true,
    handleEvent: () => requestAnimationFrame(() => this.#nameActive()),
  };

  override focus(options?: FocusOptions): void {
    this.grid.focus(options);
  }

  get grid(): HTMLElement {
    const grid = this.renderRoot.querySelector<HTMLElement>('.grid');
    if (!grid) throw new Error('The table is not drawn.');
    return grid;
  }

  /** Does what was chosen in a menu. @param of the key of the row, or the id of the column */
  act(action: MenuAction, of: string): void {
    this.#actions.act(action, of);
  }

  get tableSize() {
    const { columns, count } = this.data;
    const shown = Math.floor((this.#size.height - this.#covered) / rowHeight);
    return { rows: count, columns: columns.length, page: Math.max(1, shown - 1) };
  }

  /** Pinned rows stay while they leave room for others. */
  get arePinnedKept(): boolean {
    return this.data.pinned.length * rowHeight <= (this.#size.height - titleHeight) / 2;
  }

  get #isNarrow(): boolean {
    return this.#size.width > 0 && this.#size.width < narrow;
  }

  get #lead(): number {
    return this.#isNarrow ? narrowLead : wideLead;
  }

  goTo(place: Place): void {
    this.place = within(place, this.tableSize);
    const key = this.data.row(this.place.row)?.key;
    if (key !== undefined) this.#activeKey = key;
    this.#showPlace();
    this.requestUpdate();
    if (key !== undefined && key !== this.selected) this.tell('row-select', { key });
  }

  drawWidths(columns: readonly Placed[]): void {
    setWidths(this.grid, this.#lead, columns);
  }

  /** The columns that stay would leave no room for others in a narrow table. */
  get #placed(): readonly Placed[] {
    const { columns } = this.data;
    return this.#isNarrow ? columns.map((one, at) => ({ ...one, stays: one.stays && at === 0 })) : columns;
  }

  #showPlace(): void {
    scrollTo(this.grid, this.place, {
      columns: this.#placed,
      lead: this.#lead,
      covered: this.place.row < this.data.pinned.length && this.arePinnedKept ? undefined : this.#covered,
    });
  }

  /** What covers the rows at the top, in CSS pixels. */
  get #covered(): number {
    return titleHeight + (this.arePinnedKept ? this.data.pinned.length * rowHeight : 0);
  }

  #row(row: MarketRow, place: number): TemplateResult {
    return rowTemplate(this.data, row, {
      place,
      active: place === this.place.row ? this.place.column : undefined,
      isSelected: row.key === this.selected,
      isHovered: row.key === this.hovered || row.key === this.#mouse.hovered,
    });
  }

  #activeId(): string | undefined {
    const { row, column } = this.place;
    if (row < 0) return `h${column}`;
    if (this.data.count === 0) return undefined;
    return column < 0 ? `r${row}` : `r${row}c${column}`;
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.grid;
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    this.requestUpdate();
  }
}

customElements.define('offers-table', OffersTable);

declare global {
  interface HTMLElementTagNameMap {
    'offers-table': OffersTable;
  }
}
