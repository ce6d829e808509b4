import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import { type PlotAxes, usualAxes } from '../../../../domain/offers/plot/plotAxes';
import { type Plotted, type PlottedOffer, plotRows } from '../../../../domain/offers/plot/plotPoints';
import { leftOutWords, pointWords } from '../../../../domain/offers/plot/plotWords';
import { watchTheme } from '../../../shared/ui/plot/theme';
import { styled } from '../../../shared/ui/styled';
import { axisControls } from './axisControls';
import { ScatterChart } from './chart';
import type { Place } from './hitGrid';
import { lookOf } from './look';
import { styles } from './styles';
import { textEquivalent } from './textEquivalent';
import { tip, tipPlace } from './tip';
import { stepTo } from './walk';

/** CSS pixels from an offer at which the mouse points at it. */
const reach = 16;

/** Whether two small objects differ in any member. */
const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/**
 * Offers as points, with the efficient frontier. Events: `row-select` and `row-hover` with `{key}` (without a key when
 * no offer is pointed at any more), `axes-change` with the new axes.
 */
export class OffersPlot extends LitElement {
  static override styles = styles;
  static override properties = {
    rows: { attribute: false },
    plan: { attribute: false, hasChanged: isOther },
    axes: { attribute: false, hasChanged: isOther },
    selected: { attribute: false },
    hovered: { attribute: false },
    pointed: { state: true },
    spoken: { state: true },
  };
  /** The offers to draw. */
  declare rows: readonly MarketRow[];
  declare plan: Plan;
  declare axes: PlotAxes;
  /** The key of the selected row. */
  declare selected: string | undefined;
  /** The key of the row that is pointed at, here or elsewhere. */
  declare hovered: string | undefined;
  /** The key of the offer that the mouse or the keyboard points at here. */
  declare pointed: string | undefined;
  /** What is read aloud after a key. */
  declare spoken: string;

  #plotted: Plotted | undefined;
  #drawnRows: readonly MarketRow[] | undefined;
  #chart: ScatterChart | undefined;
  #theme: { stop(): void } | undefined;
  readonly #size = new ResizeObserver(() => this.#chart?.resize());

  constructor() {
    super();
    this.rows = [];
    this.plan = { disk: 0, hours: 1 };
    this.axes = usualAxes;
    this.spoken = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#theme = watchTheme(() => this.#chart?.redraw(lookOf(this)));
    this.#draw();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#theme?.stop();
    this.#size.disconnect();
    this.#chart?.destroy();
    this.#chart = undefined;
  }

  /** The table comes first: thousands of points are drawn once it is painted. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.rows !== this.#drawnRows) {
      this.#drawnRows = this.rows;
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('rows') && !changed.has('plan') && !changed.has('axes')) return;
    this.#plotted = plotRows(this.rows, this.plan, this.axes);
    if (this.pointed !== undefined && !this.#point(this.pointed)) this.pointed = undefined;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('rows') || changed.has('plan') || changed.has('axes')) this.#draw();
  }

  override render(): TemplateResult | typeof nothing {
    const plotted = this.#plotted;
    if (!plotted) return nothing;
    const note = leftOutWords(plotted, this.plan);
    return html`
      ${axisControls(this.axes, this.plan, (axes) => this.#tell('axes-change', axes))} ${legend()}
      <div
        class="plot"
        role="application"
        tabindex="0"
        aria-label=${l10n.t('Plot of {0} and {1}', this.#title('y'), this.#title('x'))}
        aria-describedby="summary keys"
        @pointermove=${this.#moved}
        @pointerleave=${this.#leave}
        @blur=${this.#leave}
        @click=${this.#clicked}
        @keydown=${this.#pressed}
      >
        <div class="box" aria-hidden="true"></div>
        ${this.#mark('selected', this.selected)} ${this.#mark('hovered', this.pointed ?? this.hovered)}
        <div class="keys" id="keys" aria-hidden="true">
          ${l10n.t('Left and Right: best value. Up and Down: all offers. Enter: select.')}
        </div>
        ${this.#tip()}
      </div>
      ${note === '' ? nothing : html`<p class="note">${note}</p>`} ${textEquivalent(plotted, this.plan)}
      <div class="unseen" role="status">${this.spoken}</div>
    `;
  }

  #draw(): void {
    const box = this.hasUpdated ? this.#box : null;
    if (!box || !this.#plotted) return;
    if (!this.#chart) {
      // The marks follow the drawn offers.
      this.#chart = new ScatterChart(box, lookOf(this), () => this.requestUpdate());
      this.#size.observe(box);
    }
    const { axes, plan } = this;
    this.#chart.show({ plotted: this.#plotted, axes, plan, bestName: l10n.t('Best value') });
  }

  #mark(kind: 'selected' | 'hovered', key: string | undefined): TemplateResult | typeof nothing {
    const place = key === undefined ? undefined : this.#chart?.placeOf(key);
    return place ? html`<div class="mark ${kind}" ${styled(pixels(place))}></div>` : nothing;
  }

  #tip(): TemplateResult | typeof nothing {
    const point = this.#point(this.pointed);
    const place = point && this.#chart?.placeOf(point.key);
    if (!point || !place || !this.#plotted) return nothing;
    return tip(point, this.#plotted, this.plan, tipPlace(place, this.#box));
  }

  get #box(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.box');
  }

  #title(side: 'x' | 'y'): string {
    return this.#plotted?.[side].column.title(this.plan) ?? '';
  }

  #point(key: string | undefined): PlottedOffer | undefined {
    return key === undefined ? undefined : this.#plotted?.points.find((point) => point.key === key);
  }

  #at(event: MouseEvent): PlottedOffer | undefined {
    const box = this.#box?.getBoundingClientRect();
    return (
      box && this.#chart?.nearest({ left: event.clientX - box.left, top: event.clientY - box.top }, reach)
    );
  }

  readonly #moved = (event: PointerEvent): void => this.#pointAt(this.#at(event)?.key);
  readonly #leave = (): void => this.#pointAt(undefined);

  readonly #clicked = (event: MouseEvent): void => {
    const key = this.#at(event)?.key;
    if (key !== undefined) this.#tell('row-select', { key });
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#plotted) return;
    const isChosen = event.key === 'Enter' || event.key === ' ';
    if (isChosen && this.pointed !== undefined) this.#tell('row-select', { key: this.pointed });
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
    this.#tell('row-hover', { key });
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

const pixels = ({ left, top }: Place) => ({ left: `${left}px`, top: `${top}px` });

customElements.define('offers-plot', OffersPlot);

/** What the shapes of the plot mean. */
function legend(): TemplateResult {
  return html`<ul class="legend" aria-label=${l10n.t('Legend')}>
    <li>${picture(svg`<circle class="on-demand" cx="9" cy="6" r="4"></circle>`)} ${l10n.t('On demand')}</li>
    <li>${picture(svg`<path class="bid" d="M9 1L14 6L9 11L4 6Z"></path>`)} ${l10n.t('Interruptible')}</li>
    <li>
      ${picture(svg`<path class="best" d="M0 10H7V6H12V2H18"></path>`)}
      ${l10n.t('Best value: no other offer is better in both')}
    </li>
  </ul>`;
}

const picture = (shape: TemplateResult): TemplateResult =>
  html`<svg viewBox="0 0 18 12" aria-hidden="true">${shape}</svg>`;
