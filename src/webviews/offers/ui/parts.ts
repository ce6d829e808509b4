import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  type Layout,
  onlyMachine,
  type PanelQuery,
  type SortKey,
} from '../../../domain/offers/filters/panelQuery';
import { type PlotAxes, usualAxes } from '../../../domain/offers/plot/plotAxes';
import type { Action, MenuAction } from '../protocol';
import './details/offerCompare';
import './details/offerDetails';
import type { Model } from './model';
import './plot/offersPlot';
import './table/offersTable';

type KeyEvent = CustomEvent<{ key: string }>;
/** Without a key, no row is pointed at any more. */
type HoverEvent = CustomEvent<{ key?: string }>;

/** What a row's menu and details do, as far as the table and the details don't do it themselves. */
type RowAction = Extract<
  MenuAction,
  'details' | 'onlyMachine' | 'hideMachine' | 'hideHost' | 'copyJson' | 'copyQuery'
>;

/** How a part of the panel changes what is around it. */
export interface PanelActs {
  send: (action: Action) => void;
  search: (query: PanelQuery) => void;
  redraw: () => void;
  /** Moves the keyboard to an element of the panel once it is drawn. */
  focus: (selector: string) => void;
}

/**
 * The table, with what a person does in it carried out.
 *
 * @param empty what stands in place of the rows where none match, in the slot `empty`
 */
export function tablePart(model: Model, acts: PanelActs, empty: TemplateResult): TemplateResult {
  return html`<offers-table
    .rows=${model.matching}
    .market=${model.rows}
    .plan=${model.plan}
    .sort=${model.sort}
    .columns=${model.layout.columns}
    .selected=${model.selected}
    .hovered=${model.hovered}
    .pinned=${model.pinned}
    .compared=${model.compared}
    .badMachines=${model.badMachines}
    @row-select=${({ detail }: KeyEvent) => change(acts, () => (model.selected = detail.key))}
    @row-hover=${({ detail }: HoverEvent) => change(acts, () => (model.hovered = detail.key))}
    @row-open=${({ detail }: KeyEvent) => acts.send({ kind: 'rent', key: detail.key })}
    @sort-change=${({ detail }: CustomEvent<SortKey[]>) => arrange(model, acts, { ...model.layout, sort: detail })}
    @pin-change=${({ detail }: CustomEvent<string[]>) => change(acts, () => (model.pinned = new Set(detail)))}
    @compare-change=${({ detail }: CustomEvent<string[]>) => change(acts, () => (model.compared = new Set(detail)))}
    @columns-change=${({ detail }: CustomEvent<Layout['columns']>) => arrange(model, acts, { ...model.layout, columns: detail })}
    @columns-choose=${() => acts.send({ kind: 'chooseColumns' })}
    @row-action=${({ detail }: CustomEvent<{ action: RowAction; key: string }>) =>
      onRow(model, acts, detail.action, detail.key)}
    >${empty}</offers-table
  >`;
}

/** Changes the model, and shows what is then different. */
function change({ redraw }: PanelActs, work: () => void): void {
  work();
  redraw();
}

/** Shows the table and the plot like this, and has the host remember it. */
export function arrange(model: Model, { send, redraw }: PanelActs, layout: Layout): void {
  model.arrange(layout);
  send({ kind: 'layout', layout });
  redraw();
}

/** Carries out an action on a row. */
function onRow(
  model: Model,
  { send, search, redraw, focus }: PanelActs,
  action: RowAction,
  key: string,
): void {
  const row = model.row(key);
  switch (action) {
    case 'details':
      model.detailed = key;
      model.selected = key;
      redraw();
      focus('offer-details');
      break;
    case 'copyJson':
    case 'copyQuery':
      send({ kind: 'copy', key, as: action === 'copyJson' ? 'json' : 'query' });
      break;
    case 'onlyMachine':
      if (row && model.query) search(onlyMachine(model.query, row));
      break;
    case 'hideMachine':
    case 'hideHost':
      send({ kind: 'hide', key, what: action === 'hideMachine' ? 'machine' : 'host' });
  }
}

/** The details of one offer, or that it is gone; nothing while none is chosen. */
export function detailsPart(model: Model, acts: PanelActs): TemplateResult | typeof nothing {
  if (model.detailed === undefined || !model.plan) return nothing;
  const row = model.row(model.detailed);
  const close = (): void => {
    model.detailed = undefined;
    acts.redraw();
    acts.focus('offers-table');
  };
  if (!row)
    return html`<aside>
      <p role="status">${l10n.t('This offer is no longer in the list.')}</p>
      <button class="tool" type="button" @click=${close}>${l10n.t('Close')}</button>
    </aside>`;
  const { machine_id: machine } = row.offer;
  return html`<aside>
    <offer-details
      .row=${row}
      .market=${model.rows}
      .plan=${model.plan}
      .isBad=${machine !== undefined && model.badMachines.has(machine)}
      @row-open=${({ detail }: KeyEvent) => acts.send({ kind: 'rent', key: detail.key })}
      @row-action=${({ detail }: CustomEvent<{ action: RowAction; key: string }>) =>
        onRow(model, acts, detail.action, detail.key)}
      @details-close=${close}
    ></offer-details>
  </aside>`;
}

/** The offers that are compared, below the table. */
export function comparePart(model: Model, acts: PanelActs): TemplateResult | typeof nothing {
  const rows = [...model.compared].flatMap((key) => model.row(key) ?? []);
  if (rows.length === 0 || !model.plan) return nothing;
  return html`<offer-compare
    .rows=${rows}
    .plan=${model.plan}
    @row-open=${({ detail }: KeyEvent) => acts.send({ kind: 'rent', key: detail.key })}
    @compare-change=${({ detail }: CustomEvent<string[]>) => {
      model.compared = new Set(detail);
      acts.redraw();
      if (detail.length === 0) acts.focus('offers-table');
    }}
  ></offer-compare>`;
}

/** Shows or hides the plot, which the next panel remembers. */
export function plotToggle(model: Model, acts: PanelActs): TemplateResult {
  const { isShown } = arrangement(model);
  return html`<button
    class="tool"
    type="button"
    @click=${() => arrangePlot(model, acts, { isShown: !isShown })}
  >
    ${isShown ? l10n.t('Hide Plot') : l10n.t('Show Plot')}
  </button>`;
}

/** The plot, if the person wants to see it, and the table. They share the row that is pointed at and the selected one. */
export function plotAndTable(
  model: Model,
  acts: PanelActs,
  tables: TemplateResult | typeof nothing,
): TemplateResult {
  const { isShown, place, ...axes } = arrangement(model);
  return html`<div class="market ${place}">
    ${
      isShown && model.plan
        ? html`<offers-plot
            .rows=${model.matching}
            .plan=${model.plan}
            .axes=${axes}
            .place=${place}
            .selected=${model.selected}
            .hovered=${model.hovered}
            @row-select=${({ detail }: KeyEvent) => change(acts, () => (model.selected = detail.key))}
            @row-hover=${({ detail }: HoverEvent) => change(acts, () => (model.hovered = detail.key))}
            @axes-change=${({ detail }: CustomEvent<PlotAxes>) => arrangePlot(model, acts, detail)}
            @place-change=${({ detail }: CustomEvent<Arrangement['place']>) => arrangePlot(model, acts, { place: detail })}
          ></offers-plot>`
        : nothing
    }
    <div class="tables">${tables}</div>
  </div>`;
}

type Arrangement = Required<NonNullable<Layout['plot']>>;

const arrangePlot = (model: Model, acts: PanelActs, changed: Partial<Arrangement>): void =>
  arrange(model, acts, { ...model.layout, plot: { ...arrangement(model), ...changed } });

/** In CSS pixels: beside the plot there is room for the columns that are looked at first. */
const wide = 1400;

/** Until the person says so, a plot is where there is room for it. */
function arrangement({ layout: { plot } }: Model): Arrangement {
  return {
    ...usualAxes,
    isShown: innerHeight >= 640 && innerWidth > 760,
    place: innerWidth >= wide ? 'beside' : 'above',
    ...plot,
  };
}
