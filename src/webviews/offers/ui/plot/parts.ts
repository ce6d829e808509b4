import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatPerHour } from '../../../../domain/money/cost';
import { type Plan, plannedPrice } from '../../../../domain/offers/plannedPrice';
import {
  axisLabel,
  axisText,
  plotAxes,
  type PlotAxes,
  plotAxis,
  withAxis,
} from '../../../../domain/offers/plot/plotAxes';
import type { Plotted, PlottedOffer } from '../../../../domain/offers/plot/plotPoints';
import { plotSummary, rentalWords, valueWords } from '../../../../domain/offers/plot/plotWords';
import { rowTitle } from '../../../../domain/offers/table/rowWords';
import type { Place } from '../../../shared/ui/plot/chart';
import { styled } from '../../../shared/ui/element';

/** The choice of both axes and their scales. @param change gets the new axes @param more follows it in its line */
export function axisControls(
  axes: PlotAxes,
  plan: Plan,
  change: (axes: PlotAxes) => void,
  more: TemplateResult,
): TemplateResult {
  const control = (side: 'x' | 'y', title: string, log: 'logX' | 'logY'): TemplateResult => {
    const chosen = plotAxis(axes, side).id;
    return html`<div class="axis" role="group" aria-label=${title}>
      <label for="axis-${side}" title=${title}
        ><span aria-hidden="true">${side === 'x' ? '↔' : '↕'}</span
        ><span class="hidden">${title}</span></label
      >
      <select
        id="axis-${side}"
        .value=${chosen}
        @change=${({ target }: Event) => {
          if (target instanceof HTMLSelectElement) change(withAxis(axes, side, target.value));
        }}
      >
        ${plotAxes.map(
          (axis) =>
            html`<option value=${axis.id} ?selected=${axis.id === chosen}>${axisLabel(axis, plan)}</option>`,
        )}
      </select>
      <vscode-checkbox
        label=${l10n.t('Log scale')}
        .checked=${axes[log]}
        @change=${({ target }: Event) => {
          const isLog = target instanceof HTMLElement && 'checked' in target && target.checked === true;
          change({ ...axes, [log]: isLog });
        }}
      ></vscode-checkbox>
    </div>`;
  };
  return html`<div class="bar">
    ${control('y', l10n.t('Vertical axis'), 'logY')} ${control('x', l10n.t('Horizontal axis'), 'logX')}
    ${more}
  </div>`;
}

/** What the shapes of the plot mean, where there are both. The frontier is named where it is. */
export function legend({ points }: Plotted): TemplateResult | typeof nothing {
  const hasBoth = points.some(({ row }) => row.isBid) && points.some(({ row }) => !row.isBid);
  if (!hasBoth) return nothing;
  return html`<ul class="legend" aria-label=${l10n.t('Legend')}>
    <li>${picture(svg`<circle class="on-demand" cx="9" cy="6" r="4"></circle>`)} ${l10n.t('On demand')}</li>
    <li>${picture(svg`<path class="bid" d="M9 1L14 6L9 11L4 6Z"></path>`)} ${l10n.t('Interruptible')}</li>
  </ul>`;
}

const picture = (shape: TemplateResult): TemplateResult =>
  html`<svg viewBox="0 0 18 12" aria-hidden="true">${shape}</svg>`;

type Edges = Partial<Record<'left' | 'right' | 'top' | 'bottom', string>>;

/** CSS pixels between an offer and its tooltip. */
const distance = 14;

/** Where the text about a place goes: away from the nearer edges of the box, so that it is not cut off. */
export function tipPlace(
  { left, top }: Place,
  box: { clientWidth: number; clientHeight: number } | null,
): Edges {
  const { clientWidth: width = 0, clientHeight: height = 0 } = box ?? {};
  const isRight = left > width / 2;
  const isLow = top > height / 2;
  // Where there is little room beside an offer, the text is above or below it.
  const beside = width >= 560 ? (isRight ? width - left : left) + distance : 0;
  const [upper, lower] = width >= 560 ? [top, height - top] : [top + distance, height - top + distance];
  return {
    ...(isRight ? { right: `${beside}px` } : { left: `${beside}px` }),
    ...(isLow ? { bottom: `${lower}px` } : { top: `${upper}px` }),
  };
}

/** The tooltip of an offer. A screen reader reads it by itself. */
export function tip(point: PlottedOffer, plotted: Plotted, plan: Plan, edges: Edges): TemplateResult {
  const { x, y, frontier } = plotted;
  const isPriced = x.id === 'price' || y.id === 'price';
  return html`<p class="tip" aria-hidden="true" ${styled(edges)}>
    <strong>${rowTitle(point.row)}</strong>
    <span>${rentalWords(point.row)}</span>
    <span>${valueWords(x, point.row, plan)}</span>
    ${x.id === y.id ? nothing : html`<span>${valueWords(y, point.row, plan)}</span>`}
    ${isPriced ? nothing : html`<span>${formatPerHour(plannedPrice(point.row, plan).running)}</span>`}
    ${frontier.includes(point) ? html`<span>${l10n.t('Best value')}</span>` : nothing}
  </p>`;
}

/** Rows of the table that is read aloud. */
const mostRows = 50;

/** The plot as a summary and a table of the frontier, read aloud and not seen. */
export function textEquivalent(plotted: Plotted, plan: Plan): TemplateResult {
  const { x, y, frontier } = plotted;
  return html`<div class="hidden">
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
