import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { periods } from '../../../domain/money/ledger/calendar';
import { formatSentences } from '../../../domain/format';
import { connectHost } from '../../shared/ui/host';
import { HostedPage } from '../../shared/ui/page';
import { type Action, hostMessage, type Kept, type SpendingPage, type SumView, type View } from '../protocol';
import './plot/spendingPlot';
import { type Series, seriesOf } from './seriesLooks';
import { styles } from './styles';
import './table/spendingTable';
import { billWords, dateWords, forecastWords, periodWords, sumWords } from './words';

/** What was spent. */
class SpendingApp extends HostedPage<View, Action> {
  static override styles = styles;
  protected override readonly hasTimes = false;
  #series: Series = [];

  constructor() {
    super(connectHost(hostMessage));
  }

  protected override took({ page, turn }: View, before: View | undefined): void {
    if (page.kind !== 'spending') return;
    this.#series = seriesOf(page.rows, turn === before?.turn ? this.#series : []);
    this.host.keep({ period: page.period } satisfies Kept);
  }

  override render(): TemplateResult {
    const view = this.view;
    const page = view?.page;
    return html`
      <header>
        <h1>${l10n.t('GPU Spending')}</h1>
        ${view ? html`<span class="account">${view.account}</span>` : nothing}
        ${page?.kind === 'spending' ? this.#actions(page) : nothing}
      </header>
      <main aria-busy=${view?.busy ?? true}>${view ? this.#content(view) : this.#loading()}</main>
    `;
  }

  #content({ page, problem, busy }: View): TemplateResult {
    switch (page.kind) {
      case 'loading':
        return problem
          ? html`<p class="problem" role="alert">${problem.message}</p>
              <div class="actions">${this.button(l10n.t('Try Again'), { kind: 'refresh' })}</div>`
          : this.#loading();
      case 'signedOut':
        return html`<p role="status">
            ${l10n.t('You’re not signed in. Sign in to see what an account has spent.')}
          </p>
          <div class="actions">${this.button(l10n.t('Sign In'), { kind: 'signIn' })}</div>`;
      case 'spending':
        return this.#spending(page, busy, problem?.message);
    }
  }

  #loading(): TemplateResult {
    return html`<p role="status">${l10n.t('Loading…')}</p>`;
  }

  #actions({ period, days }: SpendingPage): TemplateResult {
    const isEmpty = days.every(({ parts }) => parts.length === 0);
    return html`<div class="actions">
      <select
        aria-label=${l10n.t('Time')}
        @change=${({ target }: Event) => {
          const chosen = target instanceof HTMLSelectElement && periods.find((one) => one === target.value);
          if (chosen) this.host.send({ kind: 'period', period: chosen });
        }}
      >
        ${periods.map((one) => html`<option value=${one} ?selected=${one === period}>${periodWords(one)}</option>`)}
      </select>
      ${this.button(l10n.t('Refresh'), { kind: 'refresh' }, true)}
      ${isEmpty ? nothing : this.button(l10n.t('Export as CSV…'), { kind: 'export' }, true)}
    </div>`;
  }

  #spending(page: SpendingPage, busy: boolean, problem: string | undefined): TemplateResult {
    const { since, rows, days, period } = page;
    const isNever = since === undefined && rows.length === 0;
    const isEmpty = days.every(({ parts }) => parts.length === 0);
    return html`
      ${this.#sums(page)} ${this.#notes(page, busy, problem)}
      ${
        isNever
          ? html`<p>${l10n.t('Nothing spent yet. What you rent is shown here by day and by instance.')}</p>
              <div class="actions">
                ${this.button(l10n.t('Browse GPU Offers'), { kind: 'browseOffers' })}
              </div>`
          : html`
              <h2>${l10n.t('{0}: {1}', periodWords(period), sumWords(page.inPeriod))}</h2>
              ${
                isEmpty
                  ? html`<p>${l10n.t('Nothing was spent in this period.')}</p>`
                  : html`<spending-plot .days=${days} .rows=${rows} .series=${this.#series}></spending-plot>`
              }
              ${
                rows.length === 0
                  ? nothing
                  : html`<h2>${l10n.t('What it was spent on')}</h2>
                      <spending-table .page=${page} .series=${this.#series}></spending-table>`
              }
            `
      }
    `;
  }

  #sums({ today, month, forecast }: SpendingPage): TemplateResult {
    const { short, long } = forecastWords(forecast);
    const sum = (title: string, value: SumView) =>
      html`<div>
        <dt>${title}</dt>
        <dd><strong>${sumWords(value)}</strong></dd>
      </div>`;
    return html`<dl class="sums">
      ${sum(l10n.t('Today'), today)} ${sum(l10n.t('This month'), month)}
      <div class="credit">
        <dt>${l10n.t('Credit')}</dt>
        <dd><strong>${short}</strong><small>${long}</small></dd>
      </div>
    </dl>`;
  }

  /** What the sums rest on, and whether it is being refreshed. @param problem why the list of instances is old */
  #notes(page: SpendingPage, busy: boolean, problem: string | undefined): TemplateResult {
    const { since, rebuilt, rows } = page;
    const bill = busy ? l10n.t('Loading the service’s charges…') : billWords(page);
    // Without a network the charges say it already.
    const failed = problem === page.bill?.message ? undefined : problem;
    const isEstimate = rows.some(({ why }) => why.length > 0);
    return html`
      ${
        rebuilt === undefined
          ? nothing
          : html`<div class="warned">
              <p>
                ${l10n.t(
                  'The cost record was damaged and restarted on {0}. What ended before then is missing, unless it’s in the service’s charges.',
                  dateWords(rebuilt),
                )}
              </p>
              <div class="actions">
                ${this.button(l10n.t('Show Damaged File'), { kind: 'showDamaged' }, true)}
              </div>
            </div>`
      }
      <div role="status">
        ${
          failed === undefined
            ? nothing
            : html`<p class="warned">
                ${formatSentences([l10n.t('The last refresh failed. This may be out of date.'), failed])}
              </p>`
        }
        ${bill === undefined ? nothing : html`<p class=${!busy && page.bill?.message !== undefined ? 'warned' : 'note'}>${bill}</p>`}
      </div>
      ${
        since === undefined
          ? nothing
          : html`<p class="note">
              ${l10n.t('Recorded since {0}. Days are in this computer’s time zone.', dateWords(since))}
              ${isEstimate ? l10n.t('“About” and “at least” mark estimates. The table says why.') : ''}
            </p>`
      }
    `;
  }
}

customElements.define('panel-app', SpendingApp);
