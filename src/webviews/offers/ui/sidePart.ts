import { html, nothing, type TemplateResult } from 'lit';
import './details/offerCompare';
import './details/offerDetails';
import type { Model } from './model';
import { onRow, type PanelActs, type RowAction } from './tablePart';

type KeyEvent = CustomEvent<{ key: string }>;

/** The details of one offer; nothing while none is chosen, or when it is gone. */
export function detailsPart(model: Model, acts: PanelActs): TemplateResult | typeof nothing {
  const row = model.row(model.detailed);
  if (!row || !model.plan) return nothing;
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
      @details-close=${() => {
        model.detailed = undefined;
        acts.redraw();
        acts.focus('offers-table');
      }}
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
