import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';

/**
 * A text field with its label, its hint and its problem. It renders into the surrounding tree, so that the form there
 * owns the input.
 */
export class PanelField extends LitElement {
  static override properties = {
    name: {},
    label: {},
    hint: {},
    value: {},
    mode: {},
    placeholder: {},
    wide: { type: Boolean },
    problem: { attribute: false },
  };
  declare name: string;
  declare label: string;
  declare hint: string;
  declare value: string;
  /** The keyboard on a touch screen. */
  declare mode: string;
  declare placeholder: string | undefined;
  declare wide: boolean;
  /** The problem, drawn below the input. */
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
        .placeholder=${this.placeholder ?? ''}
        .label=${this.label}
        .value=${this.value}
        .invalid=${this.problem !== undefined}
        @input=${this.#typed}
      ></vscode-textfield>
      ${this.hint ? html`<p class="hint">${this.hint}</p>` : nothing} ${this.problem ?? nothing}
    `;
  }

  /** The input is in another tree, where ids don't work, so its description is set as text. */
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

  /** Resolves when the input is drawn too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.querySelector<VscodeTextfield>('vscode-textfield')?.updateComplete;
    return isComplete;
  }

  readonly #typed = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !('value' in target)) return;
    event.stopPropagation();
    this.value = String(target.value);
    this.dispatchEvent(new CustomEvent('typed', { detail: this.value }));
  };
}

customElements.define('panel-field', PanelField);
