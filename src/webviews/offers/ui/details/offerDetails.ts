import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { hostOffers } from '../../../../domain/offers/comparison';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { type Plan, plannedPrice, precisePrice, priceSentence } from '../../../../domain/offers/plannedPrice';
import { rowTitle } from '../../../../domain/offers/table/rowWords';
import { type FactGroup, offerFacts } from '../../../../domain/offers/offerFacts';
import { elementWith } from '../../../shared/ui/element';
import { detailStyles } from './styles';

/** How many other offers of the host are listed. */
const mostOthers = 12;

interface Properties {
  row: MarketRow | undefined;
  /** All offers that are known. */
  market: readonly MarketRow[];
  plan: Plan;
  /** An instance did not start on its machine lately. */
  isBad: boolean;
}

/**
 * All that is known of one offer. Sends `row-open` (`{key}`), `row-action` (`{action, key}`, also `details` for another
 * offer of the host), `compare-change` (keys) and `details-close`.
 */
export class OfferDetails extends elementWith<Properties>({
  row: undefined,
  market: [],
  plan: { disk: 0, hours: 1 },
  isBad: false,
}) {
  static override styles = detailStyles;

  override render(): TemplateResult | typeof nothing {
    const { row, plan } = this;
    if (!row) return nothing;
    const { bid } = plannedPrice(row, plan);
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title" tabindex="-1">${rowTitle(row)}</h2>
        ${this.#button(l10n.t('Close'), () => this.tell('details-close'), true)}
      </header>
      <p class="price">${priceSentence(row, plan)}</p>
      ${this.isBad ? html`<p class="warned">${l10n.t('An instance didn’t start on this machine today.')}</p>` : nothing}
      <div class="actions">
        ${this.#button(l10n.t('Rent…'), () => this.tell('row-open', { key: row.key }))}
        ${this.#button(l10n.t('Copy as JSON'), () => this.#act('copyJson', row.key), true)}
      </div>
      ${offerFacts(row.offer, plan.disk, bid)
        .filter(({ facts }) => facts.length > 0)
        .map(group)}
      ${this.#others(row)}
    </section>`;
  }

  /** For the keyboard: where reading begins. */
  override focus(): void {
    this.renderRoot.querySelector('h2')?.focus();
  }

  #others(row: MarketRow): TemplateResult {
    const others = hostOffers(this.market, row, this.plan);
    if (row.offer.host_id === undefined) return html``;
    return html`<h3>${l10n.t('Other offers of this host')}</h3>
      ${others.length === 0 ? html`<p>${l10n.t('No other offers known.')}</p>` : nothing}
      <ul>
        ${others.slice(0, mostOthers).map((other) => {
          const price = precisePrice(plannedPrice(other, this.plan).running);
          const isHere = other.offer.machine_id === row.offer.machine_id;
          return html`<li>
            <button type="button" class="link" @click=${() => this.#act('details', other.key)}>
              ${l10n.t('{0}/h, {1}', price, rowTitle(other))}
            </button>
            ${other.isBid ? l10n.t('interruptible') : nothing} ${isHere ? l10n.t('same machine') : nothing}
          </li>`;
        })}
      </ul>
      ${
        others.length > mostOthers
          ? html`<p>${l10n.t('and {0} more', others.length - mostOthers)}</p>`
          : nothing
      }`;
  }

  #button(words: string, act: () => void, isSecondary = false): TemplateResult {
    return html`<vscode-button ?secondary=${isSecondary} @click=${act}>${words}</vscode-button>`;
  }

  #act(action: string, key: string): void {
    this.tell('row-action', { action, key });
  }
}

function group({ title, facts }: FactGroup): TemplateResult {
  return html`<h3>${title}</h3>
    <dl>
      ${facts.map(
        ({ label, value }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
}

customElements.define('offer-details', OfferDetails);
