import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { columnTitle } from '../../../../domain/offers/table/columns';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { RowMarks } from '../../../../domain/offers/table/rowWords';
import type { SortKey } from '../../../../domain/offers/filters/panelQuery';
import { notesId, type TableData } from './data';

const icon = (content: TemplateResult): TemplateResult =>
  svg`<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="1.3" aria-hidden="true">${content}</svg>`;

const pinIcon = icon(svg`<path d="M5.5 2h5M6.5 2v4.5L4 9.5h8L9.5 6.5V2M8 9.5V14" />`);
const compareIcon = icon(svg`<path d="M2 3h4.5v10H2zM9.5 3H14v10H9.5z" />`);
const moreIcon = icon(svg`<path d="M3 8h.01M8 8h.01M13 8h.01" stroke-width="2.2" stroke-linecap="round" />`);
const columnsIcon = icon(svg`<path d="M2 3h12v10H2zM6 3v10M10 3v10" />`);

/** The row of titles. @param active the place of the title that has the keyboard */
export function headerTemplate(data: TableData, active: number | undefined): TemplateResult {
  const { sort, plan } = data.input;
  return html`<div role="row" class="row titles" aria-rowindex="1">
    <div role="columnheader" class="cell lead" aria-colindex="1">
      <span class="hidden">${l10n.t('Marks')}</span>
    </div>
    ${data.columns.map(({ column, stays }, place) => {
      const rank = sort.findIndex((key) => key.column === column.id);
      const key = sort[rank];
      return html`<div
        role="columnheader"
        id="h${place}"
        class="cell title ${column.align} ${stays ? `stays ${column.id}` : ''} ${place === active ? 'active' : ''}"
        data-title=${column.id}
        aria-colindex=${place + 2}
        aria-sort=${rank === 0 && key ? (key.direction === 'asc' ? 'ascending' : 'descending') : nothing}
      >
        <span class="words"
          ><span class="text" title=${columnTitle(column, plan)}>${unbroken(columnTitle(column, plan))}</span>
          ${key ? sortMark(key, rank, sort.length) : nothing}</span
        >${
          column.id === notesId
            ? nothing
            : html`<span class="grip" data-grip=${column.id} aria-hidden="true"></span>`
        }
      </div>`;
    })}
    <div role="columnheader" class="cell chooser" aria-colindex=${data.columns.length + 2}>
      <button
        type="button"
        class="choose"
        aria-label=${l10n.t('Choose Columns…')}
        title=${l10n.t('Choose Columns…')}
        aria-haspopup="dialog"
      >
        ${columnsIcon}
      </button>
    </div>
  </div>`;
}

/** A browser would break the line between a slash and a Chinese letter. */
const unbroken = (title: string): string => title.replaceAll(/\/(?=[\u2E80-\u9FFF])/g, '/\u2060');

/** An arrow, and with several keys which of them it is. Only one title may have `aria-sort`, so words say the rest. */
function sortMark({ direction }: SortKey, rank: number, count: number): TemplateResult {
  const words =
    direction === 'asc'
      ? l10n.t('sorted ascending, key {0}', rank + 1)
      : l10n.t('sorted descending, key {0}', rank + 1);
  return html`<span class="mark" aria-hidden="true"
      >${direction === 'asc' ? '↑' : '↓'}${count > 1 ? rank + 1 : ''}</span
    >${count > 1 ? html`<span class="hidden">${words}</span>` : nothing}`;
}

export interface RowState {
  /** From 0, the pinned rows first. */
  place: number;
  /** The column that has the keyboard, -1 for the whole row; undefined where the keyboard is elsewhere. */
  active: number | undefined;
  isSelected: boolean;
  isHovered: boolean;
}

/** One offer. What the mouse does is heard by the table. */
export function rowTemplate(data: TableData, row: MarketRow, state: RowState): TemplateResult {
  const { place, active, isSelected, isHovered } = state;
  const marks = data.marks(row);
  const look = [
    'row',
    place % 2 === 1 ? 'odd' : '',
    isSelected ? 'selected' : '',
    isHovered ? 'hovered' : '',
    active === undefined ? '' : 'active',
    marks.isBad ? 'bad' : '',
  ].join(' ');
  return html`<div
    role="row"
    id="r${place}"
    class=${look}
    data-place=${place}
    aria-rowindex=${place + 2}
    aria-selected=${String(isSelected)}
    aria-label=${data.words(row)}
  >
    <div role="gridcell" class="cell lead" aria-colindex="1">
      ${isHovered || active !== undefined || marks.isPinned || marks.isCompared ? tools(marks) : nothing}
    </div>
    ${data
      .texts(row)
      .map(
        (text, at) =>
          html`<div
            role="gridcell"
            id=${at === active ? `r${place}c${at}` : nothing}
            class=${cellLook(data, at, at === active)}
            aria-colindex=${at + 2}
            title=${titleOf(data, row, at, text)}
          >
            ${text}
          </div>`,
      )}
  </div>`;
}

function cellLook({ columns }: TableData, at: number, isActive: boolean): string {
  const { column: { align = 'start', id = '' } = {}, stays = false } = columns[at] ?? {};
  return `cell ${align}${stays ? ` stays ${id}` : ''}${isActive ? ' here' : ''}${id === notesId ? ' note' : ''}`;
}

/** What a cell doesn't have room for: the whole price, or a long name. */
function titleOf(data: TableData, row: MarketRow, at: number, text: string): string | typeof nothing {
  const { id = '', align = 'start' } = data.columns[at]?.column ?? {};
  if (id === 'price') return data.sentence(row);
  return align === 'start' && text.length > 12 ? text : nothing;
}

/**
 * For the mouse, and only where they are seen, as they take longer to draw than the words. The keyboard has keys and the
 * menu, and the row's name says what is on.
 */
function tools({ isPinned, isCompared }: RowMarks): TemplateResult {
  return html`<span class="tool ${isPinned ? 'on' : ''}" data-tool="pin" title=${l10n.t('Pin')}
      >${pinIcon}</span
    ><span class="tool ${isCompared ? 'on' : ''}" data-tool="compare" title=${l10n.t('Compare')}
      >${compareIcon}</span
    ><span class="tool" data-tool="menu" title=${l10n.t('More Actions…')}>${moreIcon}</span>`;
}
