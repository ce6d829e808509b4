import '@vscode-elements/elements/dist/vscode-button/index.js';
import { css, html, nothing, type TemplateResult } from 'lit';
import { type EmptyReason, emptyReason } from '../../../../domain/offers/filters/emptyResult';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { PanelQuery } from '../../../../domain/offers/filters/panelQuery';
import { elementWith } from '../../../shared/ui/element';
import { baseStyles } from '../../../shared/ui/styles';

/** How many changes are offered: the most helpful ones. */
const most = 6;

interface Properties {
  query: PanelQuery | undefined;
  /** The whole market at hand. */
  rows: readonly MarketRow[];
  /** The market has more offers than are at hand. */
  isCut: boolean;
}

/** Why no offer matches, with a button for each change that helps. Sends `query-change`. */
export class NoOffers extends elementWith<Properties>({ query: undefined, rows: [], isCut: false }) {
  static override styles = css`
    ${baseStyles}
    :host {
      padding: 8px 0;
    }
    p {
      margin: 0 0 6px;
      font-weight: 600;
    }
    ul {
      display: flex;
      flex-direction: column;
      gap: 6px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
    }
  `;
  #reason: EmptyReason | undefined;

  protected override willUpdate(): void {
    this.#reason = this.query && emptyReason(this.rows, this.query, this.isCut);
  }

  override render(): TemplateResult | typeof nothing {
    const reason = this.#reason;
    if (!reason) return nothing;
    return html`
      <p role="status">${reason.sentence}</p>
      <ul>
        ${reason.remedies.slice(0, most).map(
          ({ words, effect, query }) =>
            html`<li>
              <vscode-button secondary @click=${() => this.tell('query-change', query)}
                >${words}</vscode-button
              >
              <span class="hint">${effect}</span>
            </li>`,
        )}
      </ul>
    `;
  }
}

customElements.define('no-offers', NoOffers);
