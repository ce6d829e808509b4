import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { heard, type PanelView } from '../messages';
import { PanelField } from './field';
import { reportPresence } from './host';
import { KeepFocus } from './keepFocus';
import { HostedPage } from './page';
import type { Drafts, Surface } from './pageElements';

/** A panel of pages with forms. It keeps only what is being typed. */
export abstract class PanelApp<View extends PanelView, Action> extends HostedPage<View, Action> {
  #drafts: Drafts = {};
  /** What was typed when the last action was sent. */
  #sentDrafts: Drafts | undefined;
  /**
   * Actions that the host hasn't heard of yet, whatever views it sends, each with whether it would drop another one until
   * it has.
   */
  #unheard: readonly boolean[] = [];
  readonly #focus = new KeepFocus(this, () => this.#isBusy);

  protected abstract heading(): string;

  protected abstract content(surface: Surface<View, Action>): TemplateResult;

  /** Which typed text stays when the same page is drawn again. @param isDone whether the action succeeded */
  protected keptDrafts?(before: View, view: View, drafts: Drafts, isDone: boolean): Drafts;

  /** A selector for the element to focus when the same page has changed. Nothing else moves the focus then. */
  protected focusWithin?(before: View, view: View): string | undefined;

  override connectedCallback(): void {
    this.host.on(heard, () => {
      this.#unheard = this.#unheard.slice(1);
      this.requestUpdate();
    });
    reportPresence((message) => this.host.send(message), this.clock);
    super.connectedCallback();
  }

  get #isBusy(): boolean {
    return this.#unheard.includes(true) || (this.view?.busy ?? true);
  }

  override render(): TemplateResult {
    const view = this.view && { ...this.view, busy: this.#isBusy };
    return html`
      <main aria-busy=${this.#isBusy}>
        <h1>${this.heading()}</h1>
        ${view ? html`<p class="account">${view.account}</p>` : nothing}
        <div role="status">
          ${view?.notice ? html`<p class="notice ${view.notice.tone}">${view.notice.text}</p>` : nothing}
          ${
            !view || (view.busy && view.page.kind === 'loading')
              ? html`<p>${l10n.t('Loading…')}</p>`
              : nothing
          }
        </div>
        ${view ? this.content(this.#surface(view)) : nothing}
      </main>
    `;
  }

  #surface(view: View): Surface<View, Action> {
    return {
      view,
      drafts: this.#drafts,
      setDraft: (name, value) => {
        this.#drafts = { ...this.#drafts, [name]: value };
        this.requestUpdate();
      },
      send: (action, isQuick = false) => {
        this.#sentDrafts = this.#drafts;
        this.#unheard = [...this.#unheard, !isQuick];
        this.host.send(action);
        this.requestUpdate();
      },
      left: (milliseconds) => {
        const left = (milliseconds ?? 0) - this.age;
        return left > 0 ? left : undefined;
      },
    };
  }

  protected override took(view: View, before: View | undefined): void {
    const isDone = before?.busy === true && !view.busy && !view.problem;
    if (before?.turn !== view.turn) {
      this.#drafts = {};
      this.#focus.forget();
    } else if (this.keptDrafts) this.#drafts = this.keptDrafts(before, view, this.#drafts, isDone);
    this.requestUpdate();
    if (before) void this.#placeFocus(before, view);
  }

  /**
   * A new page starts at its heading, and a refused input is selected. Never takes the focus from elsewhere. All of it
   * happens before the next key arrives: by the next frame, the person may already type somewhere else.
   */
  async #placeFocus(before: View, view: View): Promise<void> {
    await this.updateComplete;
    if (!document.hasFocus()) return;
    const root = this.renderRoot;
    const elements = [...root.querySelectorAll('panel-field')];
    const fields = elements.filter((element) => element instanceof PanelField);
    await Promise.all(fields.map(({ updateComplete }) => updateComplete));
    const focusHeading = () => root.querySelector<HTMLElement>('h2')?.focus();
    if (before.turn !== view.turn) {
      focusHeading();
      return;
    }
    const within = this.focusWithin?.(before, view);
    // What was typed since then isn't what was refused.
    const isAsSent = this.#drafts === this.#sentDrafts;
    const isRefused = before.busy && !view.busy && view.problem !== undefined && isAsSent;
    const refused = root.querySelector<VscodeTextfield>('vscode-textfield[invalid]');
    if (within !== undefined) root.querySelector<HTMLElement>(within)?.focus();
    else if (isRefused && refused) refused.wrappedElement.select();
  }
}
