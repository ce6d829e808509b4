import type * as vscode from 'vscode';
import { accountName } from '../../domain/account/accountName';
import { costOf } from '../../stores/money/accountRate';
import type { AccountRates } from '../../stores/money/accountRates';
import type { AccountStore } from '../../stores/account/accountStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { VolumeStore } from '../../stores/volumes/volumeStore';
import { costOfVolumes, totalRate } from '../../domain/volumes/volume';
import { rateFrom, sumOfRates } from '../../domain/money/cost';
import { type AccountCost, isBilled } from './accountCosts';

/** What every signed-in account costs, from the stores. */
export class AllCosts {
  readonly #accounts: AccountStore;
  readonly #instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  readonly #volumes: Pick<VolumeStore, 'state' | 'onDidChange'>;
  readonly #rates: AccountRates;

  constructor(
    accounts: AccountStore,
    instances: Pick<InstanceStore, 'state' | 'onDidChange'>,
    volumes: Pick<VolumeStore, 'state' | 'onDidChange'>,
    rates: AccountRates,
  ) {
    this.#accounts = accounts;
    this.#instances = instances;
    this.#volumes = volumes;
    this.#rates = rates;
  }

  /** By account id, the one in use first. */
  get all(): ReadonlyMap<string, AccountCost> {
    const { active } = this.#accounts;
    const own = active ? ([[active.id, this.#own(accountName(active))]] as const) : [];
    const others = this.#rates.others.map(({ account, cost }): [string, AccountCost] => {
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
    const { onDidChange }: { onDidChange: vscode.Event<unknown> } = this.#instances;
    let notified: string | undefined;
    const notify = (always: boolean): void => {
      const costs = JSON.stringify([...this.all]);
      if (!always && costs === notified) return;
      notified = costs;
      listener();
    };
    return [
      onDidChange(() => notify(false)),
      this.#volumes.onDidChange(() => notify(false)),
      this.#accounts.onDidChange(() => notify(true)),
      this.#rates.onDidChange(() => notify(false)),
    ];
  }

  #own(name: string): AccountCost {
    const { instances, expected, fetchedAt, error } = this.#instances.state;
    const listed = costOf(instances.values());
    const known = this.#volumes.state;
    const volumes = known.fetchedAt === undefined ? undefined : costOfVolumes(known.volumes);
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
