import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { gpuModels } from '../../../../domain/offers/gpuModels';
import { controlOf } from '../../../../domain/offers/filters/filterControls';
import { bidNote, type PanelQuery } from '../../../../domain/offers/filters/panelQuery';
import { withoutFilter } from '../../../../domain/offers/filters/queryText';
import { type PartInput, partInput, partsOf } from '../../../../domain/offers/filters/searchParts';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { GpuNames } from '../../../../domain/offers/search/vocabulary/gpuNames';
import { elementWith } from '../../../shared/ui/element';
import { CountedNames, nextRow, type Option, optionPopup, optionsOf } from './options';
import { chip, clearAll, notes, textInput } from './lineParts';
import { lineStyles } from './styles';

interface Properties {
  query: PanelQuery | undefined;
  /** The whole market at hand. */
  rows: readonly MarketRow[];
  /** Fields whose filters the service's answer did not keep to. */
  contradicted: readonly string[];
  /** What is typed; undefined while nothing is. */
  draft: string | undefined;
  /** The part that is asked for; undefined to add to the search. */
  field: string | undefined;
  /** The person has left what is typed, so that its problem is told. */
  isLeft: boolean;
  isOpen: boolean;
  /** The row of the list that Enter chooses; -1 for none. */
  active: number;
}

/**
 * Everything that offers are compared for, in one line: its parts, each changed in its place, and a text that adds to
 * them. Sends `query-change` with the whole query after every change, and with each letter that is typed.
 */
export class SearchLine extends elementWith<Properties>({
  query: undefined,
  rows: [],
  contradicted: [],
  draft: undefined,
  field: undefined,
  isLeft: false,
  isOpen: false,
  active: -1,
}) {
  static override styles = lineStyles;
  #gpus = new GpuNames(gpuModels);
  #options: readonly Option[] = [];
  #names = new CountedNames([]);
  /** The query before something was typed or asked for, which Escape goes back to. */
  #before: PanelQuery | undefined;
  /** The last query that was told. */
  #told: PanelQuery | undefined;
  /** How many parts are before the text. */
  #place = 0;

  /** Puts the cursor into it. */
  override focus(): void {
    this.#input?.focus();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // What is typed was meant for another query.
    if (changed.has('query') && this.query !== this.#told) this.#close();
    if (changed.has('rows')) {
      this.#gpus = new GpuNames([...gpuModels, ...this.rows.flatMap(({ offer }) => offer.gpu_name ?? [])]);
      this.#names = new CountedNames(this.rows);
    }
    this.#options = this.isOpen ? this.#optionsNow() : [];
    this.active = Math.min(this.active, this.#options.length - 1);
  }

  override render(): TemplateResult | typeof nothing {
    const { query, field } = this;
    if (!query) return nothing;
    const asked = this.#asked(query);
    const problem = this.#problem(asked);
    const all = partsOf(field === undefined ? (this.#before ?? query) : query);
    const parts = all.filter((part) => part.field !== field);
    const wrong = all.filter((part) => this.contradicted.includes(part.field)).map(({ words }) => words);
    return html`
      <div role="search" aria-label=${l10n.t('Filters')}>
        <div class=${problem === undefined ? 'box' : 'box invalid'} @click=${this.#clicked}>
          <ul aria-label=${l10n.t('Active filters')}>
            ${parts.map((part, place) =>
              chip(part, 2 * place, this.contradicted.includes(part.field), {
                edit: () => this.#edit(part.field, place),
                remove: () => this.#remove(withoutFilter(query, part.field), place),
              }),
            )}
          </ul>
          ${textInput({
            asked,
            problem,
            text: this.draft ?? asked.text,
            order: field === undefined ? 999 : 2 * this.#place - 1,
            isWhole: field === undefined,
            isOpen: this.#isShown,
            active: this.active,
            typed: (text) => this.#type(text),
            pressed: this.#pressed,
            left: this.#settle,
          })}
          ${parts.some(({ isFilter }) => isFilter) ? clearAll(() => this.#remove({ ...query, filters: {} })) : nothing}
        </div>
        ${optionPopup(asked.label, this.#isShown ? this.#options : undefined, this.active, this.#choose)}
        ${notes(problem, bidNote(this.rows, query), wrong)}
      </div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    const list = this.renderRoot.querySelector<HTMLElement>('#list');
    if (!list?.isConnected) return;
    if (list.matches(':popover-open') !== this.#isShown) list.togglePopover(this.#isShown);
    if (changed.has('active') || changed.has('draft'))
      this.renderRoot.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
    if (!changed.has('field') || this.field === undefined) return;
    this.focus();
    this.#input?.select();
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  /** Where nothing is found, that is said of names. */
  get #isShown(): boolean {
    const isNames = this.field !== undefined && controlOf(this.field)?.input === 'names';
    return this.isOpen && (isNames || this.#options.length > 0);
  }

  #asked(query: PanelQuery): PartInput {
    return partInput(this.field === undefined ? (this.#before ?? query) : query, this.field, this.#gpus);
  }

  #problem(asked: PartInput): string | undefined {
    if (this.draft === undefined) return undefined;
    const { problem, isBegun } = asked.read(this.draft);
    return isBegun && !this.isLeft ? undefined : problem;
  }

  #optionsNow(): Option[] {
    const { query, field } = this;
    if (!query) return [];
    return optionsOf(
      query,
      { field, text: this.draft ?? '', gpus: this.#gpus, names: this.#names },
      {
        type: (text) => this.#type(text),
        edit: (one) => this.#edit(one, Object.keys(query.filters).length),
        take: (next, isDone) => {
          this.#change(next);
          if (isDone) this.#close();
          else this.draft = undefined;
        },
      },
    );
  }

  /** The row stays the one that Enter is for, wherever it is then. */
  readonly #choose = (option: Option): void => {
    const { field } = this;
    option.choose();
    this.active = -1;
    if (field !== undefined && field === this.field)
      this.active = this.#optionsNow().findIndex(({ label }) => label === option.label);
  };

  /** Asks for a part in its place. */
  #edit(field: string, place: number): void {
    this.#close();
    this.field = field;
    this.#place = place;
    this.#before = this.query;
    this.isOpen = true;
  }

  #type(text: string): void {
    const { query, field } = this;
    if (!query) return;
    this.#before ??= query;
    const { query: next } = this.#asked(query).read(text);
    this.draft = text;
    this.isLeft = false;
    this.isOpen = true;
    this.active = field !== undefined && text.trim() !== '' ? 0 : -1;
    if (next) this.#change(next);
  }

  #change(query: PanelQuery): void {
    this.#told = query;
    this.query = query;
    this.tell('query-change', query);
  }

  #close(): void {
    this.#before = undefined;
    this.draft = undefined;
    this.field = undefined;
    this.isLeft = false;
    this.isOpen = false;
    this.active = -1;
  }

  /** What was understood becomes a part; what was not stays, with what is wrong with it. */
  readonly #settle = (): void => {
    this.isLeft = true;
    this.isOpen = false;
    if (this.query && this.#problem(this.#asked(this.query)) === undefined) this.#close();
  };

  readonly #clicked = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('button')) return;
    this.focus();
    this.isOpen = true;
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    const { key } = event;
    const option = this.#isShown ? this.#options[this.active] : undefined;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      this.active = this.isOpen ? nextRow(this.active, this.#options.length, key) : 0;
      this.isOpen = true;
    } else if (key === 'Enter' && option) this.#choose(option);
    else if (key === 'Enter') this.#settle();
    else if (key === 'Escape' && (this.#before ?? this.isOpen)) {
      if (this.#before && this.#before !== this.query) this.#change(this.#before);
      this.#close();
    } else if (key === 'Backspace' && this.field === undefined && (this.draft ?? '') === '')
      [...this.renderRoot.querySelectorAll<HTMLElement>('.remove')].at(-1)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** The part in the place of one that was removed has the keyboard, else the text. */
  #remove(query: PanelQuery, place = 0): void {
    this.#close();
    this.#change(query);
    void this.updateComplete.then(() => {
      const left = [...this.renderRoot.querySelectorAll<HTMLElement>('.remove')];
      (left[Math.min(place, left.length - 1)] ?? this.#input)?.focus();
    });
  }
}

customElements.define('search-line', SearchLine);
