import { usualOrder } from '../../domain/offers/offerOrder';
import type { Filters, OfferQuery } from '../../api/http/requests';
import { type OfferChoice, type SearchStart, searchQuery } from '../../domain/offers/offerQuery';
import type { OfferText } from '../../domain/offers/search/offerText';
import { parseOfferText } from '../../domain/offers/search/parse';
import { printOfferText } from '../../domain/offers/search/print';
import type { GpuNames } from '../../domain/offers/search/vocabulary/gpuNames';

export interface TypedSearchOptions {
  gpus: () => GpuNames;
  start: SearchStart;
  /** What is typed already. */
  text: string;
}

/** What is typed, how it was understood, and the query that follows from it and from what the search began with. */
export class TypedSearch {
  readonly #gpus: () => GpuNames;
  #start: SearchStart;
  #text: string;
  #limit: number;
  /** Fields of the start that were dropped. */
  #dropped: ReadonlySet<string> = new Set();
  #said: OfferText;
  #query: OfferQuery;

  constructor({ gpus, start, text }: TypedSearchOptions) {
    this.#gpus = gpus;
    this.#start = start;
    this.#text = text;
    this.#limit = start.limit;
    this.#said = this.#read();
    this.#query = this.#toQuery();
  }

  get text(): string {
    return this.#text;
  }

  get said(): OfferText {
    return this.#said;
  }

  /** The same object until something changes. */
  get query(): OfferQuery {
    return this.#query;
  }

  /** Filters that no text changes. */
  get fixed(): Filters {
    return this.#start.fixed;
  }

  /** What is asked for, to be remembered and shown as filters. */
  get choice(): OfferChoice {
    const { type, filters, disk, order } = this.#said;
    const start = this.#start;
    return {
      type: (type ?? start.type) === 'bid' ? 'bid' : 'on-demand',
      filters,
      disk: disk ?? start.disk,
      order: order ?? usualOrder,
      limit: start.limit,
    };
  }

  /** Fields whose filters can be dropped. */
  get droppable(): string[] {
    const { filters, disk, cleared } = this.#said;
    const defaults = Object.keys(this.#start.defaults).filter((field) => !cleared.includes(field));
    const fields = new Set([...Object.keys(filters), ...defaults]);
    if (disk === undefined) fields.delete('disk_space');
    else fields.add('disk_space');
    return [...fields];
  }

  /** Filters that come from the start and still hold. */
  get defaults(): readonly string[] {
    const { filters, cleared } = this.#said;
    return Object.keys(this.#start.defaults).filter(
      (field) => !cleared.includes(field) && !(field in filters),
    );
  }

  type(text: string): void {
    this.#text = text;
    this.readAgain();
  }

  /** Takes the filter of this field away. */
  drop(field: string): void {
    const { [field]: _, ...filters } = this.#said.filters;
    const { disk, type, order, cleared } = this.#said;
    this.#dropped = new Set([...this.#dropped, ...cleared, field]);
    const said = {
      filters,
      ...(disk === undefined || field === 'disk_space' ? {} : { disk }),
      ...(type ? { type } : {}),
      ...(order ? { order } : {}),
    };
    this.type(printOfferText(said, this.#gpus()).text);
  }

  /** Asks for twice as many. */
  double(): void {
    this.#limit *= 2;
    this.readAgain();
  }

  /** In the place of those of the start. */
  setFixed(fixed: Filters): void {
    this.#start = { ...this.#start, fixed };
    this.readAgain();
  }

  /** More models may be known by now. */
  readAgain(): void {
    this.#said = this.#read();
    this.#query = this.#toQuery();
  }

  #read(): OfferText {
    const said = parseOfferText(this.#text, this.#gpus());
    const dropped = [...this.#dropped].filter((field) => !(field in said.filters));
    return { ...said, cleared: [...new Set([...said.cleared, ...dropped])] };
  }

  #toQuery(): OfferQuery {
    return { ...searchQuery(this.#start, this.#said), limit: this.#limit };
  }
}
