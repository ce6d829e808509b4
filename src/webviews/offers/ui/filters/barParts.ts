import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PanelQuery } from '../../../../domain/offers/filters/panelQuery';
import { chipsOf, withoutFilter } from '../../../../domain/offers/filters/queryText';
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

/** What a chip does. */
interface Chips {
  change: (query: PanelQuery) => void;
  /** A chip was removed; the one in its place gets the focus. */
  focusAt: (index: number) => void;
  /** What is in front of the chips, in the same line. */
  before: TemplateResult;
}

/** The filters that are set, each with a button that removes it; those that the service did not keep to are marked. */
export function chipList(
  query: PanelQuery,
  contradicted: readonly string[],
  { change, focusAt, before }: Chips,
): TemplateResult {
  const chips = chipsOf(query);
  if (chips.length === 0) return html`<div class="line">${before}</div>`;
  const wrong = chips.filter(({ field }) => contradicted.includes(field));
  return html`
    <div class="line">
      ${before}
      <ul class="chips" aria-label=${l10n.t('Active filters')}>
        ${chips.map(
          ({ field, words }, index) =>
            html`<li>
              <button
                class="chip"
                type="button"
                aria-label=${l10n.t('Remove filter {0}', words)}
                title=${l10n.t('Remove Filter')}
                @click=${() => {
                  change(withoutFilter(query, field));
                  focusAt(index);
                }}
              >
                ${contradicted.includes(field) ? html`<span aria-hidden="true">⚠</span>` : nothing}
                <span>${words}</span><span aria-hidden="true">✕</span>
              </button>
            </li>`,
        )}
        <li>
          <button
            class="link"
            type="button"
            @click=${() => {
              change({ ...query, filters: {} });
              focusAt(0);
            }}
          >
            ${l10n.t('Clear All')}
          </button>
        </li>
      </ul>
    </div>
    ${
      wrong.length === 0
        ? nothing
        : html`<p class="warned" role="status">
            ${l10n.t(
              'The service sent offers that don’t match {0}. They’re hidden.',
              wrong.map(({ words }) => words).join(', '),
            )}
          </p>`
    }
  `;
}
