import { callCommand } from '../../commandNames';
import { PersonCall } from '../../ask/caller';
import { watchedPrice } from '../../domain/offers/offerWatch';
import { matchingRows } from '../../domain/offers/filters/panelQuery';
import type { MarketAtHand } from '../../stores/offers/marketAtHand';
import type { SavedSearches } from '../../stores/offers/savedSearches';

/** Whether the panel's account has saved searches. */
export class PanelSearches {
  readonly #store: Pick<SavedSearches, 'list' | 'onDidChange'>;
  readonly #changed: () => void;
  readonly #subscription: { dispose(): void };
  #accountId: string | undefined;
  #areThere = false;

  /** @param changed called with the first one, and when the last one is gone */
  constructor(store: Pick<SavedSearches, 'list' | 'onDidChange'>, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#subscription = store.onDidChange(() => void this.follow(this.#accountId));
  }

  get areThere(): boolean {
    return this.#areThere;
  }

  /** Reads the list of this account again. Never rejects. */
  async follow(accountId: string | undefined): Promise<void> {
    this.#accountId = accountId;
    const saved = accountId === undefined ? [] : await this.#store.list(accountId);
    if (accountId !== this.#accountId) return;
    const before = this.#areThere;
    this.#areThere = saved.length > 0;
    if (this.#areThere !== before) this.#changed();
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

/** Lets the person save or watch what the panel looks for, with the price of the cheapest offer that matches. */
export function keepSearch(
  as: 'save' | 'watch',
  { state, query }: Pick<MarketAtHand, 'state' | 'query'>,
): void {
  const prices = matchingRows(state.rows, query).flatMap((one) => watchedPrice(one, query) ?? []);
  const cheapest = prices.length > 0 ? Math.min(...prices) : undefined;
  void callCommand(as === 'save' ? 'saveSearch' : 'watchOffers', new PersonCall({ query, cheapest }));
}
