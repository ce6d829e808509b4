import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PanelQuery } from '../../../../domain/offers/filters/panelQuery';
import {
  type PlanField,
  planLabel,
  planPrompt,
  planUnit,
  readPlan,
} from '../../../../domain/offers/planInput';

const types: readonly PanelQuery['type'][] = ['on-demand', 'bid', 'both'];

/** How the offer is rented, and what its price is worked out with. `note` is about the bid. */
export function planControls(
  query: PanelQuery,
  note: string | undefined,
  change: (query: PanelQuery) => void,
): TemplateResult {
  return html`
    <div class="usual">
      <label for="type">${l10n.t('Rental type')}</label>
      <select
        id="type"
        @change=${({ target }: Event) => {
          const type = target instanceof HTMLSelectElement ? types[target.selectedIndex] : undefined;
          if (type) change({ ...query, type });
        }}
      >
        ${types.map((type) => html`<option .selected=${type === query.type}>${typeWords(type)}</option>`)}
      </select>
    </div>
    ${query.type === 'on-demand' ? nothing : planNumber('bid', query, change, note)}
    ${planNumber('disk', query, change)} ${planNumber('hours', query, change)}
  `;
}

function planNumber(
  field: PlanField,
  query: PanelQuery,
  change: (query: PanelQuery) => void,
  note = '',
): TemplateResult {
  return html`<div class="usual" data-field=${field}>
    <filter-number
      .label=${planLabel(field)}
      .prompt=${planPrompt(field)}
      .unit=${planUnit(field)}
      .empty=${field === 'bid' ? l10n.t('lowest bid') : ''}
      .text=${query[field] === undefined ? '' : String(query[field])}
      .note=${note}
      .read=${(text: string) => readPlan(field, text)}
      @typed=${({ detail }: CustomEvent<string>) => {
        const { value, problem } = readPlan(field, detail);
        if (problem !== undefined) return;
        if (field === 'bid') change(withBid(query, value));
        else if (value !== undefined) change({ ...query, [field]: value });
      }}
    ></filter-number>
  </div>`;
}

function withBid({ bid: _, ...query }: PanelQuery, bid: number | undefined): PanelQuery {
  return bid === undefined ? query : { ...query, bid };
}

function typeWords(type: PanelQuery['type']): string {
  switch (type) {
    case 'on-demand':
      return l10n.t('on-demand');
    case 'bid':
      return l10n.t('interruptible');
    case 'both':
      return l10n.t('both');
  }
}
