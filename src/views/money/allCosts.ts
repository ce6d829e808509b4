import type * as vscode from 'vscode';
import { accountName } from '../../domain/account/accountName';
import { costOf } from '../../stores/money/accountRate';
import type { AccountRates } from '../../stores/money/accountRates';
import type { AccountStore } from '../../stores/account/accountStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { VolumeStore } from '../../stores/volumes/volumeStore';
import { costOfVolumes, totalRate, type VolumeCost } from '../../domain/volumes/volumeCost';
import { type Rate, rateFrom, sumOfRates } from '../../domain/money/rate';

/** What one signed-in account costs, as far as known. */
export interface AccountCost {
  name: string;
  /** Whether it is the account in use. */
  active: boolean;
  /** Of instances and volumes; undefined before the first list. */
  rate?: Rate | undefined;
  running: number;
  /** Instances of which it isn't known whether they run. */
  unclear: number;
  instances: number;
  /** Undefined before the first list of them. */
  volumes?: Pick<VolumeCost, 'count' | 'unpriced'> | undefined;
  /**
   * When its list was loaded, in milliseconds since the epoch, if it may be out of date; undefined if it is kept up to
   * date.
   */
  asOf?: number | undefined;
  /** The last refresh failed. */
  failed: boolean;
}

/** Something is there that may cost money. */
export const isBilled = ({ instances, volumes }: Pick<AccountCost, 'instances' | 'volumes'>): boolean =>
  instances > 0 || (volumes?.count ?? 0) > 0;

interface CostStores {
  accounts: AccountStore;
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  volumes: Pick<VolumeStore, 'state' | 'onDidChange'>;
  rates: Pick<AccountRates, 'others' | 'onDidChange'>;
}

/** What every signed-in account costs, from the stores. */
export class AllCosts {
  readonly #stores: CostStores;

  constructor(stores: CostStores) {
    this.#stores = stores;
  }

  /** By account id, the one in use first. */
  get all(): ReadonlyMap<string, AccountCost> {
    const { active } = this.#stores.accounts;
    const own = active ? ([[active.id, this.#own(accountName(active))]] as const) : [];
    const others = this.#stores.rates.others.map(({ account, cost }): [string, AccountCost] => {
      const { at, error, ...counted } = cost;
      const failed = error !== undefined;
      // An account that isn't billed is not checked again.
      const asOf = failed || !isBilled(cost) ? at : undefined;
      return [account.id, { name: accountName(account), active: false, ...counted, asOf, failed }];
    });
    return new Map([...own, ...others]);
  }

  /** Ignores lists that don't change the costs. */
  onDidChange(listener: () => void): readonly { dispose(): unknown }[] {
    const { onDidChange }: { onDidChange: vscode.Event<unknown> } = this.#stores.instances;
    let notified: string | undefined;
    const notify = (always: boolean): void => {
      const costs = JSON.stringify([...this.all]);
      if (!always && costs === notified) return;
      notified = costs;
      listener();
    };
    return [
      onDidChange(() => notify(false)),
      this.#stores.volumes.onDidChange(() => notify(false)),
      this.#stores.accounts.onDidChange(() => notify(true)),
      this.#stores.rates.onDidChange(() => notify(false)),
    ];
  }

  /** Loads something as soon as anything is billed. */
  whenBilled(load: () => Promise<vscode.Disposable>): vscode.Disposable {
    let loading: Promise<vscode.Disposable> | undefined;
    const check = (): void => {
      if (loading || ![...this.all.values()].some(isBilled)) return;
      loading = load();
    };
    const subscriptions = this.onDidChange(check);
    check();
    return {
      dispose: () => {
        for (const subscription of subscriptions) subscription.dispose();
        void loading?.then((loaded) => void loaded.dispose());
      },
    };
  }

  #own(name: string): AccountCost {
    const { instances, expected, fetchedAt, error } = this.#stores.instances.state;
    const listed = costOf(instances.values());
    const known = this.#stores.volumes.state;
    const volumes = known.fetchedAt === undefined ? undefined : costOfVolumes(known.volumes, !known.refused);
    // A rental that isn't in the list yet may already be running: better slightly too much than nothing.
    const created = expected.filter(({ phase }) => phase === 'created');
    // One that may have been rented has a price only if it was.
    const unclear = expected.filter(({ phase }) => phase === 'unclear').map(() => rateFrom(undefined));
    const ofInstances = sumOfRates([
      listed.rate,
      ...created.map(({ running }) => rateFrom(running)),
      ...unclear,
    ]);
    const counted = { ...listed, instances: listed.instances + created.length, volumes };
    const failed = error !== undefined || known.error !== undefined;
    if (fetchedAt === undefined) return { name, active: true, ...counted, rate: undefined, failed };
    const rate = totalRate(ofInstances, volumes);
    const asOf = Math.min(fetchedAt, (known.error === undefined ? undefined : known.fetchedAt) ?? fetchedAt);
    return { name, active: true, ...counted, rate, ...(failed ? { asOf } : {}), failed };
  }
}
