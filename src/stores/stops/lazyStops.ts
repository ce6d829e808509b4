import type * as vscode from 'vscode';
import type { KnownStop } from '../../domain/stops/scheduledStop';
import { ignore } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import type { StopKeeper, StopKeeperStores } from './stopKeeper';
import { mayBeTold } from './toldFile';

type LazyStopsStores = Pick<
  StopKeeperStores,
  'instances' | 'rates' | 'accounts' | 'scheduledStops' | 'log'
> & {
  files: AccountFiles;
};

/**
 * The scheduled stops. What carries them out is loaded once something is scheduled for any account, or a machine was told
 * to stop: at the start, after each list and after each change, the small files that say so are read.
 */
export class LazyStops implements vscode.Disposable {
  readonly #stores: LazyStopsStores;
  readonly #create: () => Promise<StopKeeper>;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #loading: Promise<void> | undefined;
  #keeper: StopKeeper | undefined;
  #isDisposed = false;

  /**
   * @param create loads what carries them out
   * @param ready resolves when the accounts are known that were signed in before
   */
  constructor(stores: LazyStopsStores, create: () => Promise<StopKeeper>, ready: Promise<unknown>) {
    this.#stores = stores;
    this.#create = create;
    const { instances, rates, accounts, scheduledStops } = stores;
    this.#subscriptions = [
      instances.onDidChange(({ listed }) => listed && void this.#look()),
      rates.onDidList(() => void this.#look()),
      accounts.onDidChange(() => void this.#look()),
      scheduledStops.onDidChange(() => void this.#look()),
    ];
    void ready.then(() => this.#look());
  }

  /** The scheduled stop of an instance of the account in use. */
  of(instanceId: number): KnownStop | undefined {
    return this.#keeper?.of(instanceId);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#keeper?.dispose();
  }

  async #look(): Promise<void> {
    const { accounts, scheduledStops, files, log } = this.#stores;
    const why = 'the next list reads again what is scheduled';
    for (const { id } of accounts.accounts) {
      if (this.#loading || this.#isDisposed) return;
      const stops = await scheduledStops.read(id).catch(ignore(log, why));
      const isNeeded = (stops?.size ?? 0) > 0 || (await mayBeTold(files, id).catch(ignore(log, why)));
      if (isNeeded) await this.#load().catch(ignore(log, why));
    }
  }

  async #load(): Promise<void> {
    this.#loading ??= this.#build();
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  async #build(): Promise<void> {
    const keeper = await this.#create();
    if (this.#isDisposed) {
      keeper.dispose();
      return;
    }
    this.#keeper = keeper;
    for (const subscription of this.#subscriptions) subscription.dispose();
    const { instances, scheduledStops } = this.#stores;
    // They were drawn without what is scheduled.
    for (const id of scheduledStops.known(instances.state.accountId ?? '').keys()) instances.redraw(id);
  }
}
