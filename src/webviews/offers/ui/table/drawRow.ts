import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { RowMarks } from '../../../../domain/offers/table/rowWords';
import { compareIcon, moreIcon, pinIcon } from './icons';
import { notesId, type TableData } from './tableData';

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
  const { align = 'start', id = '' } = columns[at]?.column ?? {};
  return `cell ${align}${at === 0 ? ' first' : ''}${isActive ? ' here' : ''}${id === notesId ? ' note' : ''}`;
}

/** What a cell doesn't have room for: the whole price, or a long name. */
function titleOf(data: TableData, row: MarketRow, at: number, text: string): string | typeof nothing {
  const { id = '', align = 'start' } = data.columns[at]?.column ?? {};
  if (id === 'price') return data.sentence(row);
  return align === 'start' && text.length > 12 ? text : nothing;
}

/** Only where they can be seen, for they take longer to draw than the words. For the mouse; the keyboard has keys and the menu, and the row's name says what is on. */
function tools({ isPinned, isCompared }: RowMarks): TemplateResult {
  return html`<span class="tool ${isPinned ? 'on' : ''}" data-tool="pin" title=${l10n.t('Pin')}
      >${pinIcon}</span
    ><span class="tool ${isCompared ? 'on' : ''}" data-tool="compare" title=${l10n.t('Compare')}
      >${compareIcon}</span
    ><span class="tool" data-tool="menu" title=${l10n.t('More Actions…')}>${moreIcon}</span>`;
}
