import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { elementWith } from '../../../shared/ui/element';
import type { SpendingPage } from '../../protocol';
import { indexOf, type Series, swatch } from '../seriesLooks';
import { tableStyles } from '../styles';
import { countedWords, dayWords, periodWords, stateWords, sumWords } from '../words';
import {
  type Column,
  columnsOf,
  type Grouping,
  nextSort,
  rowsOf,
  sorted,
  type SortKey,
  type TableRow,
  usualSort,
} from './tableRows';

interface Properties {
  page: SpendingPage | undefined;
  series: Series;
  grouping: Grouping;
  sort: SortKey;
  /** Keys of rows whose parts are shown. */
  open: ReadonlySet<string>;
}

/** The figures: instances with their days, or days with their instances. */
export class SpendingTable extends elementWith<Properties>({
  page: undefined,
  series: [],
  grouping: 'instance',
  sort: usualSort.instance,
  open: new Set(),
}) {
  static override styles = tableStyles;

  override render(): TemplateResult | typeof nothing {
    const { page } = this;
    if (!page) return nothing;
    const columns = columnsOf(this.grouping, page);
    const rows = sorted(rowsOf(this.grouping, page), this.sort);
    return html`
      <div class="bar" role="group" aria-label=${l10n.t('Group by')}>
        ${this.#choice('instance', l10n.t('By Instance'))} ${this.#choice('day', l10n.t('By Day'))}
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${l10n.t('What was spent')}>
        <table>
          <thead>
            <tr>
              ${columns.map((column) => this.#title(column, page))}
            </tr>
          </thead>
          <tbody>
            ${repeat(
              rows,
              ({ key }) => key,
              (row) => this.#row(row, columns),
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">${l10n.t('Total')}</th>
              ${columns.slice(1).map((column) => html`<td>${cell(column, { sum: page.inPeriod, today: page.today })}</td>`)}
            </tr>
          </tfoot>
        </table>
      </div>
    `;
  }

  #choice(grouping: Grouping, words: string): TemplateResult {
    return html`<button
      class="choice"
      aria-pressed=${this.grouping === grouping}
      @click=${() => {
        this.grouping = grouping;
        this.sort = usualSort[grouping];
        this.open = new Set();
      }}
    >
      ${words}
    </button>`;
  }

  #title(column: Column, page: SpendingPage): TemplateResult {
    const { sort } = this;
    const isSorted = sort.column === column;
    const direction = sort.direction === 'asc' ? 'ascending' : 'descending';
    const arrow = html`<span class="arrow" aria-hidden="true"
      >${!isSorted ? '' : sort.direction === 'asc' ? '▲' : '▼'}</span
    >`;
    // Amounts end where their title ends.
    const isFirst = column === 'name';
    return html`<th scope="col" aria-sort=${isSorted ? direction : nothing}>
      <button @click=${() => (this.sort = nextSort(column, this.grouping, sort))}>
        ${isFirst ? nothing : arrow}${this.#words(column, page)}${isFirst ? arrow : nothing}
      </button>
    </th>`;
  }

  #words(column: Column, { period }: SpendingPage): string {
    switch (column) {
      case 'name':
        return this.grouping === 'day' ? l10n.t('Day') : l10n.t('Instance or volume');
      case 'today':
        return l10n.t('Today');
      case 'sum':
        return this.grouping === 'day' ? l10n.t('Spent') : periodWords(period);
      case 'total':
        return l10n.t('Since rented');
      case 'counted':
        return l10n.t('Counted here');
    }
  }

  #row(row: TableRow, columns: readonly Column[]): TemplateResult {
    const isOpen = this.open.has(row.key);
    return html`<tr>
        <th scope="row">${this.#name(row, isOpen)}</th>
        ${columns.slice(1).map((column) => html`<td>${cell(column, row)}</td>`)}
      </tr>
      ${repeat(
        isOpen ? row.parts : [],
        ({ day, row: part }) => day ?? part?.source,
        (part) => this.#part(part, columns),
      )}`;
  }

  #name({ key, day, row, parts }: TableRow, isOpen: boolean): TemplateResult {
    const name = day === undefined ? (row?.name ?? '') : dayWords(day, 'long');
    const state = row ? stateWords(row) : '';
    return html`<button
        class="name"
        aria-expanded=${isOpen}
        ?disabled=${parts.length === 0}
        @click=${() => this.#toggle(key)}
      >
        <span class="twistie" aria-hidden="true">${parts.length === 0 ? '' : isOpen ? '▾' : '▸'}</span>
        ${row ? swatch(indexOf(this.series, row.source)) : nothing}
        <span>${name}</span>
      </button>
      ${state === '' ? nothing : html`<span class="state">${state}</span>`}
      ${row?.why.map((sentence) => html`<span class="why">${sentence}</span>`) ?? nothing}`;
  }

  #part({ day, row, sum }: TableRow['parts'][number], columns: readonly Column[]): TemplateResult {
    const name = day === undefined ? (row?.name ?? '') : dayWords(day, 'long');
    return html`<tr class="part">
      <th scope="row">${row ? swatch(indexOf(this.series, row.source)) : nothing}<span>${name}</span></th>
      ${columns.slice(1).map((column) => html`<td>${cell(column, { sum })}</td>`)}
    </tr>`;
  }

  #toggle(key: string): void {
    const open = new Set(this.open);
    if (!open.delete(key)) open.add(key);
    this.open = open;
  }
}

/** The amount of a row, or of all of them, in a column. */
function cell(column: Column, { sum, today, total }: Pick<TableRow, 'sum' | 'today' | 'total'>): string {
  switch (column) {
    case 'name':
      return '';
    case 'today':
      return today ? sumWords(today) : '';
    case 'sum':
      return sumWords(sum);
    case 'total':
      return total ? sumWords(total) : '';
    case 'counted':
      return countedWords(sum);
  }
}

customElements.define('spending-table', SpendingTable);
