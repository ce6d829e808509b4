import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PanelQuery } from '../../../../domain/offers/filters/panelQuery';
import { chipsOf, withoutFilter } from '../../../../domain/offers/filters/queryText';

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
