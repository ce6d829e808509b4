import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { View } from '../protocol';
import { content } from './content';
import { onView, send } from './host';
import { styles } from './styles';
import type { Surface } from './surface';

/** The whole panel, drawn from the host's last view; it holds only what is being typed. */
export class TwoFactorApp extends LitElement {
  static override styles = styles;

  #view: View | undefined;
  #receivedAt = 0;
  #drafts: Record<string, string> = {};
  #ticking: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    onView((view) => this.#show(view));
    this.#ticking = setInterval(() => this.requestUpdate(), 1000);
    send({ kind: 'ready' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
  }

  override render(): TemplateResult {
    const view = this.#view;
    return html`
      <main aria-busy=${view?.busy ?? true}>
        <h1>${l10n.t('Two-Factor Authentication')}</h1>
        ${view ? html`<p class="account">${view.account}</p>` : nothing}
        <div role="status">
          ${view?.notice ? html`<p class="notice ${view.notice.tone}">${view.notice.text}</p>` : nothing}
          ${
            !view || (view.busy && view.page.kind === 'loading')
              ? html`<p>${l10n.t('Asking the service…')}</p>`
              : nothing
          }
        </div>
        ${view ? content(this.#surface(view)) : nothing}
      </main>
    `;
  }

  #surface(view: View): Surface {
    return {
      view,
      drafts: this.#drafts,
      setDraft: (name, value) => {
        this.#drafts = { ...this.#drafts, [name]: value };
        this.requestUpdate();
      },
      send,
      left: (milliseconds) => {
        const left = (milliseconds ?? 0) - (Date.now() - this.#receivedAt);
        return left > 0 ? left : undefined;
      },
    };
  }

  #show(view: View): void {
    const before = this.#view;
    this.#view = view;
    this.#receivedAt = Date.now();
    const isDone = before?.busy === true && !view.busy && !view.problem;
    if (before?.turn !== view.turn) this.#drafts = {};
    // What was typed for one way is no code of another.
    else if (chosenWay(before) !== chosenWay(view)) this.#drafts = {};
    // A change that was carried out closes the input it came from; a new code begins with an empty input.
    else if (isDone && view.page.kind === 'overview') this.#drafts = {};
    else if (isDone && 'sent' in view.page) this.#drafts = { ...this.#drafts, code: '' };
    this.requestUpdate();
    // By the next frame the elements within are drawn, too.
    if (before) requestAnimationFrame(() => this.#placeFocus(before, view));
  }

  /**
   * A new page begins at its heading; a refused input is ready to be typed over; a way is chosen by key without losing
   * the list of them. Never away from elsewhere in the window.
   */
  #placeFocus(before: View, view: View): void {
    if (!document.hasFocus()) return;
    const root = this.renderRoot;
    const isNew = before.turn !== view.turn;
    const isRefused = before.busy && !view.busy && view.problem !== undefined;
    const refused = root.querySelector<VscodeTextfield>('vscode-textfield[invalid]');
    if (isNew) root.querySelector<HTMLElement>('h2')?.focus();
    else if (chosenWay(before) !== chosenWay(view))
      root.querySelector<HTMLElement>('input[type="radio"]:checked')?.focus();
    else if (isRefused && refused) refused.wrappedElement.select();
    // The input that was refused may be gone from the page, and the focus with it.
    else if (isRefused && !this.shadowRoot?.activeElement) root.querySelector<HTMLElement>('h2')?.focus();
    else if (before.page.kind === view.page.kind && 'sent' in view.page && !('sent' in before.page))
      root.querySelector<HTMLElement>('tfa-field vscode-textfield')?.focus();
  }
}

function chosenWay(view: View): string | undefined {
  return view.page.kind === 'proof' ? view.page.chosen : undefined;
}

customElements.define('tfa-app', TwoFactorApp);
