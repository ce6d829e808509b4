import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import { axisText } from '../../../../domain/offers/plot/plotAxes';
import type { Plotted } from '../../../../domain/offers/plot/plotPoints';
import { plotSummary, rentalWords } from '../../../../domain/offers/plot/plotWords';
import { rowTitle } from '../../../../domain/offers/table/rowWords';

/** Rows of the table that is read aloud. */
const mostRows = 50;

/** The plot as a summary and a table of the frontier, read aloud and not seen. */
export function textEquivalent(plotted: Plotted, plan: Plan): TemplateResult {
  const { x, y, frontier } = plotted;
  return html`<div class="unseen">
    <p id="summary">${plotSummary(plotted, plan)}</p>
    ${
      frontier.length === 0
        ? nothing
        : html`<table>
            <caption>
              ${
                frontier.length > mostRows
                  ? l10n.t('Best value, the first {0} of {1} offers', mostRows, frontier.length)
                  : l10n.t('Best value')
              }
            </caption>
            <thead>
              <tr>
                <th scope="col">${l10n.t('GPU')}</th>
                <th scope="col">${l10n.t('Rental')}</th>
                <th scope="col">${x.column.title(plan)}</th>
                <th scope="col">${y.column.title(plan)}</th>
              </tr>
            </thead>
            <tbody>
              ${frontier.slice(0, mostRows).map(
                ({ row }) =>
                  html`<tr>
                    <th scope="row">${rowTitle(row)}</th>
                    <td>${rentalWords(row)}</td>
                    <td>${axisText(x, row, plan)}</td>
                    <td>${axisText(y, row, plan)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </div>`;
}
