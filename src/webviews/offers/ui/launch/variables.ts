import * as l10n from '@vscode/l10n';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LaunchAction } from '../../../../domain/launch/form/paneAction';
import type { ControlViewOf } from '../../../../domain/launch/form/paneView';
import { button, textOf } from './surface';

type Row = ControlViewOf<'variables'>['rows'][number];

/** The variables of a launch, each with its value, and a line to add one. A secret value is sent once and not kept. */
export class LaunchVariables extends LitElement {
  static override properties = {
    rows: { attribute: false },
    problem: { attribute: false },
    send: { attribute: false },
    _name: { state: true },
    _value: { state: true },
    _isSecret: { state: true },
  };
  declare rows: readonly Row[];
  declare problem: string | undefined;
  declare send: (action: LaunchAction) => void;
  declare _name: string;
  declare _value: string;
  declare _isSecret: boolean;
  /** The name that was sent, until the host shows its row. */
  #added: string | undefined;
  /** Something was typed since the last variable was sent. */
  #isTyped = false;

  constructor() {
    super();
    this.rows = [];
    this.#clear();
  }

  /** The styles are those of the pane. */
  override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('rows') && this.rows.some(({ name }) => name === this.#added)) this.#clear();
  }

  /** Sends what was typed and not added, or takes the problem back if it was deleted again. */
  finish(): void {
    if (!this.#isTyped) return;
    if (this._name.trim() !== '' || this._value !== '') this.#add();
    else this.send({ kind: 'type', key: 'env', text: '' });
    this.#isTyped = false;
  }

  override render(): TemplateResult {
    return html`
      ${repeat(
        this.rows,
        ({ name }) => name,
        (row) => this.#row(row),
      )}
      <div class="row">
        <vscode-textfield
          class="name"
          name="variable-name"
          .label=${l10n.t('Name of the new variable')}
          placeholder=${l10n.t('NAME')}
          .value=${this._name}
          .invalid=${this.problem !== undefined}
          @input=${(event: Event) => {
            this._name = textOf(event);
            this.#isTyped = true;
          }}
          @keydown=${this.#addOnEnter}
        ></vscode-textfield>
        <vscode-textfield
          name="variable-value"
          type=${this._isSecret ? 'password' : 'text'}
          .label=${l10n.t('Value of the new variable')}
          placeholder=${l10n.t('value')}
          .value=${this._value}
          @input=${(event: Event) => {
            this._value = textOf(event);
            this.#isTyped = true;
          }}
          @keydown=${this.#addOnEnter}
        ></vscode-textfield>
      </div>
      <div class="row">
        <label class="choice">
          <input
            type="checkbox"
            name="variable-secret"
            .checked=${this._isSecret}
            @change=${() => (this._isSecret = !this._isSecret)}
          />
          ${l10n.t('Secret')}
        </label>
        ${button(l10n.t('Add Variable'), () => this.#add())}
        ${button(l10n.t('Edit in Tab'), () => this.send({ kind: 'editInTab', key: 'env' }), {
          spoken: l10n.t('Edit in Tab: {0}', l10n.t('Environment variables')),
        })}
      </div>
    `;
  }

  #row({ name, label, value, inherited }: Row): TemplateResult {
    const isSecret = value === undefined;
    return html`<div class="row">
      <span class="name code">${label}</span>
      <vscode-textfield
        name=${`value-${name}`}
        type=${isSecret ? 'password' : 'text'}
        .label=${l10n.t('Value of {0}', label)}
        placeholder=${isSecret ? l10n.t('secret, stored') : ''}
        .value=${value ?? ''}
        @change=${(event: Event) => this.#change(name, isSecret, event)}
      ></vscode-textfield>
      ${
        inherited
          ? html`<span class="hint">${l10n.t('from the template')}</span>`
          : button(l10n.t('Remove'), () => this.send({ kind: 'removeVariable', name }), {
              spoken: l10n.t('Remove {0}', label),
            })
      }
    </div>`;
  }

  #change(name: string, isSecret: boolean, { target }: Event): void {
    if (!(target instanceof HTMLElement) || !('value' in target)) return;
    const value = String(target.value);
    if (isSecret && value === '') return;
    this.send({ kind: 'setVariable', name, value, secret: isSecret });
    if (isSecret) target.value = '';
  }

  readonly #addOnEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && this._name !== '') this.#add();
  };

  #add(): void {
    this.#isTyped = false;
    this.#added = this._name.trim();
    this.send({ kind: 'setVariable', name: this._name, value: this._value, secret: this._isSecret });
    // Not kept here a moment longer than it takes to send it.
    if (this._isSecret) this._value = '';
  }

  #clear(): void {
    this.#isTyped = false;
    this.#added = undefined;
    this._name = '';
    this._value = '';
    this._isSecret = false;
  }
}

customElements.define('launch-variables', LaunchVariables);
