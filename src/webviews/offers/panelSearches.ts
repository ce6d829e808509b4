import { plainText } from '../../api/plainText';
import { callCommand } from '../../commandNames';
import { PersonCall } from '../../connect/personCall';
import { watchedPrice } from '../../domain/offers/offerWatch';
import { matchingRows, type PanelQuery } from '../../domain/offers/panelQuery';
import { longestName, type SavedSearch } from '../../domain/offers/savedSearch';
import type { MarketAtHand } from '../../stores/marketAtHand';
import type { SavedSearches } from '../../stores/savedSearches';

/** The saved searches of the panel's account, as its menu shows them. */
export class PanelSearches {
  readonly #store: Pick<SavedSearches, 'list' | 'onDidChange'>;
  readonly #changed: () => void;
  readonly #subscription: { dispose(): void };
  #accountId: string | undefined;
  #saved: readonly SavedSearch[] = [];

  /** @param changed called when the names are others */
  constructor(store: Pick<SavedSearches, 'list' | 'onDidChange'>, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#subscription = store.onDidChange(() => void this.follow(this.#accountId));
  }

  get names(): string[] {
    return this.#saved.map(shownName);
  }

  /** A search by the name that is shown. Parts that it doesn't have are forgotten. */
  queryOf(name: string): PanelQuery | undefined {
    const found = this.#saved.find((one) => shownName(one) === name);
    return found && { bid: undefined, ...found.query };
  }

  /** Reads the list of this account again. Never rejects. */
  async follow(accountId: string | undefined): Promise<void> {
    this.#accountId = accountId;
    const saved = accountId === undefined ? [] : await this.#store.list(accountId);
    if (accountId !== this.#accountId) return;
    const before = this.names.join('\n');
    this.#saved = saved;
    if (this.names.join('\n') !== before) this.#changed();
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

const shownName = ({ name }: SavedSearch): string => plainText(name, longestName);

/** Lets the person save or watch what the panel looks for, with the price of the cheapest offer that matches. */
export function keepSearch(
  as: 'save' | 'watch',
  { state, query }: Pick<MarketAtHand, 'state' | 'query'>,
): void {
  const prices = matchingRows(state.rows, query).flatMap((one) => watchedPrice(one, query) ?? []);
  const cheapest = prices.length > 0 ? Math.min(...prices) : undefined;
  void callCommand(as === 'save' ? 'saveSearch' : 'watchOffers', new PersonCall({ query, cheapest }));
}
