import type { AccountFiles } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import type { BadMachines } from '../../stores/instances/badMachines';
import type { Clock } from '../../clock';
import type { Lease } from '../../stores/windows/lease';
import type { OfferStore } from '../../stores/offers/offerStore';
import { WatchAges } from '../../stores/watches/watchTimes';
import { WatchList } from '../../stores/watches/watchList';
import { WatchStore } from '../../stores/watches/watchStore';
import type { Log } from '../../log/log';
import { WatchNotifier } from './watchNotifier';
import { WatchStatus } from './watchStatus';

export interface WatchingStores {
  accounts: AccountStore;
  files: AccountFiles;
  offers: OfferStore;
  badMachines: BadMachines;
  /** Lets one window at a time search, and says whether there are others. */
  watching: { lease: Lease; othersAreThere: () => Promise<boolean> };
  clock: Clock;
  log: Log;
}

/** Builds what searches and what tells of it. */
export function startWatching({
  accounts,
  files,
  offers,
  badMachines,
  watching,
  clock,
  log,
}: WatchingStores): {
  store: WatchStore;
  dispose(): void;
} {
  const { lease, othersAreThere } = watching;
  const ages = new WatchAges(clock);
  const list = new WatchList(files, { clock, ages, othersAreThere });
  const store = new WatchStore({ accounts, list, ages, badMachines, lease, clock, log });
  const status = new WatchStatus(store);
  const notifier = new WatchNotifier({ watches: store, accounts, offers, log });
  return {
    store,
    dispose: () => {
      notifier.dispose();
      status.dispose();
      store.dispose();
    },
  };
}
