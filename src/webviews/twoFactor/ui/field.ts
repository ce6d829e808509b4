import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';

/**
 * A text field with its label, its hint and, beside it, what is wrong. It draws into the tree around it, so that the
 * form there owns the input.
 */
export class TwoFactorField extends LitElement {
  static override properties = {
    name: {},
    label: {},
    hint: {},
    value: {},
    mode: {},
    wide: { type: Boolean },
    problem: { attribute: false },
  };
  declare name: string;
  declare label: string;
  declare hint: string;
  declare value: string;
  /** The keyboard that a touch screen shows. */
  declare mode: string;
  declare wide: boolean;
  /** What is wrong, drawn below the input. */
  declare problem: TemplateResult | undefined;

  override createRenderRoot(): this {
    return this;
  }

  override render(): TemplateResult {
    return html`
      <span class="label" id="${this.name}-label">${this.label}</span>
      <vscode-textfield
        name=${this.name}
        class=${this.wide ? 'wide' : ''}
        autocomplete="off"
        .label=${this.label}
        .value=${this.value}
        .invalid=${this.problem !== undefined}
        @input=${this.#typed}
      ></vscode-textfield>
      ${this.hint ? html`<p class="hint">${this.hint}</p>` : nothing} ${this.problem ?? nothing}
    `;
  }

  /** The input lies in another tree, where ids do not reach: what describes it is told to it in words. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const field = this.querySelector<VscodeTextfield>('vscode-textfield');
    void field?.updateComplete.then(() => {
      const input = field.wrappedElement;
      input.spellcheck = false;
      input.inputMode = this.mode;
      input.setAttribute('aria-invalid', String(this.problem !== undefined));
      input.setAttribute('aria-description', this.hint);
    });
  }

  readonly #typed = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !('value' in target)) return;
    event.stopPropagation();
    this.value = String(target.value);
    this.dispatchEvent(new CustomEvent('typed', { detail: this.value }));
  };
}

customElements.define('tfa-field', TwoFactorField);
