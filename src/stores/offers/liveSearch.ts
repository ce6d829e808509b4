import type { Filters, OfferQuery } from '../../api/http/requests';
import type { OfferChoice } from '../../domain/offers/offerQuery';
import type { Blame } from '../../domain/offers/search/narrowing';
import type { OfferText } from '../../domain/offers/search/offerText';
import { type Answer, KeptAnswers } from './keptAnswers';
import { type Clock, momentOf } from '../../clock';
import { MarketSample } from './marketSample';
import type { FoundOffer, OfferStore } from './offerStore';
import { TypedSearch, type TypedSearchOptions } from './typedSearch';

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

export interface LiveSearchOptions extends TypedSearchOptions {
  offers: Pick<OfferStore, 'search' | 'narrowed'>;
  clock: Clock;
}

/**
 * A search that follows what is typed: what is known is narrowed at once, the service is asked after a pause, and only
 * where its last answer does not hold all that could match.
 */
export class LiveSearch {
  readonly #options: LiveSearchOptions;
  readonly #typed: TypedSearch;
  readonly #answers: KeptAnswers;
  readonly #market: MarketSample;
  #running: Running | undefined;
  #endPause: (() => void) | undefined;
  #error: unknown;
  #listener: () => void = () => undefined;
  #isClosed = false;

  constructor(options: LiveSearchOptions) {
    this.#options = options;
    this.#typed = new TypedSearch(options);
    this.#answers = new KeptAnswers(options.clock);
    this.#market = new MarketSample(options.offers, options.clock, () => {
      // The answer that it explains may be old by now.
      if (this.#endPause) this.#listener();
      else this.#follow(0);
    });
  }

  /** Calls back with each change of the state; one listener at a time. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  get state(): SearchState {
    const { text, said, query } = this.#typed;
    const answer = this.#answers.for(query);
    const found = this.#answers.matching(query);
    const status = answer ? 'done' : this.#error === undefined ? 'asking' : 'failed';
    const isEmpty = status === 'done' && found.length === 0 && answer?.dropped === 0;
    const blame = isEmpty ? this.#market.blame(query, this.droppable) : undefined;
    return {
      text,
      said,
      query,
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
    return this.#typed.choice;
  }

  /** Fields whose filters can be dropped. */
  get droppable(): string[] {
    return this.#typed.droppable;
  }

  /** Filters that come from the start and still hold. */
  get defaults(): readonly string[] {
    return this.#typed.defaults;
  }

  /** Asks at once, unless an answer is at hand. */
  open(): void {
    this.#follow(0);
  }

  type(text: string): void {
    if (text === this.#typed.text) return;
    this.#typed.type(text);
    this.#changed(pause);
  }

  /** Searches without the filter of this field. */
  drop(field: string): void {
    this.#typed.drop(field);
    this.#changed(0);
  }

  /** Asks for twice as many. */
  loadMore(): void {
    this.#typed.double();
    this.#changed(0);
  }

  /** Filters that no text changes, in the place of those of the start. */
  setFixed(fixed: Filters): void {
    this.#typed.setFixed(fixed);
    this.#changed(0);
  }

  retry(): void {
    this.#typed.readAgain();
    this.#changed(0);
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

  #changed(afterMs: number): void {
    this.#error = undefined;
    this.#follow(afterMs);
  }

  /** Brings the answer up to what is asked for now. */
  #follow(afterMs: number): void {
    this.#endPause?.();
    this.#endPause = undefined;
    // What waits for its turn leaves the line; what was sent is answered with something to narrow.
    if (this.#running && !this.#running.isSent) this.#running.abort.abort();
    if (this.#answers.for(this.#typed.query)) this.#settled();
    else if (afterMs === 0) void this.#ask();
    else this.#endPause = this.#options.clock.after(afterMs, () => void this.#ask());
    this.#listener();
  }

  async #ask(): Promise<void> {
    this.#endPause = undefined;
    if (this.#running && !this.#running.abort.signal.aborted) return;
    const query = this.#typed.query;
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
      if (query === this.#typed.query) this.#error = error;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
    if (!this.#isClosed) this.#goOn();
  }

  /** What was typed while the service was asked. */
  #goOn(): void {
    if (this.#answers.for(this.#typed.query)) this.#settled();
    else if (this.#error === undefined && !this.#endPause) void this.#ask();
    this.#listener();
  }

  /** An empty result is explained by the market, which takes one more search. */
  #settled(): void {
    const { found, dropped, query } = this.state;
    if (found.length === 0 && dropped === 0 && this.droppable.length > 0)
      this.#market.lookAt({ ...query, filters: this.#typed.fixed });
  }
}
