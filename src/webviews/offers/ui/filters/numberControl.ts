import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { elementWith } from '../../../shared/ui/element';
import { controlStyles } from './styles';

/** What typed text says. */
export interface Reading {
  problem?: string;
  /** The problem may be over with the next letter, so that it is told when the person leaves. */
  isBegun?: true;
}

interface Properties {
  label: string;
  /** What to type, for a tooltip and for people who don't see the sign and the unit. */
  prompt: string;
  sign: string;
  unit: string;
  /** What is set, as text. */
  text: string;
  /** Shown while it is empty. */
  empty: string;
  /** What follows from what is set. */
  note: string;
  /** The label is only spoken. */
  wide: boolean;
  read: (text: string) => Reading;
  draft: string | undefined;
  isLeft: boolean;
}

/**
 * A line of text with its label, what is beside it, and its problem. While the person types, their text stays as it is;
 * then it is shown as it was understood. Sends `typed` with each letter.
 */
export class FilterNumber extends elementWith<Properties>({
  label: '',
  prompt: '',
  sign: '',
  unit: '',
  text: '',
  empty: '',
  note: '',
  wide: false,
  read: () => ({}),
  draft: undefined,
  isLeft: false,
}) {
  static override styles = controlStyles;
  #wasEntered = false;

  /** Puts the cursor into it. */
  override focus(): void {
    this.#input?.focus();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // It was changed elsewhere, so that what is typed here is not meant any more.
    if (changed.has('text') && this.hasUpdated && !this.matches(':focus-within')) this.draft = undefined;
  }

  override render(): TemplateResult {
    const problem = this.#problem();
    const shown = this.draft ?? this.text;
    // Whoever types a sign means that one.
    const sign = /^\s*[<>=!≤≥]/.test(shown) ? '' : this.sign;
    return html`
      ${this.wide ? nothing : html`<label for="input">${this.label}</label>`}
      <div class=${problem === undefined ? 'box' : 'box invalid'}>
        ${sign ? html`<span class="beside sign" aria-hidden="true">${sign}</span>` : nothing}
        <input
          id="input"
          autocomplete="off"
          spellcheck="false"
          inputmode=${this.wide ? 'text' : 'decimal'}
          aria-label=${this.wide ? this.label : nothing}
          aria-description=${this.prompt || nothing}
          aria-invalid=${problem === undefined ? 'false' : 'true'}
          aria-errormessage=${problem === undefined ? nothing : 'problem'}
          title=${this.prompt || nothing}
          placeholder=${this.empty}
          .value=${shown}
          @input=${this.#typed}
          @focus=${this.#entered}
          @click=${this.#clicked}
          @blur=${this.#left}
          @keydown=${this.#pressed}
        />
        ${this.unit ? html`<span class="beside unit" aria-hidden="true">${this.unit}</span>` : nothing}
      </div>
      ${problem === undefined && this.note ? html`<p class="note" role="status">${this.note}</p>` : nothing}
      ${problem === undefined ? nothing : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
    `;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  #problem(): string | undefined {
    if (this.draft === undefined) return undefined;
    const { problem, isBegun } = this.read(this.draft);
    return isBegun && !this.isLeft ? undefined : problem;
  }

  readonly #typed = (event: Event): void => {
    event.stopPropagation();
    this.draft = this.#input?.value ?? '';
    this.isLeft = false;
    this.dispatchEvent(new CustomEvent('typed', { detail: this.draft }));
  };

  readonly #entered = (): void => {
    this.#wasEntered = !this.wide;
    if (!this.wide) this.#input?.select();
  };

  /** The browser puts the cursor where the mouse is; whoever comes to type a number replaces the one that is there. */
  readonly #clicked = (): void => {
    const input = this.#input;
    if (this.#wasEntered && input?.selectionStart === input?.selectionEnd) input?.select();
    this.#wasEntered = false;
  };

  readonly #pressed = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') this.#settle();
  };

  readonly #left = (): void => this.#settle();

  /** What was understood is shown as it is told everywhere; what was not stays, with what is wrong with it. */
  #settle(): void {
    this.isLeft = true;
    if (this.draft !== undefined && this.read(this.draft).problem === undefined) this.draft = undefined;
  }
}

customElements.define('filter-number', FilterNumber);
