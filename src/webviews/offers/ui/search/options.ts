import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { type Facets, facetsOf } from '../../../../domain/offers/filters/facets';
import type { PanelQuery } from '../../../../domain/offers/filters/panelQuery';
import { addable, partChoices, partLabel } from '../../../../domain/offers/filters/searchParts';
import { completionsOf } from '../../../../domain/offers/search/completions';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { GpuNames } from '../../../../domain/offers/search/vocabulary/gpuNames';
import type { ListField } from '../../../../domain/offers/fields/choices';

/** A row of the list below the line. */
export interface Option {
  label: string;
  /** At its end: a count, or what the words mean. */
  detail?: string | number;
  group?: string | undefined;
  /** Missing for what is not chosen but done. */
  isChosen?: boolean;
  spoken?: string | undefined;
  title?: string | undefined;
  choose: () => void;
}

/** What choosing a row does. */
export interface Choosing {
  /** Types in place of what is typed. */
  type: (text: string) => void;
  /** Asks for a part. */
  edit: (field: string) => void;
  /** @param isDone nothing more is chosen for this part */
  take: (query: PanelQuery, isDone: boolean) => void;
}

/** How many offers there are of each name, counted once for a query. */
export class CountedNames {
  readonly #rows: readonly MarketRow[];
  #last: { query: PanelQuery; field: ListField; facets: Facets } | undefined;

  constructor(rows: readonly MarketRow[]) {
    this.#rows = rows;
  }

  of(query: PanelQuery, field: ListField): Facets {
    if (this.#last?.query !== query || this.#last.field !== field)
      this.#last = { query, field, facets: facetsOf(this.#rows, query, field) };
    return this.#last.facets;
  }
}

/** Completions of what may be meant. */
const mostCompletions = 8;

/** The rows for what is typed: choices for the part that is asked for, else words that complete it, else the parts. */
export function optionsOf(
  query: PanelQuery,
  {
    field,
    text,
    gpus,
    names,
  }: { field: string | undefined; text: string; gpus: GpuNames; names: CountedNames },
  { type, edit, take }: Choosing,
): Option[] {
  if (field !== undefined)
    return partChoices(query, field, { text, facets: (list) => names.of(query, list), gpus }).map(
      ({ query: next, count, ...choice }) => ({
        ...choice,
        ...(count !== undefined && { detail: count }),
        choose: () => take(next, count === undefined),
      }),
    );
  if (text.trim() !== '')
    return completionsOf(text, gpus, mostCompletions).map(({ words, meaning, text: completed }) => ({
      label: words,
      detail: meaning,
      choose: () => type(completed),
    }));
  return addable(query).map((one) => ({ label: partLabel(one), choose: () => edit(one) }));
}

/** The row that an arrow key leads to, from the last one to the first one and back. */
export function nextRow(active: number, count: number, key: 'ArrowDown' | 'ArrowUp'): number {
  if (count === 0) return -1;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return (active + 1) % count;
}

/** The list below the line. @param options undefined while it is closed @param active the row that Enter chooses */
export function optionPopup(
  label: string,
  options: readonly Option[] | undefined,
  active: number,
  choose: (option: Option) => void,
): TemplateResult {
  return html`<div
    id="list"
    class="list"
    role="listbox"
    aria-multiselectable="true"
    aria-label=${label}
    popover="manual"
  >
    ${options ? optionList(options, active, choose) : nothing}
  </div>`;
}

/** With a title for each group where there are several. */
function optionList(
  options: readonly Option[],
  active: number,
  choose: (option: Option) => void,
): TemplateResult | TemplateResult[] {
  if (options.length === 0)
    return html`<div class="option none" role="option" aria-disabled="true" aria-selected="false">
      ${l10n.t('Nothing found')}
    </div>`;
  const groups = [...new Set(options.map(({ group }) => group))];
  return groups.map(
    (group) =>
      html`<div role="group" aria-label=${group ?? nothing}>
        ${groups.length > 1 ? html`<div class="title" role="presentation">${group}</div>` : nothing}
        ${options.map((option, index) => (option.group === group ? optionRow(option, index, active, choose) : nothing))}
      </div>`,
  );
}

function optionRow(
  option: Option,
  index: number,
  active: number,
  choose: (option: Option) => void,
): TemplateResult {
  const { label, detail, isChosen, spoken, title } = option;
  return html`<div
    id="option-${index}"
    role="option"
    class=${index === active ? 'option active' : 'option'}
    aria-selected=${isChosen ? 'true' : 'false'}
    aria-label=${spoken ?? nothing}
    title=${title ?? nothing}
    @pointerdown=${(event: Event) => event.preventDefault()}
    @click=${() => choose(option)}
  >
    ${isChosen === undefined ? nothing : html`<span class="mark">${isChosen ? '✓' : ''}</span>`}
    <span class="name">${label}</span>
    <span class="detail">${detail}</span>
  </div>`;
}
