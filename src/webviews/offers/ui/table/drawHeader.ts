import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { columnTitle } from '../../../../domain/offers/table/columns';
import type { SortKey } from '../../../../domain/offers/table/sortRows';
import { columnsIcon } from './icons';
import { notesId, type TableData } from './tableData';

/** The row of titles. @param active the place of the title that has the keyboard */
export function headerTemplate(data: TableData, active: number | undefined): TemplateResult {
  const { sort, plan } = data.input;
  return html`<div role="row" class="row titles" aria-rowindex="1">
    <div role="columnheader" class="cell lead" aria-colindex="1">
      <span class="hidden">${l10n.t('Marks')}</span>
    </div>
    ${data.columns.map(({ column }, place) => {
      const rank = sort.findIndex((key) => key.column === column.id);
      const key = sort[rank];
      return html`<div
        role="columnheader"
        id="h${place}"
        class="cell title ${column.align} ${place === 0 ? 'first' : ''} ${place === active ? 'active' : ''}"
        data-title=${column.id}
        aria-colindex=${place + 2}
        aria-sort=${rank === 0 && key ? (key.direction === 'asc' ? 'ascending' : 'descending') : nothing}
      >
        <span class="text" title=${columnTitle(column, plan)}>${columnTitle(column, plan)}</span
        >${key ? sortMark(key, rank, sort.length) : nothing}${
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
