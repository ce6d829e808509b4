import { isBusy, loadIn } from '../../domain/instances/load';
import { conditionsOf, type IdleSight } from '../../domain/stops/scheduledStop';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { ignore, type Log } from '../../log/log';
import type { AccountRates } from '../money/accountRates';
import type { AccountStore } from '../account/accountStore';
import type { GoneInstances } from '../instances/goneInstance';
import type { FurtherSight, FurtherSightStores } from './furtherSight';
import type { IdleWatch } from './idleWatch';
import type { InstanceStore } from '../instances/instanceStore';
import type { PendingRentals } from '../rentals/pendingRentals';

export interface ScheduledInstancesStores extends FurtherSightStores {
  instances: Pick<InstanceStore, 'state' | 'get' | 'figures' | 'isOwnList' | 'refresh'>;
  /** Of the accounts that are not in use. */
  rates: Pick<AccountRates, 'figures' | 'listOf'>;
  accounts: Pick<AccountStore, 'clientOf'>;
  gone: Pick<GoneInstances, 'isGone' | 'exists' | 'find'>;
  /** Of the account in use, and of the others. */
  idle: IdleWatch;
  idleElsewhere: IdleWatch;
  pending: Pick<PendingRentals, 'list'>;
  log: Log;
}

/** Milliseconds in which a new instance may be missing from a list. */
const listingGrace = 60_000;

/** What this window knows of the instances that something is scheduled for, of any account. */
export class ScheduledInstances {
  readonly #stores: ScheduledInstancesStores;
  /** What conditions need that no list tells, by the stop's token. */
  readonly #further = new Map<string, FurtherSight>();
  /** As they were listed last, to name them once they are gone. */
  readonly #last = new Map<string, SharedInstance>();

  constructor(stores: ScheduledInstancesStores) {
    this.#stores = stores;
  }

  instance(accountId: string, id: number): SharedInstance | undefined {
    const { instances, rates } = this.#stores;
    const isInUse = accountId === instances.state.accountId;
    const found = isInUse
      ? instances.get(id)
      : rates.listOf(accountId)?.instances.find((instance) => instance.id === id);
    if (found) this.#last.set(`${accountId}/${id}`, found);
    return found;
  }

  /** As it was listed last. */
  lastOf(accountId: string, id: number): SharedInstance {
    return this.instance(accountId, id) ?? this.#last.get(`${accountId}/${id}`) ?? { id };
  }

  idleOf(accountId: string): IdleWatch {
    const { instances, idle, idleElsewhere } = this.#stores;
    return accountId === instances.state.accountId ? idle : idleElsewhere;
  }

  /** Whether the service has told this window with the last list that its GPU works. */
  isBusy(accountId: string, id: number): boolean {
    const { instances, rates } = this.#stores;
    if (accountId !== instances.state.accountId)
      return isBusy(loadIn(rates.figures(accountId, id)?.gpu_util));
    return instances.isOwnList && isBusy(loadIn(instances.figures(id)?.gpu_util));
  }

  /** What this window's own last list says of its GPU; undefined where it is another window's, or lacks the instance. */
  idleSight(accountId: string, id: number): IdleSight | undefined {
    const { instances, rates } = this.#stores;
    const isInUse = accountId === instances.state.accountId;
    const isOwn = isInUse ? instances.isOwnList : rates.figures(accountId, id) !== undefined;
    const at = isInUse ? instances.state.fetchedAt : rates.listOf(accountId)?.at;
    if (!isOwn || at === undefined || this.instance(accountId, id)?.missing !== undefined) return undefined;
    return { at, from: this.idleOf(accountId).since(accountId, id) };
  }

  /** Looks at what conditions need that no list tells: its costs, and its runs. */
  async lookFurther(accountId: string, id: number, stop: ScheduledStop): Promise<void> {
    if (!conditionsOf(stop).some(({ kind }) => kind === 'spent' || kind === 'runs')) return;
    const { furtherSight } = await import('./furtherSight');
    const instance = this.instance(accountId, id);
    this.#further.set(stop.token, await furtherSight(this.#stores, accountId, { id, instance, stop }));
  }

  furtherOf({ token }: ScheduledStop): FurtherSight {
    return this.#further.get(token) ?? {};
  }

  /** Whether the instance is gone. What isn't listed is asked for; if it exists, so is the list. */
  async isOver(accountId: string, id: number, { createdAt }: ScheduledStop): Promise<boolean> {
    const { gone, accounts, instances, pending, log } = this.#stores;
    const at = this.#listedAt(accountId);
    if (this.instance(accountId, id) || at === undefined || at < createdAt + listingGrace) return false;
    if (gone.isGone(accountId, id, at)) return true;
    // The service may list a new one late.
    const isExpected = (await pending.list(accountId)).some(({ instanceId }) => instanceId === id);
    if (isExpected || gone.exists(accountId, id) === true) return false;
    const why = 'what is scheduled stays until it is certain that the instance is gone';
    const finding = gone
      .find(accountId, accounts.clientOf(accountId), id)
      .then((found) => found === undefined);
    const isGone = (await finding.catch(ignore(log, why))) ?? false;
    if (!isGone && accountId === instances.state.accountId)
      instances.refresh().catch(ignore(log, 'the next poll asks for the list again'));
    return isGone;
  }

  /** When the last complete list was requested. One with a row without a readable id isn't: that may be any instance. */
  #listedAt(accountId: string): number | undefined {
    const { state } = this.#stores.instances;
    const other = this.#stores.rates.listOf(accountId);
    const [at, ids] =
      accountId === state.accountId
        ? [state.fetchedAt, [...state.instances.keys()]]
        : other
          ? [other.at, other.instances.map((row) => row.id)]
          : [undefined, []];
    return ids.some((id) => id < 0) ? undefined : at;
  }
}
