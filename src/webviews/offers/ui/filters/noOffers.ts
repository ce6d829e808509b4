import '@vscode-elements/elements/dist/vscode-button/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { type EmptyReason, emptyReason } from '../../../../domain/offers/filters/emptyResult';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { PanelQuery } from '../../../../domain/offers/filters/panelQuery';

/** How many changes are offered: the most helpful ones. */
const most = 6;

/** Why no offer matches, with a button for each change that helps. Sends `query-change`. */
export class NoOffers extends LitElement {
  static override properties = {
    query: { attribute: false },
    rows: { attribute: false },
    isCut: { attribute: false },
  };
  static override styles = css`
    :host {
      display: block;
      padding: 8px 0;
      overflow-wrap: anywhere;
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
    vscode-button {
      max-width: 100%;
    }
    vscode-button::part(base) {
      height: auto;
      white-space: normal;
      text-align: center;
    }
    .effect {
      color: var(--vscode-descriptionForeground);
    }
  `;
  declare query: PanelQuery | undefined;
  /** The whole market at hand. */
  declare rows: readonly MarketRow[];
  /** The market has more offers than are at hand. */
  declare isCut: boolean;
  #reason: EmptyReason | undefined;

  constructor() {
    super();
    this.query = undefined;
    this.rows = [];
    this.isCut = false;
  }

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
              <vscode-button secondary @click=${() => this.#change(query)}>${words}</vscode-button>
              <span class="effect">${effect}</span>
            </li>`,
        )}
      </ul>
    `;
  }

  #change(query: PanelQuery): void {
    this.dispatchEvent(new CustomEvent('query-change', { detail: query, bubbles: true, composed: true }));
  }
}

customElements.define('no-offers', NoOffers);
