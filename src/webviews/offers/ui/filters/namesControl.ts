import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { FacetChoice } from '../../../../domain/offers/filters/facets';
import { elementWith } from '../../../shared/ui/element';
import { controlStyles, listStyles } from './styles';
import { counted } from '../../../../domain/format';

interface Properties {
  label: string;
  /** What is chosen, in words. */
  summary: string;
  isSet: boolean;
  /** The rows of the list for a typed text; asked for only while the list is open. */
  choices: (text: string) => readonly FacetChoice[];
  text: string;
  isOpen: boolean;
  /** The row that Enter chooses; -1 for none. */
  active: number;
}

/**
 * Any number of names from a list that opens below a line of text. Typing narrows the list; Enter or a click chooses a
 * name or takes it away. Sends `toggle` with the values of what was chosen.
 */
export class FilterNames extends elementWith<Properties>({
  label: '',
  summary: '',
  isSet: false,
  choices: () => [],
  text: '',
  isOpen: false,
  active: -1,
}) {
  static override styles = [controlStyles, listStyles];
  #rows: readonly FacetChoice[] = [];

  override focus(): void {
    this.#input?.focus();
  }

  protected override willUpdate(): void {
    this.#rows = this.isOpen ? this.choices(this.text) : [];
    this.active = Math.min(this.active, this.#rows.length - 1);
  }

  override render(): TemplateResult {
    const activeId = this.isOpen && this.active >= 0 ? `option-${this.active}` : nothing;
    return html`
      <label for="input">${this.label}</label>
      <div class="box">
        <input
          id="input"
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          class=${this.isSet ? 'set' : ''}
          aria-autocomplete="list"
          aria-expanded=${this.isOpen ? 'true' : 'false'}
          aria-controls="list"
          aria-activedescendant=${activeId}
          aria-description=${l10n.t('Chosen: {0}. Type to search, press Enter to add or remove.', this.summary)}
          placeholder=${this.summary}
          title=${this.summary}
          .value=${this.text}
          @input=${this.#typed}
          @keydown=${this.#pressed}
          @click=${() => (this.isOpen = true)}
          @blur=${this.#close}
        />
        <span class="beside unit" aria-hidden="true">▾</span>
      </div>
      <div
        id="list"
        class="list"
        role="listbox"
        aria-multiselectable="true"
        aria-label=${this.label}
        popover="manual"
      >
        ${this.isOpen ? this.#groups() : nothing}
      </div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    const list = this.renderRoot.querySelector<HTMLElement>('#list');
    if (!list?.isConnected) return;
    if (list.matches(':popover-open') !== this.isOpen) list.togglePopover(this.isOpen);
    if (changed.has('active') || changed.has('text'))
      this.renderRoot.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  #groups(): TemplateResult | TemplateResult[] {
    if (this.#rows.length === 0)
      return html`<div class="option none" role="option" aria-disabled="true" aria-selected="false">
        ${l10n.t('Nothing found')}
      </div>`;
    const groups = [...new Set(this.#rows.map(({ group }) => group))];
    return groups.map(
      (group) =>
        html`<div role="group" aria-label=${groupWords(group)}>
          ${groups.length > 1 ? html`<div class="title" role="presentation">${groupWords(group)}</div>` : nothing}
          ${this.#rows.map((row, index) => (row.group === group ? this.#option(row, index) : nothing))}
        </div>`,
    );
  }

  #option(row: FacetChoice, index: number): TemplateResult {
    const { label, description, count, isChosen, group } = row;
    const spoken = counted(count, l10n.t('{1}, {0} offer|{1}, {0} offers'), label);
    return html`<div
      id="option-${index}"
      role="option"
      class=${index === this.active ? 'option active' : 'option'}
      aria-selected=${isChosen ? 'true' : 'false'}
      aria-label=${spoken}
      title=${group === 'typed' && description ? description : nothing}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#toggle(row)}
    >
      <span class="mark">${isChosen ? '✓' : ''}</span>
      <span class="name">${label}</span>
      <span class="count">${count}</span>
    </div>`;
  }

  readonly #close = (): void => {
    this.isOpen = false;
    this.text = '';
    this.active = -1;
  };

  readonly #typed = (event: Event): void => {
    event.stopPropagation();
    this.text = this.#input?.value ?? '';
    this.isOpen = true;
    this.active = this.text.trim() === '' ? -1 : 0;
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') this.#move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter') {
      const row = this.#rows[this.active];
      if (row) this.#toggle(row);
      else this.isOpen = !this.isOpen;
    } else if (key === 'Escape' && this.isOpen) this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #move(step: 1 | -1): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.active = 0;
      return;
    }
    const count = this.#rows.length;
    if (count > 0)
      this.active = this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count;
  }

  #toggle({ values, label }: FacetChoice): void {
    this.text = '';
    this.dispatchEvent(new CustomEvent('toggle', { detail: values }));
    // The row stays the one that Enter is for, wherever it is now.
    this.active = this.choices('').findIndex((row) => row.label === label);
  }
}

function groupWords(group: FacetChoice['group']): string {
  switch (group) {
    case 'typed':
      return l10n.t('typed');
    case 'gpus':
      return l10n.t('known GPUs');
    case 'regions':
      return l10n.t('regions');
    case 'countries':
      return l10n.t('countries');
  }
}

customElements.define('filter-names', FilterNames);
