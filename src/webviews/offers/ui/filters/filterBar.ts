import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { gpuModels } from '../../../../domain/offers/gpuModels';
import { bidNote, type PanelQuery } from '../../../../domain/offers/filters/panelQuery';
import { printControl, readControl } from '../../../../domain/offers/table/controlText';
import { facetChoices, type Facets, facetsOf } from '../../../../domain/offers/filters/facets';
import {
  controlLabel,
  type FilterControl,
  filterControls,
  flagCondition,
  kindOf,
  machineChoices,
  numberPrompt,
  signAndUnit,
  withFilter,
} from '../../../../domain/offers/filters/filterControls';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { printQuery, readQuery } from '../../../../domain/offers/filters/queryText';
import { filterWords } from '../../../../domain/offers/search/words/filterWords';
import { GpuNames } from '../../../../domain/offers/search/words/gpuNames';
import type { ListField } from '../../../../domain/offers/fields/choices';
import { chosenValues, toggleValues, withValues } from '../../../../domain/offers/search/words/nameChoices';
import { elementWith } from '../../../shared/ui/element';
import { chipList, planControls } from './barParts';
import './namesControl';
import './numberControl';
import { barStyles, controlStyles } from './styles';
import { formatSentences } from '../../../../domain/format';

/** Those that stay where there is little room. */
const first = new Set<string>(['gpu_name', 'gpu_ram', 'dph_total', 'geolocation']);

interface Properties {
  query: PanelQuery | undefined;
  /** The whole market at hand. */
  rows: readonly MarketRow[];
  /** Fields whose filters the service's answer did not keep to. */
  contradicted: readonly string[];
  /** The rare ones are shown, too. */
  isOpen: boolean;
}

/**
 * Everything that offers are compared for, as controls. Sends `query-change` with the whole query after every change,
 * and with each letter that is typed.
 */
export class FilterBar extends elementWith<Properties>({
  query: undefined,
  rows: [],
  contradicted: [],
  isOpen: false,
}) {
  static override styles = [controlStyles, barStyles];
  #gpus = new GpuNames(gpuModels);
  #facets = new Map<ListField, Facets>();

  protected override willUpdate(changed: PropertyValues): void {
    this.#facets = new Map();
    if (!changed.has('rows')) return;
    this.#gpus = new GpuNames([...gpuModels, ...this.rows.flatMap(({ offer }) => offer.gpu_name ?? [])]);
  }

  override render(): TemplateResult | typeof nothing {
    const { query } = this;
    if (!query) return nothing;
    const common = filterControls.filter(({ look }) => look.isCommon);
    const rare = filterControls.filter(({ look }) => !look.isCommon);
    return html`
      <div role="search" aria-label=${l10n.t('Filters')}>
        ${this.#text(query)}
        <div class="controls ${this.isOpen ? '' : 'folded'}">
          ${common.map((control) => this.#control(control, query))}
          ${planControls(query, bidNote(this.rows, query), (next) => this.#change(next))}
          ${this.isOpen ? rare.map((control) => this.#control(control, query)) : nothing}
        </div>
        ${chipList(query, this.contradicted, {
          change: (next) => this.#change(next),
          focusAt: (index) => void this.#focusChip(index),
          before: this.#more(),
        })}
      </div>
    `;
  }

  #more(): TemplateResult {
    return html`<button
      class="link"
      type="button"
      aria-expanded=${this.isOpen ? 'true' : 'false'}
      @click=${() => (this.isOpen = !this.isOpen)}
    >
      ${this.isOpen ? l10n.t('Fewer Filters') : l10n.t('More Filters')}
    </button>`;
  }

  /** The whole search in a line, as it can be typed, too. */
  #text(query: PanelQuery): TemplateResult {
    return html`<filter-number
      id="text"
      .wide=${true}
      .label=${l10n.t('Search for offers')}
      .prompt=${l10n.t('Filters in words and numbers, such as 24gb >=99% eu cuda>=12')}
      .empty=${l10n.t('Type what you need, such as 24gb >=99% eu cuda>=12')}
      .text=${printQuery(query, this.#gpus)}
      .read=${(text: string) => {
        const { problems } = readQuery(query, text, this.#gpus);
        return problems.length === 0 ? {} : { problem: formatSentences(problems) };
      }}
      @typed=${({ detail }: CustomEvent<string>) => this.#change(readQuery(query, detail, this.#gpus).query)}
    ></filter-number>`;
  }

  #control(control: FilterControl, query: PanelQuery): TemplateResult {
    const isFirst = first.has(control.field) ? 'usual first' : 'usual';
    return html`<div class=${isFirst} data-field=${control.field}>${this.#input(control, query)}</div>`;
  }

  #input(control: FilterControl, query: PanelQuery): TemplateResult {
    switch (control.input) {
      case 'names':
        return this.#names(control.field, query);
      case 'count':
      case 'number':
        return this.#number(control.field, query);
      case 'machines':
        return this.#machines(query);
      case 'flag':
        return this.#flag(control.field, query);
    }
  }

  #names(field: ListField, query: PanelQuery): TemplateResult {
    const conditions = query.filters[field];
    const chosen = chosenValues(conditions);
    return html`<filter-names
      .label=${controlLabel(field)}
      .summary=${conditions ? filterWords(field, conditions) : l10n.t('any')}
      .isSet=${conditions !== undefined}
      .choices=${(text: string) =>
        facetChoices(field, this.#facetsOf(field, query), { text, chosen, gpus: this.#gpus })}
      @toggle=${({ detail }: CustomEvent<readonly string[]>) =>
        this.#filter(field, withValues(conditions, toggleValues(chosen, detail)))}
    ></filter-names>`;
  }

  /** Counted when a list is opened. */
  #facetsOf(field: ListField, query: PanelQuery): Facets {
    const facets = this.#facets.get(field) ?? facetsOf(this.rows, query, field);
    this.#facets.set(field, facets);
    return facets;
  }

  #number(field: Extract<FilterControl, { input: 'number' | 'count' }>['field'], query: PanelQuery) {
    const kind = kindOf(field);
    const { sign, unit } = signAndUnit(kind);
    return html`<filter-number
      .label=${controlLabel(field)}
      .prompt=${numberPrompt(field)}
      .sign=${sign}
      .unit=${unit}
      .empty=${l10n.t('any')}
      .text=${printControl(kind, query.filters[field], this.#gpus)}
      .read=${(text: string) => readControl(kind, text, this.#gpus)}
      @typed=${({ detail }: CustomEvent<string>) => {
        const { conditions, problem } = readControl(kind, detail, this.#gpus);
        if (problem === undefined) this.#filter(field, conditions);
      }}
    ></filter-number>`;
  }

  #machines({ filters }: PanelQuery): TemplateResult {
    const choices = machineChoices();
    return html`<label for="machines">${controlLabel('verified')}</label>
      <select
        id="machines"
        @change=${({ target }: Event) => {
          if (!(target instanceof HTMLSelectElement)) return;
          this.#filter('verified', choices[target.selectedIndex]?.conditions);
        }}
      >
        ${choices.map(
          ({ label, conditions }) =>
            html`<option .selected=${conditions?.eq === filters.verified?.eq}>${label}</option>`,
        )}
      </select>`;
  }

  #flag(field: 'hosting_type', { filters }: PanelQuery): TemplateResult {
    return html`<span class="label" aria-hidden="true">${controlLabel(field)}</span>
      <label class="flag">
        <input
          type="checkbox"
          aria-label=${l10n.t('Only in data centers')}
          .checked=${filters[field] !== undefined}
          @change=${({ target }: Event) => {
            const isOn = target instanceof HTMLInputElement && target.checked;
            this.#filter(field, isOn ? flagCondition(field) : undefined);
          }}
        />
        ${l10n.t('only')}
      </label>`;
  }

  #filter(field: string, conditions: PanelQuery['filters'][string] | undefined): void {
    const { query } = this;
    if (query) this.#change({ ...query, filters: withFilter(query.filters, field, conditions) });
  }

  #change(query: PanelQuery): void {
    this.query = query;
    this.tell('query-change', query);
  }

  /** The chip in the place of one that was removed, else the line of text. */
  async #focusChip(index: number): Promise<void> {
    await this.updateComplete;
    const chips = [...this.renderRoot.querySelectorAll<HTMLElement>('.chip')];
    (
      chips[Math.min(index, chips.length - 1)] ?? this.renderRoot.querySelector<HTMLElement>('#text')
    )?.focus();
  }
}

customElements.define('filter-bar', FilterBar);
