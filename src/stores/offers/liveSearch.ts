import type { Filters, OfferQuery } from '../../api/http/requests';
import { type OfferChoice, type SearchStart, searchQuery } from '../../domain/offers/offerQuery';
import type { GpuNames } from '../../domain/offers/search/words/gpuNames';
import type { Blame } from '../../domain/offers/search/narrowing';
import type { OfferText } from '../../domain/offers/search/offerText';
import { parseOfferText } from '../../domain/offers/search/parse';
import { printOfferText } from '../../domain/offers/search/print';
import { type Answer, KeptAnswers } from './keptAnswers';
import { type Clock, momentOf } from '../../clock';
import { MarketSample } from './marketSample';
import type { FoundOffer, OfferStore } from './offerStore';

/** Milliseconds without a key before what was typed is asked for: the service takes ten searches a minute. */
const pause = 400;

/** What a search that is being typed has come to. */
export interface SearchState {
  text: string;
  said: OfferText;
  query: OfferQuery;
  /** In the order that was asked for: of the service, or while it is asked what is known and matches. */
  found: readonly FoundOffer[];
  status: 'asking' | 'done' | 'failed';
  /** Why it failed, or while it is asked, why that is tried again. */
  error?: unknown;
  /** It waits for its turn. */
  isQueued?: boolean;
  /** The service may have more than was asked for. */
  isCut: boolean;
  /** Offers left out because they contradict the filters that the service was given. */
  dropped: number;
  /** Where nothing was found: what each filter that can be dropped does to it; undefined while that is not known. */
  blame?: readonly Blame[] | undefined;
  /** There are more offers than `blame` counts. */
  isBlameCut?: boolean | undefined;
}

interface Running {
  abort: AbortController;
  isSent: boolean;
  /** Of the last attempt. */
  failure?: unknown;
}

export interface LiveSearchOptions {
  offers: Pick<OfferStore, 'search' | 'narrowed'>;
  clock: Clock;
  gpus: () => GpuNames;
  start: SearchStart;
  /** What is typed already. */
  text: string;
}

/**
 * A search that follows what is typed: what is known is narrowed at once, the service is asked after a pause, and only
 * where its last answer does not hold all that could match.
 */
export class LiveSearch {
  readonly #options: LiveSearchOptions;
  #start: SearchStart;
  readonly #answers: KeptAnswers;
  readonly #market: MarketSample;
  #text: string;
  #limit: number;
  /** Fields of the start that were dropped. */
  #dropped: ReadonlySet<string> = new Set();
  #said: OfferText;
  #query: OfferQuery;
  #running: Running | undefined;
  #endPause: (() => void) | undefined;
  #error: unknown;
  #listener: () => void = () => undefined;
  #isClosed = false;

  constructor(options: LiveSearchOptions) {
    this.#options = options;
    this.#start = options.start;
    this.#text = options.text;
    this.#limit = options.start.limit;
    this.#answers = new KeptAnswers(options.clock);
    this.#market = new MarketSample(options.offers, options.clock, () => this.#listener());
    this.#said = this.#read();
    this.#query = this.#toQuery();
  }

  /** Calls back with each change of the state; one listener at a time. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  get state(): SearchState {
    const answer = this.#answers.for(this.#query);
    const found = this.#answers.matching(this.#query);
    const status = answer ? 'done' : this.#error === undefined ? 'asking' : 'failed';
    const isEmpty = status === 'done' && found.length === 0 && answer?.dropped === 0;
    const blame = isEmpty ? this.#market.blame(this.#query, this.droppable) : undefined;
    return {
      text: this.#text,
      said: this.#said,
      query: this.#query,
      found,
      status,
      isCut: answer?.isCut ?? false,
      dropped: answer?.dropped ?? 0,
      ...(status === 'failed' ? { error: this.#error } : {}),
      ...(status === 'asking' && this.#running?.failure !== undefined
        ? { error: this.#running.failure }
        : {}),
      ...(status === 'asking' && this.#running?.isSent === false ? { isQueued: true } : {}),
      ...(blame ? { blame: blame.filters, isBlameCut: blame.isCut } : {}),
    };
  }

  /** What is asked for, to be remembered and shown as filters. */
  get choice(): OfferChoice {
    const { type, filters, disk, order } = this.#said;
    const start = this.#start;
    return {
      type: (type ?? start.type) === 'bid' ? 'bid' : 'on-demand',
      filters,
      disk: disk ?? start.disk,
      order: order ?? 'price',
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

  /** Asks at once, unless an answer is at hand. */
  open(): void {
    this.#follow(0);
  }

  type(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#take();
    this.#follow(pause);
  }

  /** Searches without the filter of this field. */
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
    this.#text = printOfferText(said, this.#options.gpus()).text;
    this.#take();
    this.#follow(0);
  }

  /** Asks for twice as many. */
  loadMore(): void {
    this.#limit *= 2;
    this.#take();
    this.#follow(0);
  }

  /** Filters that no text changes, in the place of those of the start. */
  setFixed(fixed: Filters): void {
    this.#start = { ...this.#start, fixed };
    this.#take();
    this.#follow(0);
  }

  retry(): void {
    this.#take();
    this.#follow(0);
  }

  /** The offer as one of this search's: others like it are looked for with its filters. */
  take(offerId: number): FoundOffer | undefined {
    const { query, found } = this.state;
    return this.#options.offers.narrowed(query, found).find(({ offer }) => offer.id === offerId);
  }

  /** Nothing is asked any more. */
  close(): void {
    this.#isClosed = true;
    this.#endPause?.();
    this.#running?.abort.abort();
    this.#market.close();
  }

  #take(): void {
    this.#said = this.#read();
    this.#query = this.#toQuery();
    this.#error = undefined;
  }

  #read(): OfferText {
    const said = parseOfferText(this.#text, this.#options.gpus());
    const dropped = [...this.#dropped].filter((field) => !(field in said.filters));
    return { ...said, cleared: [...new Set([...said.cleared, ...dropped])] };
  }

  #toQuery(): OfferQuery {
    return { ...searchQuery(this.#start, this.#said), limit: this.#limit };
  }

  /** Brings the answer up to what is asked for now. */
  #follow(afterMs: number): void {
    this.#endPause?.();
    this.#endPause = undefined;
    // What waits for its turn leaves the line; what was sent is answered with something to narrow.
    if (this.#running && !this.#running.isSent) this.#running.abort.abort();
    if (this.#answers.for(this.#query)) this.#settled();
    else if (afterMs === 0) void this.#ask();
    else this.#endPause = this.#options.clock.after(afterMs, () => void this.#ask());
    this.#listener();
  }

  async #ask(): Promise<void> {
    this.#endPause = undefined;
    if (this.#running && !this.#running.abort.signal.aborted) return;
    const query = this.#query;
    const running: Running = { abort: new AbortController(), isSent: false };
    this.#running = running;
    this.#market.pause();
    try {
      const { signal } = running.abort;
      const onSend = (): void => {
        running.isSent = true;
        this.#listener();
      };
      const onRetry = (failure: unknown): void => {
        running.failure = failure;
        this.#listener();
      };
      const result = await this.#options.offers.search(query, { signal, onSend, onRetry });
      const answer: Answer = { query, ...result, at: momentOf(this.#options.clock) };
      this.#answers.keep(answer);
    } catch (error) {
      if (running.abort.signal.aborted) return;
      if (query === this.#query) this.#error = error;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
    if (!this.#isClosed) this.#goOn();
  }

  /** What was typed while the service was asked. */
  #goOn(): void {
    if (this.#answers.for(this.#query)) this.#settled();
    else if (this.#error === undefined && !this.#endPause) void this.#ask();
    this.#listener();
  }

  /** An empty result is explained by the market, which takes one more search. */
  #settled(): void {
    const { found, dropped, query } = this.state;
    if (found.length === 0 && dropped === 0 && this.droppable.length > 0)
      this.#market.lookAt({ ...query, filters: this.#start.fixed });
  }
}
