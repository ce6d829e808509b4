import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PanelQuery } from '../../../domain/offers/filters/panelQuery';
import { connectHost } from '../../shared/ui/host';
import { HostedPage } from '../../shared/ui/page';
import {
  type Action,
  columnsMessage,
  hostMessage,
  marketMessage,
  menuMessage,
  type Remedy,
  type View,
} from '../protocol';
import { Model } from './model';
import {
  arrange,
  comparePart,
  detailsPart,
  type PanelActs,
  plotAndTable,
  plotToggle,
  tablePart,
} from './parts';
import './search/noOffers';
import './search/searchLine';
import { styles } from './styles';
import { formatNumber } from '../../../domain/format';

/** The offers panel. It compares the offers at hand by itself, and tells the host what is looked for. */
class OffersApp extends HostedPage<View, Action> {
  static override styles = styles;

  readonly #model = new Model();
  #kept: PanelQuery | undefined;

  constructor() {
    super(connectHost(hostMessage));
  }

  override connectedCallback(): void {
    this.host.on(marketMessage, (message) => {
      if (!this.#model.receive(message)) return;
      this.requestUpdate();
      const isRead = this.shadowRoot?.activeElement?.localName === 'offer-details';
      if (isRead && !this.#model.row(this.#model.detailed)) this.#acts.focus('offers-table');
    });
    this.host.on(menuMessage, ({ action, of }) =>
      this.renderRoot.querySelector('offers-table')?.act(action, of),
    );
    this.host.on(columnsMessage, ({ columns }) =>
      arrange(this.#model, this.#acts, { ...this.#model.layout, columns }),
    );
    super.connectedCallback();
  }

  protected override took(view: View): void {
    this.#model.takeView(view);
  }

  override updated(): void {
    const { query } = this.#model;
    if (!query || query === this.#kept) return;
    // Whoever opens the panel may type at once.
    if (!this.#kept && document.hasFocus() && document.activeElement === document.body)
      this.#acts.focus('search-line');
    this.#kept = query;
    this.host.keep({ query });
  }

  override render(): TemplateResult {
    const view = this.view;
    return html`
      ${this.#filters()}
      <header>
        <h1 class="hidden">${l10n.t('GPU Offers')}</h1>
        <p class="status">
          <span role="status">${view ? this.#countWords(view) : l10n.t('Loading…')}</span>
          <span class="age">${view?.age === undefined ? nothing : `· ${this.#ageWords(view)}`}</span>
        </p>
        ${view ? html`<span class="account">${view.account}</span>${this.#tools(view)}` : nothing}
      </header>
      ${view?.problem ? this.#problem(view.problem) : nothing}
      <main>
        ${plotAndTable(this.#model, this.#acts, this.#tables())} ${detailsPart(this.#model, this.#acts)}
      </main>
    `;
  }

  /** What is done with the search as a whole is carried out by the host. */
  #tools({ hasSavedSearches, hidden }: View): TemplateResult {
    const tool = (words: string, action: Action): TemplateResult =>
      html`<button class="tool" type="button" @click=${() => this.host.send(action)}>${words}</button>`;
    return html`<div class="actions">
      ${hidden > 0 ? tool(l10n.t('{0} Hidden…', formatNumber(hidden)), { kind: 'search', does: 'listHidden' }) : nothing}
      ${hasSavedSearches ? tool(l10n.t('Saved Searches…'), { kind: 'search', does: 'open' }) : nothing}
      ${tool(l10n.t('Save Search…'), { kind: 'search', does: 'save' })}
      ${tool(l10n.t('Watch Offers…'), { kind: 'search', does: 'watch' })}
      ${plotToggle(this.#model, this.#acts)} ${tool(l10n.t('Refresh'), { kind: 'refresh' })}
    </div>`;
  }

  /** What is looked for. */
  #filters(): TemplateResult | typeof nothing {
    const { query, rows } = this.#model;
    if (!query) return nothing;
    return html`<search-line
      .query=${query}
      .rows=${rows}
      .contradicted=${this.view?.contradicted ?? []}
      @query-change=${this.#search}
    ></search-line>`;
  }

  readonly #acts: PanelActs = {
    send: (action) => this.host.send(action),
    search: (query) => {
      this.#model.change(query);
      this.host.send({ kind: 'query', query });
      this.requestUpdate();
    },
    redraw: () => this.requestUpdate(),
    focus: (selector) =>
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus()),
  };

  readonly #search = ({ detail }: CustomEvent<PanelQuery>): void => this.#acts.search(detail);

  /** The offers as rows, and those that are compared. */
  #tables(): TemplateResult | typeof nothing {
    const { query, rows, matching, isPart } = this.#model;
    if (!query) return nothing;
    const isEmpty = this.view?.age !== undefined && !isPart && matching.length === 0;
    const empty = html`<no-offers
      slot="empty"
      .query=${query}
      .rows=${rows}
      .isCut=${this.view?.isCut ?? false}
      @query-change=${this.#search}
    ></no-offers>`;
    // Until that is certain the table says nothing, not even by itself.
    return html`${tablePart(this.#model, this.#acts, isEmpty ? empty : html`<span slot="empty"></span>`)}
    ${comparePart(this.#model, this.#acts)}`;
  }

  /** "214 of 1,284 offers". */
  #countWords(view: View): string {
    const { rows, matching, isPart } = this.#model;
    if (isPart) return l10n.t('Loading offers…');
    if (view.age === undefined) return view.busy ? l10n.t('Loading offers…') : '';
    const [some, all] = [formatNumber(matching.length), formatNumber(rows.length)];
    return view.isCut
      ? l10n.t('{0} of the first {1} offers', some, all)
      : l10n.t('{0} of {1} offers', some, all);
  }

  /** "seen 12 s ago"; not read aloud, because it changes every second. */
  #ageWords(view: View): string {
    if (view.age === undefined) return '';
    if (view.busy) return l10n.t('refreshing…');
    const seconds = Math.floor((view.age + this.age) / 1000);
    return seconds < 60
      ? l10n.t('seen {0} s ago', seconds)
      : l10n.t('seen {0} min ago', Math.floor(seconds / 60));
  }

  #problem({ message, remedies }: NonNullable<View['problem']>): TemplateResult {
    return html`<div class="problem" role="alert">
      <span>${message}</span>
      ${remedies.map((remedy) => this.button(remedyWords(remedy), { kind: 'remedy', remedy }, true))}
    </div>`;
  }
}

function remedyWords(remedy: Remedy): string {
  switch (remedy) {
    case 'retry':
      return l10n.t('Try Again');
    case 'signIn':
      return l10n.t('Sign In');
    case 'logIn':
      return l10n.t('Enter Second Factor');
    case 'switchAccount':
      return l10n.t('Switch Account');
    case 'openSettings':
      return l10n.t('Open Settings');
    case 'openConsole':
      return l10n.t('Open Web Console');
  }
}

customElements.define('panel-app', OffersApp);
