import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { followPointer, styled } from '../../../shared/ui/element';
import type { Place } from '../../../shared/ui/plot/chart';
import type { ScatterChart } from './chart';

/** CSS pixels after which a press is no click any more. */
const least = 5;
const step = 1.5;

/** A part of the plot is looked at closer: one that is drawn with the mouse, or by the wheel or a key. */
export class Zooming {
  readonly #host: LitElement;
  readonly #chart: ScatterChart;
  #drawn: { from: Place; to: Place } | undefined;
  /** The click that follows selects nothing. */
  hasDragged = false;

  constructor(host: LitElement, chart: ScatterChart) {
    this.#host = host;
    this.#chart = chart;
  }

  /** What is being drawn. */
  get section(): TemplateResult | typeof nothing {
    if (!this.#drawn) return nothing;
    const { from, to } = this.#drawn;
    const edges = {
      left: `${Math.min(from.left, to.left)}px`,
      top: `${Math.min(from.top, to.top)}px`,
      width: `${Math.abs(from.left - to.left)}px`,
      height: `${Math.abs(from.top - to.top)}px`,
    };
    return html`<div class="section" ${styled(edges)}></div>`;
  }

  readonly down = (event: PointerEvent): void => {
    this.hasDragged = false;
    const from = this.#chart.at(event);
    const { currentTarget: plot, pointerId } = event;
    if (!from || event.button !== 0 || !(plot instanceof HTMLElement)) return;
    let to = from;
    followPointer(
      (move) => {
        to = this.#chart.at(move) ?? from;
        this.hasDragged ||= Math.hypot(to.left - from.left, to.top - from.top) > least;
        if (!this.hasDragged) return;
        plot.setPointerCapture(pointerId);
        this.#draw({ from, to });
      },
      (_, isDropped) => {
        this.#draw(undefined);
        const isArea = Math.min(Math.abs(to.left - from.left), Math.abs(to.top - from.top)) > least;
        if (isDropped && isArea) this.#chart.zoomTo(from, to);
      },
    );
  };

  /** Where the panel itself scrolls, only with Ctrl or Command. */
  readonly rolled = (event: WheelEvent): void => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (scrollHeight > clientHeight && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#chart.zoomBy(event.deltaY < 0 ? step : 1 / step, this.#chart.at(event));
  };

  /** Whether a key was about this. @param key of an offer to look at closer */
  pressed(pressed: string, key: string | undefined): boolean {
    const at = key === undefined ? undefined : this.#chart.placeOf(key);
    if (pressed === '+' || pressed === '=') this.#chart.zoomBy(step, at);
    else if (pressed === '-' || pressed === '−') this.#chart.zoomBy(1 / step, at);
    else if (pressed === '0') this.#chart.showAll();
    else return false;
    return true;
  }

  #draw(drawn: { from: Place; to: Place } | undefined): void {
    this.#drawn = drawn;
    this.#host.requestUpdate();
  }
}
