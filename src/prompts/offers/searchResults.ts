import type { Filters } from '../../api/http/requests';
import { PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import type { OfferChoice, SearchStart } from '../../domain/offers/offerQuery';
import { watchedPrice } from '../../domain/offers/offerWatch';
import {
  type Hidden,
  type Hideable,
  hideableFields,
  type LeftOut,
  allLeftOut,
  withoutHidden,
} from '../../domain/offers/hidden';
import { LiveSearch } from '../../stores/offers/liveSearch';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { Services } from '../services';
import { showOfferDetails } from './offerDetails';
import { pickResult, type ResultChoice, type ResultOptions } from './pickResult';
import { countWords } from './resultRows';

export type SearchServices = Pick<Services, 'offers' | 'gpus' | 'globalState' | 'texts' | 'clock'>;

/** The list of one search and the details of its offers. */
export class SearchResults {
  readonly #services: SearchServices;
  readonly #search: LiveSearch;
  readonly #options: Pick<ResultOptions, 'leftOut' | 'canBrowse'>;
  /** Filters that hold whatever is left out. */
  readonly #fixed: Filters;
  readonly #title: () => string;
  /** The offer that was looked at last. */
  #active: number | undefined;

  constructor(
    services: SearchServices,
    start: SearchStart,
    text: string,
    options: Pick<ResultOptions, 'leftOut' | 'canBrowse'>,
    words: (search: LiveSearch) => string,
    title?: string,
  ) {
    const { offers, clock, gpus } = services;
    this.#services = services;
    this.#options = options;
    this.#fixed = start.fixed;
    const fixed = this.#allFixed();
    this.#search = new LiveSearch({
      offers,
      clock,
      gpus: () => gpus.names,
      start: { ...start, fixed },
      text,
    });
    this.#title = () => {
      const count = countWords(this.#search.state);
      return title === undefined ? `${count}: ${words(this.#search)}` : `${title} · ${count}`;
    };
  }

  get choice(): OfferChoice {
    return this.#search.choice;
  }

  async pick(): Promise<FoundOffer | 'back' | 'cancelled'> {
    for (;;) {
      const step = await pickResult(this.#search, {
        title: this.#title,
        gpus: () => this.#services.gpus.names,
        ...this.#options,
        active: this.#active,
      });
      if (step.kind !== 'done') return step.kind;
      const end = await this.#take(step.value);
      if (end) return end;
    }
  }

  close(): void {
    this.#search.close();
  }

  /** Undefined when the list is shown again. */
  async #take(choice: ResultChoice): Promise<FoundOffer | 'back' | 'cancelled' | undefined> {
    if (choice.does === 'browse') {
      const { filters, type, disk } = this.choice;
      await callCommand('browseOffers', { query: { filters, type, allocated_storage: disk } });
      return 'cancelled';
    }
    if (choice.does === 'save' || choice.does === 'watch') {
      await this.#remember(choice.does);
      return undefined;
    }
    if (choice.does === 'includeAll') {
      this.#leaveOut({ bad: [] });
      return undefined;
    }
    if (choice.does === 'listHidden') {
      // As it was where the list failed.
      const hidden = await callCommand<Hidden | undefined>('hiddenOffers');
      if (hidden) this.#leaveOut({ hidden });
      return undefined;
    }
    if (!('found' in choice)) return 'back';
    if (choice.does === 'hide') return this.#hide(choice.found, choice.what);
    this.#active = choice.found.offer.id;
    if (choice.does === 'choose') return choice.found;
    const canHide = this.#options.leftOut !== undefined;
    const end = await showOfferDetails(this.#services.texts, choice.found, this.choice.disk, canHide);
    if (end === 'cancelled') return 'cancelled';
    if (end === 'machine' || end === 'host') return this.#hide(choice.found, end);
    return end === 'rent' ? (this.#search.take(choice.found.offer.id) ?? choice.found) : undefined;
  }

  async #hide({ offer }: FoundOffer, what: Hideable): Promise<undefined> {
    const id = offer[hideableFields[what]];
    if (id === undefined) return undefined;
    const call = new PersonCall({ [hideableFields[what]]: id });
    const hidden = await callCommand<Hidden | undefined>('hideOffers', call);
    if (hidden) this.#leaveOut({ hidden });
    return undefined;
  }

  /** What is known is narrowed at once; of what is shown again only the service knows. */
  #leaveOut(change: Partial<LeftOut>): void {
    if (!this.#options.leftOut) return;
    Object.assign(this.#options.leftOut, change);
    this.#search.setFixed(this.#allFixed());
  }

  #allFixed(): Filters {
    const { leftOut } = this.#options;
    return { ...this.#fixed, ...(leftOut && withoutHidden(allLeftOut(leftOut))) };
  }

  async #remember(as: 'save' | 'watch'): Promise<void> {
    const { filters, type, disk } = this.choice;
    const prices = this.#search.state.found.flatMap((one) => watchedPrice(one, { disk, hours: 1 }) ?? []);
    const cheapest = prices.length > 0 ? Math.min(...prices) : undefined;
    await callCommand(
      as === 'save' ? 'saveSearch' : 'watchOffers',
      new PersonCall({ query: { filters, type, disk }, cheapest }),
    );
  }
}
