import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatPerHour } from '../../../../domain/money/cost';
import { type Plan, plannedPrice } from '../../../../domain/offers/plannedPrice';
import type { Plotted, PlottedOffer } from '../../../../domain/offers/plot/plotPoints';
import { rentalWords, valueWords } from '../../../../domain/offers/plot/plotWords';
import { rowTitle } from '../../../../domain/offers/table/rowWords';
import { styled } from '../../../shared/ui/styled';
import type { Place } from './hitGrid';

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
