import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { isEditable, type PartInput, type SearchPart } from '../../../../domain/offers/filters/searchParts';
import { styled } from '../../../shared/ui/element';

/** A part of the search; the filters among them can be removed. @param order its place in the line */
export function chip(
  { field, words, isFilter }: SearchPart,
  order: number,
  isWrong: boolean,
  { edit, remove }: { edit: () => void; remove: () => void },
): TemplateResult {
  return html`<li
    class="chip"
    ${styled({ order: String(order) })}
    @pointerdown=${(event: Event) => event.preventDefault()}
    @keydown=${({ key }: KeyboardEvent) => isFilter && ['Delete', 'Backspace'].includes(key) && remove()}
  >
    ${isWrong ? html`<span aria-hidden="true">⚠</span>` : nothing}
    ${
      isEditable(field)
        ? html`<button class="words" type="button" @click=${edit}>${words}</button>`
        : html`<span class="words">${words}</span>`
    }
    ${
      isFilter
        ? html`<button
            class="remove"
            type="button"
            aria-label=${l10n.t('Remove filter {0}', words)}
            title=${l10n.t('Remove Filter')}
            @click=${remove}
          >
            ✕
          </button>`
        : nothing
    }
  </li>`;
}

export const clearAll = (clear: () => void): TemplateResult =>
  html`<button class="link clear" type="button" @click=${clear}>${l10n.t('Clear All')}</button>`;

/** The text of the line as it is drawn. */
interface LineText {
  asked: PartInput;
  problem: string | undefined;
  text: string;
  /** Its place in the line: a part is typed where it is shown. */
  order: number;
  /** It adds to the whole search. */
  isWhole: boolean;
  /** Its list is open. */
  isOpen: boolean;
  /** The row of the list that Enter chooses; -1 for none. */
  active: number;
  typed: (text: string) => void;
  pressed: (event: KeyboardEvent) => void;
  left: () => void;
}

/** What is typed, with its label and what is beside it. */
export function textInput({
  asked,
  problem,
  text,
  order,
  isWhole,
  isOpen,
  active,
  ...acts
}: LineText): TemplateResult {
  const { label, prompt, unit } = asked;
  // Whoever types a sign means that one.
  const sign = /^\s*[<>=!≤≥]/.test(text) ? '' : asked.sign;
  return html`<span class=${isWhole ? 'text whole' : 'text'} ${styled({ order: String(order) })}>
    <label for="input" class=${isWhole ? 'hidden' : ''}>${label}</label>
    <span aria-hidden="true" ?hidden=${sign === ''}>${sign}</span>
    <input
      id="input"
      role="combobox"
      autocomplete="off"
      spellcheck="false"
      aria-autocomplete="list"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-controls="list"
      aria-activedescendant=${isOpen && active >= 0 ? `option-${active}` : nothing}
      aria-description=${prompt || nothing}
      aria-invalid=${problem === undefined ? 'false' : 'true'}
      aria-errormessage=${problem === undefined ? nothing : 'problem'}
      title=${prompt || nothing}
      placeholder=${asked.empty}
      .value=${text}
      @input=${({ target }: Event) => target instanceof HTMLInputElement && acts.typed(target.value)}
      @keydown=${acts.pressed}
      @blur=${acts.left}
    />
    <span aria-hidden="true" ?hidden=${unit === ''}>${unit}</span>
  </span>`;
}

/** What is wrong, and what is to be known of the search. @param wrong filters that the service did not keep to */
export function notes(
  problem: string | undefined,
  note: string | undefined,
  wrong: readonly string[],
): TemplateResult {
  return html`
    ${problem === undefined ? nothing : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
    ${note === undefined ? nothing : html`<p class="warned" role="status">${note}</p>`}
    ${
      wrong.length === 0
        ? nothing
        : html`<p class="warned" role="status">
            ${l10n.t('The service sent offers that don’t match {0}. They’re hidden.', wrong.join(', '))}
          </p>`
    }
  `;
}
