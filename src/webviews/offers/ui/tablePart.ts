import { html, type nothing, type TemplateResult } from 'lit';
import type { Layout } from '../../../domain/offers/table/layout';
import type { PanelQuery } from '../../../domain/offers/filters/panelQuery';
import { narrowedQuery } from '../../../domain/offers/filters/narrowedQuery';
import type { SortKey } from '../../../domain/offers/table/sortRows';
import type { Action, MenuAction } from '../protocol';
import type { Model } from './model';
import './table/offersTable';

/** What a row's menu and details do, as far as the table and the details don't do it themselves. */
export type RowAction = Extract<
  MenuAction,
  'details' | 'onlyMachine' | 'notMachine' | 'notHost' | 'copyJson' | 'copyQuery'
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
export function tablePart(
  model: Model,
  acts: PanelActs,
  empty: TemplateResult | typeof nothing,
): TemplateResult {
  const change = (work: () => void) => (): void => {
    work();
    acts.redraw();
  };
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
    @row-select=${({ detail }: CustomEvent<{ key: string }>) => change(() => (model.selected = detail.key))()}
    @row-hover=${({ detail }: CustomEvent<{ key?: string }>) => change(() => (model.hovered = detail.key))()}
    @row-open=${({ detail }: CustomEvent<{ key: string }>) => acts.send({ kind: 'rent', key: detail.key })}
    @sort-change=${({ detail }: CustomEvent<SortKey[]>) => change(() => (model.sort = detail))()}
    @pin-change=${({ detail }: CustomEvent<string[]>) => change(() => (model.pinned = new Set(detail)))()}
    @compare-change=${({ detail }: CustomEvent<string[]>) =>
      change(() => (model.compared = new Set(detail)))()}
    @columns-change=${({ detail }: CustomEvent<Layout['columns']>) => arrange(model, acts, detail)}
    @columns-choose=${() => acts.send({ kind: 'chooseColumns' })}
    @row-action=${({ detail }: CustomEvent<{ action: RowAction; key: string }>) =>
      onRow(model, acts, detail.action, detail.key)}
    >${empty}</offers-table
  >`;
}

/** Shows these columns, and has the host remember them. */
export function arrange(model: Model, { send, redraw }: PanelActs, columns: Layout['columns']): void {
  model.arrange({ ...model.layout, columns });
  send({ kind: 'layout', layout: model.layout });
  redraw();
}

/** Carries out an action on a row. */
export function onRow(
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
    case 'notMachine':
    case 'notHost':
      if (row && model.query) search(narrowedQuery(model.query, row, action));
  }
}
