import * as vscode from 'vscode';
import { commandId } from '../../commandNames';
import { counted } from '../../domain/format';
import type { AccountFiles } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import type { HiddenOffers } from '../../stores/offers/hiddenOffers';
import type { BadMachines } from '../../stores/instances/badMachines';
import type { Clock } from '../../clock';
import type { Lease } from '../../stores/windows/lease';
import type { OfferStore } from '../../stores/offers/offerStore';
import { WatchAges } from '../../stores/watches/watchTimes';
import { WatchList } from '../../stores/watches/watchList';
import { WatchStore } from '../../stores/watches/watchStore';
import type { Log } from '../../log/log';
import { WatchNotifier } from './watchNotifier';

export interface WatchingStores {
  accounts: AccountStore;
  files: AccountFiles;
  offers: OfferStore;
  badMachines: BadMachines;
  hidden: HiddenOffers;
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
  hidden,
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
  const store = new WatchStore({ accounts, list, ages, badMachines, hidden, lease, clock, log });
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

/** Says in the status bar that searches are watched, as long as some are. */
class WatchStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #watches: Pick<WatchStore, 'listed'>;
  readonly #subscription: { dispose(): unknown };

  constructor(watches: Pick<WatchStore, 'listed' | 'onDidChange'>) {
    this.#watches = watches;
    this.#item = vscode.window.createStatusBarItem('gpuRental.watches', vscode.StatusBarAlignment.Left, -1);
    this.#item.name = vscode.l10n.t('GPU Rental: watched offers');
    this.#item.command = commandId('listWatches');
    this.#subscription = watches.onDidChange(() => this.#draw());
    this.#draw();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #draw(): void {
    const running = this.#watches.listed.filter(({ watch }) => !watch.ended);
    if (running.length === 0) {
      this.#item.hide();
      return;
    }
    const isFailing = running.some(({ watch }) => watch.failures !== undefined);
    const words = counted(
      running.length,
      vscode.l10n.t('{0} search is watched for cheap offers.|{0} searches are watched for cheap offers.'),
    );
    const spoken = isFailing ? `${words} ${vscode.l10n.t('The last search failed.')}` : words;
    this.#item.text = `$(${isFailing ? 'warning' : 'eye'}) ${running.length}`;
    this.#item.tooltip = spoken;
    this.#item.accessibilityInformation = { label: spoken };
    this.#item.show();
  }
}
