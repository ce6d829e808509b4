import type { Volume } from '../../api/schemas/volume';
import { type Clock, minute } from '../../clock';
import type { SharedInstance, Snapshot } from '../../domain/instances/sharedInstance';
import type { AccountRates } from '../money/accountRates';
import type { InstanceStore } from '../instances/instanceStore';
import type { VolumeList } from '../volumes/volumeLists';
import type { VolumeStore } from '../volumes/volumeStore';
import { isWithin } from './requests';

export interface FreshListsOptions {
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  volumes: Pick<VolumeStore, 'state' | 'onDidChange'>;
  /** Of the accounts that are not in use. */
  rates: Pick<AccountRates, 'onDidList' | 'onDidListVolumes'>;
  clock: Clock;
}

/** Milliseconds for which a list holds, a few failed requests included. */
const instancesHold = 3 * minute;
const volumesHold = 25 * minute;

/** The complete lists of all signed-in accounts, as far as they are recent enough to say something about now. */
export class FreshLists {
  readonly #options: FreshListsOptions;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The last rows of the account in use. */
  #rows: object | undefined;
  readonly #lists = new Map<string, Snapshot>();
  readonly #volumeLists = new Map<string, VolumeList>();

  /** @param onNews called when rows may differ, not for each list that is the same */
  constructor(options: FreshListsOptions, onNews: () => void) {
    this.#options = options;
    const { instances, volumes, rates } = options;
    this.#subscriptions = [
      instances.onDidChange(({ listed }) => {
        const rows = instances.state.instances;
        if (!listed || rows === this.#rows) return;
        this.#rows = rows;
        onNews();
      }),
      volumes.onDidChange(onNews),
      rates.onDidList((id, list) => {
        const isSame = this.#lists.get(id)?.instances === list.instances;
        this.#lists.set(id, list);
        if (!isSame) onNews();
      }),
      rates.onDidListVolumes((id, list) => {
        this.#volumeLists.set(id, list);
        onNews();
      }),
    ];
  }

  /** Undefined if there is no list that is recent. */
  instancesOf(accountId: string): readonly SharedInstance[] | undefined {
    const { state } = this.#options.instances;
    const list = this.#lists.get(accountId);
    if (state.accountId !== accountId)
      return list && this.#holds(list.at, instancesHold) ? list.instances : undefined;
    const { fetchedAt, instances } = state;
    return this.#holds(fetchedAt, instancesHold) ? [...instances.values()] : undefined;
  }

  /** The same for volumes; `none` where the service has no list of them, `refused` where the key may not read it. */
  volumesOf(accountId: string): readonly Volume[] | 'none' | 'refused' | undefined {
    const { state } = this.#options.volumes;
    const known =
      state.accountId === accountId ? { ...state, at: state.fetchedAt } : this.#volumeLists.get(accountId);
    const { at, volumes, missing, refused } = known ?? {};
    if (missing) return refused ? 'refused' : 'none';
    return this.#holds(at, volumesHold) ? volumes : undefined;
  }

  /** Whether anything is listed that is recent. */
  hasRows(accountId: string): boolean {
    const volumes = this.volumesOf(accountId);
    return [this.instancesOf(accountId), volumes].some((rows) => typeof rows === 'object' && rows.length > 0);
  }

  /** Whether anything is there that time alone may change. */
  hasAny(): boolean {
    const { instances, volumes } = this.#options;
    const others = [
      ...[...this.#lists.values()].map((list) => list.instances.length),
      ...[...this.#volumeLists.values()].map((list) => list.volumes.length),
    ];
    return [instances.state.instances.size, volumes.state.volumes.length, ...others].some(Boolean);
  }

  /** Of accounts that were signed out, nothing is kept. */
  forgetOthers(isSignedIn: (accountId: string) => boolean): void {
    for (const lists of [this.#lists, this.#volumeLists])
      for (const id of lists.keys()) if (!isSignedIn(id)) lists.delete(id);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #holds(at: number | undefined, limit: number): boolean {
    return isWithin(at, limit, this.#options.clock.now());
  }
}
