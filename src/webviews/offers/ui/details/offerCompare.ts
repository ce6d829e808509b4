import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { type ComparedFact, comparison } from '../../../../domain/offers/comparison';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import { rowTitle } from '../../../../domain/offers/table/rowWords';
import { elementWith } from '../../../shared/ui/element';
import { detailStyles } from './styles';

/** How many offers are compared. One more takes the place of the first. */
export const mostCompared = 4;

interface Properties {
  rows: readonly MarketRow[];
  plan: Plan;
  onlyDifferent: boolean;
}

/**
 * Two to four offers side by side. Sends `row-open` (`{key}`) and `compare-change` (the keys of those that are left).
 */
export class OfferCompare extends elementWith<Properties>({
  rows: [],
  plan: { disk: 0, hours: 1 },
  onlyDifferent: false,
}) {
  static override styles = detailStyles;

  override render(): TemplateResult | typeof nothing {
    const { rows, plan } = this;
    if (rows.length === 0) return nothing;
    const facts = comparison(rows, plan);
    const shown = this.onlyDifferent ? facts.filter(({ isDifferent }) => isDifferent) : facts;
    return html`<section class="compared" aria-labelledby="title">
      <header>
        <h2 id="title">${l10n.t('Comparison')}</h2>
        ${
          rows.length < 2
            ? html`<p>${l10n.t('Choose another offer to compare it with.')}</p>`
            : html`<label
                ><input
                  type="checkbox"
                  .checked=${this.onlyDifferent}
                  @change=${() => (this.onlyDifferent = !this.onlyDifferent)}
                />${l10n.t('Only differences')}</label
              >`
        }
        ${
          rows.length < mostCompared
            ? nothing
            : html`<p role="status">
                ${l10n.t('No more than {0}: another offer takes the place of the first.', mostCompared)}
              </p>`
        }
        <vscode-button secondary @click=${() => this.tell('compare-change', [])}
          >${l10n.t('Close')}</vscode-button
        >
      </header>
      <div class="scroll" tabindex="0" role="region" aria-label=${l10n.t('Compared offers')}>
        <table>
          <thead>
            <tr>
              <td></td>
              ${rows.map((row) => this.#title(row))}
            </tr>
          </thead>
          <tbody>
            ${shown.map(factRow)}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  #title(row: MarketRow): TemplateResult {
    const title = rowTitle(row);
    const left = this.rows.flatMap(({ key }) => (key === row.key ? [] : key));
    return html`<th scope="col">
      ${title}
      <div class="actions">
        <vscode-button
          aria-label=${l10n.t('Rent {0}…', title)}
          @click=${() => this.tell('row-open', { key: row.key })}
          >${l10n.t('Rent…')}</vscode-button
        >
        <vscode-button
          secondary
          aria-label=${l10n.t('Remove {0} from the Comparison', title)}
          @click=${() => this.tell('compare-change', left)}
          >${l10n.t('Remove')}</vscode-button
        >
      </div>
    </th>`;
  }
}

/** A difference has a sign, and the best of it a word, so that neither needs a color. */
function factRow({ title, texts, isDifferent, best }: ComparedFact): TemplateResult {
  return html`<tr class=${isDifferent ? 'different' : ''}>
    <th scope="row">
      <span class="sign" aria-hidden="true">${isDifferent ? '≠' : ''}</span>${title}${
        isDifferent ? html`<span class="hidden">, ${l10n.t('different')}</span>` : nothing
      }
    </th>
    ${texts.map(
      (text, place) =>
        html`<td>
          ${text}${best.includes(place) ? html` <span class="best">${l10n.t('best')}</span>` : nothing}
        </td>`,
    )}
  </tr>`;
}

customElements.define('offer-compare', OfferCompare);
