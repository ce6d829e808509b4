import type * as vscode from 'vscode';
import {
  byThisClock,
  dueAt,
  dutyOf,
  firstDue,
  idleSinceOf,
  type KnownStop,
  notes,
  notesWork,
  warningLead,
  withIdleSight,
} from '../../domain/stops/scheduledStop';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import type { Sight } from '../../domain/stops/triggers';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { ignore } from '../../log/log';
import type { AccountRates } from '../money/accountRates';
import type { AccountStore } from '../account/accountStore';
import type { InstanceStore } from '../instances/instanceStore';
import type { Lease } from '../windows/lease';
import type { MachineStops } from './machineStops';
import type { ScheduledStops } from './scheduledStops';
import type { WindowsOn } from '../windows/windowsOn';
import type { AttemptStores, StopReports } from './attemptStop';
import { type ScheduledInstancesStores, ScheduledInstances } from './scheduledInstances';

export type StopKeeperStores = AttemptStores &
  ScheduledInstancesStores & {
    instances: Pick<InstanceStore, 'onDidChange' | 'redraw'>;
    /** Of the accounts that are not in use. */
    rates: Pick<AccountRates, 'onDidList'>;
    accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo' | 'onDidChange'>;
    scheduledStops: ScheduledStops;
    windowsOn: Pick<WindowsOn, 'look' | 'closedSince'>;
    lease: (accountId: string) => Pick<Lease, 'tryRun'>;
    machines: Pick<MachineStops, 'look' | 'stopsItself' | 'hasStopped' | 'dispose'>;
  };

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
  readonly #reports: StopReports;
  readonly #sights: ScheduledInstances;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #looking: Promise<void> = Promise.resolve();
  #cancelTimer: () => void = () => undefined;
  #disposed = false;

  constructor(stores: StopKeeperStores, reports: StopReports, ready: Promise<unknown>) {
    this.#stores = stores;
    this.#reports = reports;
    this.#sights = new ScheduledInstances(stores);
    const { instances, rates, scheduledStops, accounts } = stores;
    this.#subscriptions = [
      instances.onDidChange(({ listed }) => {
        const { accountId } = instances.state;
        if (!listed || accountId === undefined) return;
        void this.look(accountId);
      }),
      rates.onDidList((accountId) => void this.look(accountId)),
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
    const { scheduledStops, instances, machines } = this.#stores;
    const { accountId = '' } = instances.state;
    const stop = scheduledStops.get(accountId, instanceId);
    if (!stop) return undefined;
    const sight = this.#sightOf(accountId, instanceId, stop);
    const isOnMachine = machines.stopsItself(accountId, instanceId, stop);
    return { stop: firstDue(stop, sight), due: dueAt(stop, sight), isOnMachine };
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
    this.#stores.machines.dispose();
  }

  async #look(accountId: string): Promise<void> {
    if (this.#disposed) return;
    const { scheduledStops, machines, log } = this.#stores;
    // It takes as long as a machine that doesn't answer.
    void machines.look(accountId);
    const why = 'the next look tries again, and this one goes on with the other instances';
    for (const [id, stop] of await scheduledStops.read(accountId))
      await this.#lookAt(accountId, id, stop).catch(ignore(log, why));
  }

  async #lookAt(accountId: string, id: number, stop: ScheduledStop): Promise<void> {
    if (!(await this.#sights.isOver(accountId, id, stop)))
      return this.#attend(accountId, id, await this.#seen(accountId, id, stop));
    const { scheduledStops, log } = this.#stores;
    if ((await scheduledStops.keep(accountId, id, stop.token, () => undefined)) === undefined) return;
    log.info(`Instance ${id} is gone, and with it what was scheduled.`);
    this.#reports.ended({ accountId, instance: this.#sights.lastOf(accountId, id), stop }, 'gone');
  }

  /** The schedule by this clock, with what this window sees of its instance and of the windows on it. */
  async #seen(accountId: string, id: number, before: ScheduledStop): Promise<ScheduledStop> {
    const { scheduledStops, windowsOn, clock } = this.#stores;
    const isOpen = notes(before, 'windows') && (await windowsOn.look(id));
    const now = clock.now();
    const isBusy = this.#sights.isBusy(accountId, id);
    const sight = this.#sights.idleSight(accountId, id);
    const edit = (known: ScheduledStop): ScheduledStop => {
      const here = byThisClock(known, now);
      const stop = sight ? withIdleSight(here, sight) : here;
      if (isOpen && !stop.wasOpen) return { ...stop, wasOpen: true };
      return isBusy && notesWork(stop, now) ? { ...stop, busyAt: now } : stop;
    };
    const stop = edit(before);
    if (stop !== before) await scheduledStops.keep(accountId, id, before.token, edit);
    await this.#sights.lookFurther(accountId, id, stop);
    return stop;
  }

  async #attend(accountId: string, id: number, seen: ScheduledStop): Promise<void> {
    const { scheduledStops, clock } = this.#stores;
    const now = clock.now();
    const sight = this.#sightOf(accountId, id, seen);
    const [stop, due] = [firstDue(seen, sight), dueAt(seen, sight)];
    const duty = dutyOf(stop, due, now);
    if (this.#disposed || due === undefined || duty === 'nothing') return;
    if (duty === 'carryOut') return this.#carryOut(accountId, id, stop);
    // Before the first list: what is late waits for its warning only.
    const instance = this.#sights.instance(accountId, id) ?? (now >= due ? { id } : undefined);
    // A stopped one has nothing to be stopped.
    if (!instance || (stop.action === 'stop' && !lifecycleOf(instance).can.stop)) return;
    const warned = { ...stop, warnedAt: now };
    const warns = await scheduledStops.keep(accountId, id, stop.token, (known) =>
      dutyOf(firstDue(known, sight), due, now) === 'warn' ? { ...known, warnedAt: now } : known,
    );
    if (warns)
      this.#reports.warn({ accountId, instance, stop, due: this.#dueOf(accountId, id, warned) ?? due });
  }

  async #carryOut(accountId: string, id: number, { token }: ScheduledStop): Promise<void> {
    const { lease, scheduledStops, windowsOn, machines, clock } = this.#stores;
    const isStillDue = (known: ScheduledStop): boolean => {
      const sight = this.#sightOf(accountId, id, known);
      return dutyOf(firstDue(known, sight), dueAt(known, sight), clock.now()) === 'carryOut';
    };
    await lease(accountId).tryRun(async () => {
      // Another window may have done it or seen a load, or the person may have called it off.
      const known = (await scheduledStops.read(accountId)).get(id);
      if (known?.token !== token || !isStillDue(known)) return;
      const sight = this.#sightOf(accountId, id, known);
      const [stop, due] = [firstDue(known, sight), dueAt(known, sight)];
      if (due === undefined) return;
      const { attemptStop } = await import('./attemptStop');
      await attemptStop(this.#stores, this.#reports, {
        ...{ accountId, id, stop, due, idle: this.#sights.idleOf(accountId) },
        instance: this.#sights.instance(accountId, id),
        isOnMachine: machines.stopsItself(accountId, id, known),
        hasStopped: () => machines.hasStopped(accountId, id, known),
        isDue: async (latest) => {
          if (notes(latest, 'windows')) await windowsOn.look(id);
          return isStillDue(latest);
        },
      });
    });
  }

  #dueOf(accountId: string, id: number, stop: ScheduledStop): number | undefined {
    return dueAt(stop, this.#sightOf(accountId, id, stop));
  }

  #sightOf(accountId: string, id: number, stop: ScheduledStop): Sight {
    const own = this.#sights.idleOf(accountId).since(accountId, id);
    return {
      idleSince: idleSinceOf(stop, own, this.#stores.clock.now()),
      closedSince: this.#stores.windowsOn.closedSince(id),
      ...this.#sights.furtherOf(stop),
    };
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
