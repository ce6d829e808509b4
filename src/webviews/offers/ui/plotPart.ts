import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { type PlotAxes, usualAxes } from '../../../domain/offers/plot/plotAxes';
import type { Model } from './model';
import './plot/offersPlot';
import type { PanelActs } from './tablePart';

type Acts = Pick<PanelActs, 'send' | 'redraw'>;

/** Shows or hides the plot, which the next panel remembers. */
export function plotToggle(model: Model, acts: Acts): TemplateResult {
  const { axes, isShown } = arrangement(model);
  return html`<vscode-button secondary @click=${() => arrange(model, acts, { ...axes, isShown: !isShown })}
    >${isShown ? l10n.t('Hide Plot') : l10n.t('Show Plot')}</vscode-button
  >`;
}

/** The plot, if the person wants to see it. It shares the row that is pointed at and the selected one with the table. */
export function plotPart(model: Model, acts: Acts): TemplateResult | typeof nothing {
  const { axes, isShown } = arrangement(model);
  if (!isShown || !model.plan) return nothing;
  return html`<offers-plot
    .rows=${model.matching}
    .plan=${model.plan}
    .axes=${axes}
    .selected=${model.selected}
    .hovered=${model.hovered}
    @row-select=${({ detail }: CustomEvent<{ key: string }>) => {
      model.selected = detail.key;
      acts.redraw();
    }}
    @row-hover=${({ detail }: CustomEvent<{ key?: string }>) => {
      model.hovered = detail.key;
      acts.redraw();
    }}
    @axes-change=${({ detail }: CustomEvent<PlotAxes>) => arrange(model, acts, { ...detail, isShown })}
  ></offers-plot>`;
}

function arrangement({ layout: { plot } }: Model): { axes: PlotAxes; isShown: boolean } {
  // Until the person says so, the plot must leave room for the table.
  if (!plot) return { axes: usualAxes, isShown: window.innerHeight >= 900 };
  const { isShown, ...axes } = plot;
  return { axes, isShown };
}

function arrange(model: Model, { send, redraw }: Acts, plot: PlotAxes & { isShown: boolean }): void {
  model.arrange({ ...model.layout, plot });
  send({ kind: 'layout', layout: model.layout });
  redraw();
}
