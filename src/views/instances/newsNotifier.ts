import type * as vscode from 'vscode';
import { ignore, type Log } from '../../log/log';
import type { AccountRates } from '../../stores/money/accountRates';
import type { AccountStore } from '../../stores/account/accountStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { MarkerFiles } from '../../stores/rentals/markerFiles';
import type { NewsFiles } from '../../stores/instances/newsFiles';
import type { Snapshot } from '../../domain/instances/sharedInstance';

export interface NewsStores {
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  /** Of the accounts that are not in use. */
  rates: Pick<AccountRates, 'onDidList'>;
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>;
  news: Pick<NewsFiles, 'take'>;
  /** The starts that a person waits for. */
  pendingStart: Pick<MarkerFiles, 'list'>;
  queuedStart: Pick<MarkerFiles, 'list'>;
  slowStart: Pick<MarkerFiles, 'list'>;
  log: Log;
}

/**
 * Notifies of what befalls the instances of all signed-in accounts, once, in one window: outbid, crashed, out of reach,
 * frozen, and running again. A list in which no row has changed costs nothing here.
 */
export class NewsNotifier implements vscode.Disposable {
  readonly #stores: NewsStores;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** Each account's rows as they were looked at last, by which the same ones are known; none after a failure. */
  readonly #lookedAt = new Map<string, object>();
  #looking: Promise<void> = Promise.resolve();

  constructor(stores: NewsStores) {
    this.#stores = stores;
    const { instances: store, rates } = stores;
    this.#subscriptions = [
      store.onDidChange(({ listed }) => {
        const { accountId, fetchedAt: at, instances } = store.state;
        if (!listed || accountId === undefined || at === undefined) return;
        this.#follow(accountId, instances, () => ({ at, instances: [...instances.values()] }));
      }),
      rates.onDidList((accountId, list) => this.#follow(accountId, list.instances, () => list)),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(accountId: string, rows: object, list: () => Snapshot): void {
    if (this.#lookedAt.get(accountId) === rows) return;
    this.#lookedAt.set(accountId, rows);
    this.#looking = this.#looking.then(() => this.#look(accountId, list()));
  }

  async #look(accountId: string, list: Snapshot): Promise<void> {
    // Nothing befalls what isn't there, so nothing is loaded for it.
    if (list.instances.length === 0) return;
    try {
      const { tellNews } = await import('./newsMessage');
      await tellNews(this.#stores, accountId, list);
    } catch (error) {
      this.#lookedAt.delete(accountId);
      ignore(this.#stores.log, 'the next list checks it again')(error);
    }
  }
}
