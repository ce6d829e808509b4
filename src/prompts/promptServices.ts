import type * as vscode from 'vscode';
import type { PrepareServices } from '../connect/prepareServices';
import type { BadMachines } from '../stores/instances/badMachines';
import type { BidLookup } from '../stores/instances/bidLookup';
import type { LazyWatches } from '../stores/watches/lazyWatches';
import type { OfferStore } from '../stores/offers/offerStore';
import type { OptionalFeatures } from '../stores/account/optionalFeatures';
import type { RentQueue } from '../stores/rentals/rentQueue';
import type { SavedSearches } from '../stores/offers/savedSearches';
import type { SeenGpus } from '../stores/offers/seenGpus';
import type { ReadOnlyTexts } from '../views/texts/readOnlyTexts';
import type { LaunchServices } from './launch/fields/field';

/** What questions to a person need. */
export interface PromptServices extends PrepareServices, LaunchServices {
  offers: OfferStore;
  searches: SavedSearches;
  watches: LazyWatches;
  bids: BidLookup;
  gpus: SeenGpus;
  /** Left out of a person's searches. */
  badMachines: BadMachines;
  rentQueue: RentQueue;
  features: OptionalFeatures;
  texts: ReadOnlyTexts;
  /** A person's choices remembered on this computer; nothing secret. */
  globalState: vscode.Memento;
}
