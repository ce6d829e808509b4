import type * as vscode from 'vscode';
import type { OfferChoice } from '../../domain/offers/offerQuery';
import { rememberedOf, type SearchSettings, startingChoice } from '../../domain/offers/rememberedSearch';
import { settings } from '../settings';

const key = 'gpuRental.lastSearch';

/** What a new search starts from: the last one's filters, unless a setting was changed since. */
export const lastSearch = (globalState: vscode.Memento): OfferChoice =>
  startingChoice(globalState.get(key), searchSettings());

/** What a search starts from that doesn't follow the last one. */
export const plainSearch = (): OfferChoice => startingChoice(undefined, searchSettings());

export const keepSearch = (globalState: vscode.Memento, choice: OfferChoice): Thenable<void> =>
  globalState.update(key, rememberedOf(choice, searchSettings()));

const searchSettings = (): SearchSettings => ({
  verifiedOnly: settings.search.verifiedOnly,
  disk: settings.rent.disk,
  limit: settings.search.limit,
});
