import type * as vscode from 'vscode';
import { Keyring } from './account/keyring';
import { OwnKey } from './account/ownKey';
import type { Stores } from './backgroundStores';
import { BadMachines } from './instances/badMachines';
import { BidLookup } from './instances/bidLookup';
import { Moves } from './instances/moves';
import { LaunchSecrets } from './launch/launchSecrets';
import { LaunchStore } from './launch/launchStore';
import { HiddenOffers } from './offers/hiddenOffers';
import { OfferStore } from './offers/offerStore';
import { SavedSearches } from './offers/savedSearches';
import { SeenGpus } from './offers/seenGpus';
import { MarkerFiles } from './rentals/markerFiles';
import { RentQueue, type RentQueueOptions } from './rentals/rentQueue';
import { TemplateStore } from './templates/templateStore';

/** The stores that only commands, views and documents need. */
export function createCommandStores(
  { workspaceState, secrets }: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets'>,
  stores: Stores,
  rents: Pick<RentQueueOptions, 'onWait' | 'keepAgreed'>,
) {
  const { accounts, files, globalState, milestones, clock, log } = stores;
  const gpus = new SeenGpus(globalState, log);
  const offers = new OfferStore(accounts, clock, {
    add: (found) => {
      gpus.add(found);
      if (found.length > 0) milestones.reached('offersFound');
    },
  });
  return {
    ownKey: new OwnKey(accounts, log),
    offers,
    gpus,
    badMachines: new BadMachines(new MarkerFiles(files, 'badMachines'), clock, log),
    hidden: new HiddenOffers({
      machine: new MarkerFiles(files, 'hiddenMachines'),
      host: new MarkerFiles(files, 'hiddenHosts'),
    }),
    moves: new Moves(files),
    searches: new SavedSearches(files, clock),
    bids: new BidLookup(clock, log),
    templates: new TemplateStore(accounts, clock, log),
    launches: new LaunchStore(globalState, workspaceState),
    launchSecrets: new LaunchSecrets(new Keyring(secrets, log)),
    runSecrets: new Keyring(secrets, log),
    rentQueue: new RentQueue({ ...stores, offers, lease: stores.leases.for('rent'), ...rents }),
  };
}

export type CommandStores = ReturnType<typeof createCommandStores>;
