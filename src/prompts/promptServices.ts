import type * as vscode from 'vscode';
import type { PrepareServices } from '../connect/prepareServices';
import type { BadMachines } from '../stores/badMachines';
import type { BidLookup } from '../stores/bidLookup';
import type { LazyWatches } from '../stores/lazyWatches';
import type { OfferStore } from '../stores/offerStore';
import type { OptionalFeatures } from '../stores/optionalFeatures';
import type { RentQueue } from '../stores/rentQueue';
import type { SavedSearches } from '../stores/savedSearches';
import type { SeenGpus } from '../stores/seenGpus';
import type { ReadOnlyTexts } from '../views/readOnlyTexts';
import type { LaunchServices } from './launch/field';

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
