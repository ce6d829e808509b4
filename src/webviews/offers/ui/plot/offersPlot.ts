import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import { type PlotAxes, usualAxes } from '../../../../domain/offers/plot/plotAxes';
import { type Plotted, type PlottedOffer, plotRows } from '../../../../domain/offers/plot/plotPoints';
import { leftOutWords, pointWords } from '../../../../domain/offers/plot/plotWords';
import { elementWith, styled } from '../../../shared/ui/element';
import { ScatterChart } from './chart';
import { stepTo } from './finding';
import { axisControls, legend, textEquivalent, tip, tipPlace } from './parts';
import { plotLooks } from './styles';
import { Zooming } from './zooming';

interface Properties {
  /** The offers to draw. */
  rows: readonly MarketRow[];
  plan: Plan;
  axes: PlotAxes;
  /** Where it is, of the table. */
  place: 'above' | 'beside';
  /** The key of the selected row. */
  selected: string | undefined;
  /** The key of the row that is pointed at, here or elsewhere. */
  hovered: string | undefined;
  /** The key of the offer that the mouse or the keyboard points at here. */
  pointed: string | undefined;
  /** What is read aloud after a key. */
  spoken: string;
}

/** CSS pixels from an offer at which the mouse points at it. */
const reach = 16;

/**
 * Offers as points, with the efficient frontier. Events: `row-select` and `row-hover` with `{key}` (without a key when
 * no offer is pointed at any more), `axes-change` with the new axes, `place-change` with the other place.
 */
export class OffersPlot extends elementWith<Properties>(
  {
    rows: [],
    plan: { disk: 0, hours: 1 },
    axes: usualAxes,
    place: 'above',
    selected: undefined,
    hovered: undefined,
    pointed: undefined,
    spoken: '',
  },
  ['plan', 'axes'],
) {
  static override styles = plotLooks;

  #plotted: Plotted | undefined;
  #drawnRows: readonly MarketRow[] | undefined;
  readonly #chart = new ScatterChart(this);
  readonly #zooming = new Zooming(this, this.#chart);

  /** The table comes first: thousands of points are drawn once it is painted. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.rows !== this.#drawnRows) {
      this.#drawnRows = this.rows;
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!isPlotted(changed)) return;
    this.#plotted = plotRows(this.rows, this.plan, this.axes);
    if (this.pointed !== undefined && !this.#point(this.pointed)) this.pointed = undefined;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.#plotted || !isPlotted(changed)) return;
    const { axes, plan } = this;
    this.#chart.show({ plotted: this.#plotted, axes, plan, bestName: l10n.t('Best value') });
  }

  override render(): TemplateResult | typeof nothing {
    const plotted = this.#plotted;
    if (!plotted) return nothing;
    const note = leftOutWords(plotted, this.plan);
    const [x, y] = [plotted.x.column.title(this.plan), plotted.y.column.title(this.plan)];
    return html`
      ${axisControls(this.axes, this.plan, (axes) => this.tell('axes-change', axes), this.#tools(plotted))}
      <div
        class="plot"
        role="application"
        tabindex="0"
        aria-label=${l10n.t('Plot of {0} and {1}', y, x)}
        aria-describedby="summary keys"
        @pointerdown=${this.#zooming.down}
        @dblclick=${this.#showAll}
        @wheel=${this.#zooming.rolled}
        @pointermove=${this.#moved}
        @pointerleave=${this.#leave}
        @blur=${this.#leave}
        @click=${this.#clicked}
        @keydown=${this.#pressed}
      >
        <div class="box" aria-hidden="true"></div>
        ${this.#zooming.section} ${this.#mark('selected', this.selected)}
        ${this.#mark('hovered', this.pointed ?? this.hovered)}
        <div class="keys" id="keys" aria-hidden="true">
          ${l10n.t('Left and Right: best value. Up and Down: all offers. Enter: select. + and −: zoom. 0: show all.')}
        </div>
        ${this.#tip(plotted)}
      </div>
      ${note === '' ? nothing : html`<p class="hint">${note}</p>`} ${textEquivalent(plotted, this.plan)}
      <div class="hidden" role="status">${this.spoken}</div>
    `;
  }

  #tools(plotted: Plotted): TemplateResult {
    const other = this.place === 'above' ? 'beside' : 'above';
    const tool = (words: string, act: () => void): TemplateResult =>
      html`<button class="link" type="button" @click=${act}>${words}</button>`;
    return html`${legend(plotted)}
    ${tool(other === 'beside' ? l10n.t('Move Beside Table') : l10n.t('Move Above Table'), () =>
      this.tell('place-change', other),
    )}
    ${this.#chart.isZoomed ? tool(l10n.t('Reset Zoom'), this.#showAll) : nothing}`;
  }

  /** The button for it is gone then. */
  readonly #showAll = (): void => {
    this.#chart.showAll();
    this.renderRoot.querySelector<HTMLElement>('.plot')?.focus();
  };

  #mark(kind: 'selected' | 'hovered', key: string | undefined): TemplateResult | typeof nothing {
    const place = key === undefined ? undefined : this.#chart.placeOf(key);
    if (!place) return nothing;
    const edges = { left: `${place.left}px`, top: `${place.top}px` };
    return html`<div class="mark ${kind}" ${styled(edges)}></div>`;
  }

  #tip(plotted: Plotted): TemplateResult | typeof nothing {
    const point = this.#point(this.pointed);
    const place = point && this.#chart.placeOf(point.key);
    if (!point || !place) return nothing;
    return tip(point, plotted, this.plan, tipPlace(place, this.#chart.box));
  }

  #point(key: string | undefined): PlottedOffer | undefined {
    return key === undefined ? undefined : this.#plotted?.points.find((point) => point.key === key);
  }

  #keyAt(event: MouseEvent): string | undefined {
    const place = this.#chart.at(event);
    return place && this.#chart.nearest(place, reach)?.key;
  }

  readonly #moved = (event: PointerEvent): void => this.#pointAt(this.#keyAt(event));
  readonly #leave = (): void => this.#pointAt(undefined);

  readonly #clicked = (event: MouseEvent): void => {
    const key = this.#zooming.hasDragged ? undefined : this.#keyAt(event);
    if (key !== undefined) this.tell('row-select', { key });
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#plotted) return;
    const isChosen = event.key === 'Enter' || event.key === ' ';
    if (isChosen && this.pointed !== undefined) this.tell('row-select', { key: this.pointed });
    else if (this.#zooming.pressed(event.key, this.pointed ?? this.selected)) this.requestUpdate();
    else if (event.key === 'Escape' && this.pointed !== undefined) this.#leave();
    else {
      const point = stepTo(event.key, this.#plotted, this.pointed ?? this.selected);
      if (!point) return;
      this.#pointAt(point.key);
      const isBest = this.#plotted.frontier.includes(point);
      this.spoken = pointWords(point, this.#plotted, this.plan, isBest);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #pointAt(key: string | undefined): void {
    if (key === this.pointed) return;
    this.pointed = key;
    this.tell('row-hover', { key });
  }
}

const isPlotted = (changed: PropertyValues<OffersPlot>): boolean =>
  changed.has('rows') || changed.has('plan') || changed.has('axes');

customElements.define('offers-plot', OffersPlot);
