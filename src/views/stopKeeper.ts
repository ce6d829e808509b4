import type * as vscode from 'vscode';
import type { Clock } from '../clock';
import { byThisClock, dueAt, dutyOf, warningLead, type ScheduledStop } from '../domain/scheduledStop';
import { lifecycleOf } from '../domain/lifecycle';
import type { SharedInstance } from '../domain/sharedInstance';
import { ignore, type Log } from '../log/log';
import type { AccountRates } from '../stores/accountRates';
import type { AccountStore } from '../stores/accountStore';
import { isGone, isMissing } from '../stores/goneInstance';
import type { IdleWatch } from '../stores/idleWatch';
import type { InstanceStore } from '../stores/instanceStore';
import type { Lease } from '../stores/lease';
import type { MarkerFiles } from '../stores/markerFiles';
import type { NewsFiles } from '../stores/newsFiles';
import type { PendingRentals } from '../stores/pendingRentals';
import type { ScheduledStops } from '../stores/scheduledStops';
import type { SpendingStore } from '../stores/spendingStore';
import type { WindowsOn } from '../stores/windowsOn';
import { attemptStop } from './attemptStop';
import { StopTeller } from './stopTeller';
import type { KnownStop } from './stopWords';

export interface StopKeeperStores {
  instances: Pick<InstanceStore, 'state' | 'get' | 'figures' | 'onDidChange' | 'redraw' | 'burst'>;
  /** Of the accounts that are not in use. */
  rates: Pick<AccountRates, 'onDidList'>;
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'clientOf' | 'switchTo' | 'onDidChange'>;
  scheduledStops: ScheduledStops;
  windowsOn: Pick<WindowsOn, 'look' | 'closedSince'>;
  /** Filled from each list. */
  idle: IdleWatch;
  pendingStart: Pick<MarkerFiles, 'take'>;
  pending: Pick<PendingRentals, 'forget'>;
  news: Pick<NewsFiles, 'expectEnd'>;
  spending: Pick<SpendingStore, 'did'>;
  lease: (accountId: string) => Pick<Lease, 'tryRun'>;
  clock: Clock;
  log: Log;
}

/** Milliseconds between two looks while something is scheduled. The timer doesn't count while the computer sleeps. */
const lookEvery = 60_000;
const second = 1000;

/**
 * Carries out scheduled stops of all signed-in accounts, in one window, and warns before. Needs an open window: a stop
 * that became due without one is carried out as soon as there is one, a destruction after a warning. Looks after each
 * list, and by a timer only while something is scheduled.
 */
export class StopKeeper implements vscode.Disposable {
  readonly #stores: StopKeeperStores;
  readonly #teller: StopTeller;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The last complete list of each account that is not in use. */
  readonly #lists = new Map<string, readonly SharedInstance[]>();
  #looking: Promise<void> = Promise.resolve();
  #cancelTimer: () => void = () => undefined;
  #disposed = false;

  constructor(stores: StopKeeperStores, ready: Promise<unknown>) {
    this.#stores = stores;
    this.#teller = new StopTeller(stores);
    const { instances, rates, scheduledStops, accounts } = stores;
    this.#subscriptions = [
      instances.onDidChange(({ listed }) => {
        const { accountId } = instances.state;
        if (!listed || accountId === undefined) return;
        this.#noteLoads(accountId);
        void this.look(accountId);
      }),
      rates.onDidList((accountId, list) => {
        this.#lists.set(accountId, list.instances);
        void this.look(accountId);
      }),
      accounts.onDidChange(() => void this.lookAtAll()),
      scheduledStops.onDidChange((accountId, ids) => {
        if (accountId === accounts.active?.id) for (const id of ids) instances.redraw(id);
        this.#arm(0);
      }),
    ];
    void ready.then(() => this.lookAtAll());
  }

  /** The scheduled stop of an instance of the account in use. */
  of(instanceId: number): KnownStop | undefined {
    const { scheduledStops, instances } = this.#stores;
    const { accountId = '' } = instances.state;
    const stop = scheduledStops.get(accountId, instanceId);
    return stop && { stop, due: this.#dueOf(accountId, instanceId, stop) };
  }

  /** Looks at all accounts. Resolves when what is due now was attempted. */
  async lookAtAll(): Promise<void> {
    for (const { id } of this.#stores.accounts.accounts) await this.look(id);
  }

  /** Looks at one account. Never rejects. */
  look(accountId: string): Promise<void> {
    const why = 'the next look tries again';
    const looking = this.#looking.then(() => this.#look(accountId));
    this.#looking = looking.catch(ignore(this.#stores.log, why)).then(() => this.#arm());
    return this.#looking;
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelTimer();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #noteLoads(accountId: string): void {
    const { instances } = this.#stores;
    for (const instance of instances.state.instances.values()) {
      const figures = instances.figures(instance.id);
      const isRunning = lifecycleOf(instance).phase === 'running';
      // Without figures, another window has loaded the list.
      if (!isRunning || figures)
        this.#stores.idle.note(accountId, instance.id, isRunning ? figures?.gpu_util : undefined);
    }
  }

  async #look(accountId: string): Promise<void> {
    if (this.#disposed) return;
    const { scheduledStops, log } = this.#stores;
    const why = 'the next look tries again, and this one goes on with the other instances';
    for (const [id, stop] of await scheduledStops.read(accountId))
      await this.#lookAt(accountId, id, stop).catch(ignore(log, why));
  }

  async #lookAt(accountId: string, id: number, stop: ScheduledStop): Promise<void> {
    const { scheduledStops, accounts, instances, log } = this.#stores;
    if (!isMissing(instances.state, accountId, id, stop.createdAt))
      return this.#attend(accountId, id, await this.#seen(accountId, id, stop));
    // One list without it may be a mistake of the service, and it would then run on.
    if (!(await isGone(accounts.clientOf(accountId), id))) return;
    if (await scheduledStops.remove(accountId, id, stop.token))
      log.info(`Instance ${id} is gone, and with it what was scheduled.`);
  }

  /** The schedule by this clock, and with the windows that are open on its instance. */
  async #seen(accountId: string, id: number, before: ScheduledStop): Promise<ScheduledStop> {
    const { scheduledStops, windowsOn, clock } = this.#stores;
    const isOpen = before.when.kind === 'closed' && (await windowsOn.look(id));
    const now = clock.now();
    const edit = (known: ScheduledStop): ScheduledStop => {
      const stop = byThisClock(known, now);
      return isOpen && !stop.wasOpen ? { ...stop, wasOpen: true } : stop;
    };
    const stop = edit(before);
    if (stop !== before) await scheduledStops.change(accountId, id, before.token, edit);
    return stop;
  }

  async #attend(accountId: string, id: number, stop: ScheduledStop): Promise<void> {
    const { scheduledStops, clock } = this.#stores;
    const now = clock.now();
    const due = this.#dueOf(accountId, id, stop);
    const duty = dutyOf(stop, due, now);
    if (this.#disposed || due === undefined || duty === 'nothing') return;
    if (duty === 'carryOut') return this.#carryOut(accountId, id, stop, due);
    // Before the first list: what is late waits for its warning only.
    const instance = this.#instance(accountId, id) ?? (now >= due ? { id } : undefined);
    // A stopped one has nothing to be stopped.
    if (!instance || (stop.action === 'stop' && !lifecycleOf(instance).can.stop)) return;
    const warned = { ...stop, warnedAt: now };
    const warns = await scheduledStops.change(accountId, id, stop.token, (known) =>
      dutyOf(known, due, now) === 'warn' ? { ...known, warnedAt: now } : known,
    );
    if (warns)
      this.#teller.warn({ accountId, instance, stop, due: this.#dueOf(accountId, id, warned) ?? due });
  }

  async #carryOut(accountId: string, id: number, { token }: ScheduledStop, due: number): Promise<void> {
    const { lease, scheduledStops, clock } = this.#stores;
    await lease(accountId).tryRun(async () => {
      // Another window may have done it, or the person may have called it off.
      const stop = (await scheduledStops.read(accountId)).get(id);
      if (stop?.token === token && dutyOf(stop, due, clock.now()) === 'carryOut')
        await attemptStop(this.#stores, this.#teller, {
          ...{ accountId, id, stop, due },
          instance: this.#instance(accountId, id),
        });
    });
  }

  #dueOf(accountId: string, id: number, stop: ScheduledStop): number | undefined {
    const { windowsOn } = this.#stores;
    const idleSince = this.#stores.idle.since(accountId, id);
    return dueAt(stop, { idleSince, closedSince: windowsOn.closedSince(id) });
  }

  #instance(accountId: string, id: number): SharedInstance | undefined {
    const { instances } = this.#stores;
    if (accountId === instances.state.accountId) return instances.get(id);
    return this.#lists.get(accountId)?.find((instance) => instance.id === id);
  }

  /** One timer for the next stop, of any account. */
  #arm(at?: number): void {
    this.#cancelTimer();
    if (this.#disposed) return;
    const { accounts, scheduledStops, clock } = this.#stores;
    const all = accounts.accounts.flatMap(({ id: accountId }) =>
      [...scheduledStops.known(accountId)].map(([id, stop]) => this.#dueOf(accountId, id, stop)),
    );
    if (all.length === 0 && at === undefined) return;
    const left = all.flatMap((due) =>
      due === undefined ? [] : [due - warningLead - clock.now(), due - clock.now()],
    );
    const ahead = left.filter((milliseconds) => milliseconds > 0);
    const delay = at ?? Math.max(second, Math.min(lookEvery, ...ahead));
    this.#cancelTimer = clock.after(delay, () => void this.lookAtAll());
  }
}
