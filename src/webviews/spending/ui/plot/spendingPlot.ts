import * as l10n from '@vscode/l10n';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { elementWith, styled } from '../../../shared/ui/element';
import { plotStyles } from '../../../shared/ui/plot/styles';
import type { DayView, RowView } from '../../protocol';
import { indexOf, others, type Series, swatch, swatchStyles } from '../seriesLooks';
import { countedWords, dayWords, sumWords } from '../words';
import { BarChart } from './chart';

interface Properties {
  days: readonly DayView[];
  rows: readonly RowView[];
  series: Series;
  /** The index of the day that the mouse or the keyboard points at. */
  pointed: number | undefined;
  /** What is read aloud after a key. */
  spoken: string;
}

/** The most parts of a day that are named beside its bar. */
const mostParts = 7;

/** What each day cost, as bars stacked by instance. The figures are in the table of days, too. */
export class SpendingPlot extends elementWith<Properties>({
  days: [],
  rows: [],
  series: [],
  pointed: undefined,
  spoken: '',
}) {
  static override styles = [
    plotStyles,
    swatchStyles,
    css`
      .plot {
        height: 260px;
      }
      .mark {
        border: 1px solid var(--vscode-foreground);
      }
      .tip {
        top: 8px;
        max-width: min(320px, 100%);
      }
      .tip > .part {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .amount {
        margin-inline-start: auto;
        padding-inline-start: 10px;
        white-space: nowrap;
      }
      .plot:has(.tip) .keys {
        visibility: hidden;
      }
    `,
  ];

  readonly #chart = new BarChart(this);

  protected override updated(changed: PropertyValues<this>): void {
    const { days, series } = this;
    if (changed.has('days') || changed.has('series')) this.#chart.show({ days, series });
  }

  override render(): TemplateResult {
    return html`
      ${this.#legend()}
      <div
        class="plot"
        role="application"
        tabindex="0"
        aria-label=${l10n.t('Plot of what each day cost. The table by day has the same figures.')}
        aria-describedby="keys"
        @pointermove=${this.#moved}
        @pointerleave=${this.#leave}
        @blur=${this.#leave}
        @keydown=${this.#pressed}
      >
        <div class="box" aria-hidden="true"></div>
        ${this.#mark()}
        <div class="keys" id="keys" aria-hidden="true">
          ${l10n.t('Left and Right: the day before and after.')}
        </div>
        ${this.#tip()}
      </div>
      <div class="hidden" role="status">${this.spoken}</div>
    `;
  }

  /** What the patterns mean. */
  #legend(): TemplateResult {
    const named = this.series.flatMap((source, index) => (source === undefined ? [] : [{ source, index }]));
    const hasOthers = this.days.some(({ parts }) =>
      parts.some(({ source, sum }) => sum.units > 0 && indexOf(this.series, source) === others),
    );
    return html`<ul class="legend" aria-label=${l10n.t('Legend')}>
      ${named.map(({ source, index }) => html`<li>${swatch(index)} <span>${this.#nameOf(source)}</span></li>`)}
      ${hasOthers ? html`<li>${swatch(others)} <span>${l10n.t('Others')}</span></li>` : nothing}
    </ul>`;
  }

  #mark(): TemplateResult | typeof nothing {
    const place = this.pointed === undefined ? undefined : this.#chart.placeOf(this.pointed);
    if (!place) return nothing;
    const { left, width, top, height } = place;
    const pixels = { left: `${left}px`, width: `${width}px`, top: `${top}px`, height: `${height}px` };
    return html`<div class="mark" ${styled(pixels)}></div>`;
  }

  #tip(): TemplateResult | typeof nothing {
    const day = this.#pointedDay;
    const place = this.pointed === undefined ? undefined : this.#chart.placeOf(this.pointed);
    const { box } = this.#chart;
    if (!day || !place || !box) return nothing;
    const middle = place.left + place.width / 2;
    const isRight = middle > box.clientWidth / 2;
    const beside = Math.max(0, (isRight ? box.clientWidth - place.left : place.left + place.width) + 4);
    // Where there is no room beside the bar, it is at the edge.
    const edge = box.clientWidth - beside < 200 ? 0 : beside;
    const counted = countedWords(day.sum);
    const parts = dearestFirst(day);
    return html`<div
      class="tip"
      aria-hidden="true"
      ${styled(isRight ? { right: `${edge}px` } : { left: `${edge}px` })}
    >
      <strong>${dayWords(day.day, 'long')}</strong>
      <strong>${sumWords(day.sum)}</strong>
      ${counted === '' ? nothing : html`<span>${l10n.t('Counted here: {0}', counted)}</span>`}
      ${parts
        .slice(0, mostParts)
        .map(
          ({ source, sum }) =>
            html`<span class="part"
              >${swatch(indexOf(this.series, source))} <span>${this.#nameOf(source)}</span>
              <span class="amount">${sumWords(sum)}</span></span
            >`,
        )}
      ${parts.length > mostParts ? html`<span>${l10n.t('{0} more', parts.length - mostParts)}</span>` : nothing}
    </div>`;
  }

  get #pointedDay(): DayView | undefined {
    return this.pointed === undefined ? undefined : this.days[this.pointed];
  }

  #nameOf(source: string): string {
    return this.rows.find((row) => row.source === source)?.name ?? source;
  }

  readonly #moved = (event: PointerEvent): void => {
    const place = this.#chart.at(event);
    this.pointed = place && this.#chart.dayAt(place.left);
  };

  readonly #leave = (): void => {
    this.pointed = undefined;
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.days.length - 1;
    const at = this.pointed ?? last + 1;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape' && this.pointed !== undefined) this.#leave();
    else if (next === undefined || last < 0) return;
    else {
      this.pointed = Math.min(Math.max(next, 0), last);
      this.spoken = this.#words(this.#pointedDay);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #words(day: DayView | undefined): string {
    if (!day) return '';
    const parts = dearestFirst(day).map(({ source, sum }) => `${this.#nameOf(source)} ${sumWords(sum)}`);
    return [`${dayWords(day.day, 'long')}: ${sumWords(day.sum)}`, ...parts].join(', ');
  }
}

const dearestFirst = ({ parts }: DayView): DayView['parts'] =>
  [...parts].sort((a, b) => b.sum.units - a.sum.units);

customElements.define('spending-plot', SpendingPlot);
