import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LaunchAction } from '../../../../domain/launch/form/paneAction';
import type { LaunchFieldView, LaunchView } from '../../../../domain/launch/form/paneView';
import '../../../shared/ui/field';
import { panelStyles } from '../../../shared/ui/styles';
import { drawnField } from './controls';
import { LaunchLogin } from './login';
import { launchStyles } from './styles';
import { button, type PaneSurface, problemLine, select } from './surface';
import { Typing } from './typing';
import { LaunchVariables } from './variables';

/** The launch form beside the offers. Tells what the person does by `launch-action`. */
export class LaunchPane extends LitElement {
  static override styles = [panelStyles, launchStyles];
  static override properties = {
    launch: { attribute: false },
    _saved: { state: true },
    _isUnused: { state: true },
  };
  declare launch: LaunchView | undefined;
  /** The saved launch that is chosen, but not taken over. */
  declare _saved: string;
  /** It was to be rented all the same. */
  declare _isUnused: boolean;
  readonly #typing = new Typing();

  get #surface(): PaneSurface {
    return {
      typing: this.#typing,
      send: (action) => this.#send(action),
      redraw: () => this.requestUpdate(),
    };
  }

  constructor() {
    super();
    this._saved = '';
    this._isUnused = false;
  }

  override render(): TemplateResult | typeof nothing {
    const { launch } = this;
    if (!launch) return nothing;
    return html`
      <div class="head">
        <div>
          <h2 tabindex="-1">${l10n.t('Rent {0}', launch.title)}</h2>
          ${launch.account === undefined ? nothing : html`<p class="hint">${l10n.t('for {0}', launch.account)}</p>`}
        </div>
        ${button(l10n.t('Back'), () => this.#leave('back'), { spoken: l10n.t('Back to Offers') })}
      </div>
      <div role="status">
        ${launch.notice ? html`<p class="notice ${launch.notice.tone}">${launch.notice.text}</p>` : nothing}
      </div>
      <div class="fields" ?inert=${launch.busy}>
        ${this.#others(launch)}
        ${repeat(
          launch.groups,
          ({ name }) => name,
          (group) => this.#group(group),
        )}
      </div>
      ${this.#foot(launch)}
    `;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('launch')) this.#typing.answered();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { launch } = this;
    if (!changed.has('launch') || !launch) return;
    void this.#placeFocus(changed.get('launch'), launch);
  }

  /** Before the next key arrives: by the next frame, the person may already type somewhere else. */
  async #placeFocus(before: LaunchView | undefined, launch: LaunchView): Promise<void> {
    if (!before) {
      this.#heading?.focus();
      return;
    }
    if (before.focus.turn !== launch.focus.turn) {
      const inner = this.renderRoot.querySelectorAll<LitElement>('panel-field, vscode-textfield');
      await Promise.all([...inner].map(({ updateComplete }) => updateComplete));
      this.#focusOn(launch.focus.key);
    } else if (before.busy && !launch.busy)
      // What was inert has the focus no more by the next frame.
      requestAnimationFrame(() => {
        if (!this.shadowRoot?.activeElement && this.#isFocusLost()) this.#heading?.focus();
      });
  }

  /** Earlier launches to go on with. */
  #others({ saved, earlier }: LaunchView): TemplateResult {
    const rows = saved.map(({ id, name, folder }) => ({
      value: id,
      label: folder === undefined ? name : l10n.t('{0} (from {1})', name, folder),
    }));
    return html`
      ${
        earlier === undefined
          ? nothing
          : html`<div class="row">
              ${button(l10n.t('Resume Closed Form'), () => this.#send({ kind: 'resume' }))}
              <span class="hint">${earlier}</span>
            </div>`
      }
      ${
        rows.length === 0
          ? nothing
          : html`<div class="field">
              <span class="label">${l10n.t('Saved launch')}</span>
              ${select({
                name: 'saved',
                label: l10n.t('Saved launch'),
                options: [{ value: '', label: l10n.t('Choose one…') }, ...rows],
                chosen: this._saved,
                isInvalid: this._isUnused,
                choose: (id) => {
                  this._saved = id;
                  this._isUnused = false;
                },
              })}
              ${
                this._isUnused
                  ? problemLine(l10n.t('Press “{0}”, or choose none.', l10n.t('Use This Launch')))
                  : nothing
              }
              ${
                this._saved === ''
                  ? nothing
                  : html`<div class="row">${button(l10n.t('Use This Launch'), () => this.#takeOver())}</div>`
              }
            </div>`
      }
    `;
  }

  #group({ name, fields }: LaunchView['groups'][number]): TemplateResult {
    const usual = fields.filter(({ rare }) => !rare);
    const rare = fields.filter((field) => field.rare);
    return html`<section>
      <h3>${name}</h3>
      ${this.#fields(usual)} ${rare.length === 0 ? nothing : this.#folded(rare)}
    </section>`;
  }

  /** Each by its key: an input must not become another one's while somebody types. */
  #fields(fields: readonly LaunchFieldView[]): unknown {
    return repeat(
      fields,
      ({ key }) => key,
      (field) => drawnField(this.#surface, field),
    );
  }

  #folded(fields: readonly LaunchFieldView[]): TemplateResult {
    const hasProblem = fields.some(({ problem }) => problem !== undefined);
    return html`<details ?open=${hasProblem}>
      <summary>${l10n.t('More: {0}', fields.map(({ label }) => label).join(', '))}</summary>
      ${this.#fields(fields)}
    </details>`;
  }

  /** The price with its parts, and what rents. */
  #foot({ price, rent, compares, busy }: LaunchView): TemplateResult {
    return html`<div class="foot">
      <dl aria-label=${l10n.t('Price')}>
        ${price.map(
          ({ label, text }) =>
            html`<dt>${label}</dt>
              <dd>${text}</dd>`,
        )}
      </dl>
      <div role="status">${rent.problem ? html`<p class="problem">${rent.problem.text}</p>` : nothing}</div>
      <div class="actions" ?inert=${busy}>
        ${button(rent.label, () => this.#leave('rent'), { secondary: false })}
        ${compares ? button(l10n.t('Compare with Template'), () => this.#leave('preview')) : nothing}
        ${button(l10n.t('Save Launch…'), () => this.#leave('save'))}
      </div>
    </div>`;
  }

  #takeOver(): void {
    this.#send({ kind: 'takeOver', id: this._saved });
    this._saved = '';
    this._isUnused = false;
  }

  get #heading(): HTMLElement | null | undefined {
    return this.shadowRoot?.querySelector<HTMLElement>('h2');
  }

  #isFocusLost(): boolean {
    return (
      document.hasFocus() && (document.activeElement === null || document.activeElement === document.body)
    );
  }

  /** Opens what it is folded in, and goes there. */
  #focusOn(key: string | undefined): void {
    if (key === undefined) return;
    const field = this.shadowRoot?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    const folded = field?.closest('details');
    if (folded) folded.open = true;
    const invalid = field?.querySelector<HTMLElement>('[invalid], [aria-invalid="true"]');
    (invalid ?? field?.querySelector<HTMLElement>('vscode-textfield, textarea, select'))?.focus();
  }

  /** What was typed beside a button that takes it over counts, too. False if a saved launch waits for its button. */
  #finishTyped(): boolean {
    for (const part of this.renderRoot.querySelectorAll('launch-variables, launch-login'))
      if (part instanceof LaunchVariables || part instanceof LaunchLogin) part.finish();
    this._isUnused = this._saved !== '';
    if (this._isUnused) this.shadowRoot?.querySelector<HTMLElement>('select[name="saved"]')?.focus();
    return !this._isUnused;
  }

  #leave(kind: 'rent' | 'preview' | 'save' | 'back'): void {
    if (this.#finishTyped() || kind === 'back') this.#send({ kind });
  }

  #send(action: LaunchAction): void {
    this.dispatchEvent(
      new CustomEvent<LaunchAction>('launch-action', { detail: action, bubbles: true, composed: true }),
    );
  }
}

customElements.define('launch-pane', LaunchPane);
