import type * as vscode from 'vscode';
import { isNotFound } from '../../api/errors';
import { type Clock, minute } from '../../clock';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { isOver, type Run } from '../../domain/runs/run';
import { ignore, type Log } from '../../log/log';
import { lookAtRuns, markFetched, type MachineSight, type RunSight } from '../../ssh/runs/runs';
import type { Remote } from '../../ssh/transfer/remoteShell';
import type { AccountStore } from '../account/accountStore';
import type { InstanceStore } from '../instances/instanceStore';
import type { ScheduledStops } from '../stops/scheduledStops';
import type { Lease } from '../windows/lease';
import { fetchResults } from './fetchResults';
import type { RunStore } from './runStore';

export interface RunKeeperStores {
  runs: RunStore;
  accounts: Pick<AccountStore, 'active' | 'client' | 'onDidChange'>;
  instances: Pick<InstanceStore, 'get' | 'onDidChange' | 'burst'>;
  scheduledStops: Pick<ScheduledStops, 'change'>;
  lease: (accountId: string) => Pick<Lease, 'tryRun'>;
  /** How to reach an instance that has an entry; undefined without one. */
  remoteOf: (instanceId: number) => Promise<Remote | undefined>;
  clock: Clock;
  log: Log;
}

/** What becomes of runs, for who tells a person. */
export interface RunReports {
  ended(run: Run): void;
  notFetched(run: Run, error: unknown): void;
}

/** Milliseconds between two looks, while somebody looks at the runs and otherwise. */
const pace = { shown: 5_000, hidden: 30_000 };

/**
 * Milliseconds that a machine has to end itself after a run, before VS Code does. While results aren't here, it waits for
 * them for half an hour.
 */
const endsWithin = { fetched: 10 * minute, unfetched: 40 * minute };

/**
 * Looks at the runs of the account in use, in one window, for as long as one of them isn't over: notes what their machines
 * say, fetches the results of those that ended, and sees to it that the instance ends as was agreed if the machine can't
 * end itself.
 */
export class RunKeeper implements vscode.Disposable {
  readonly #stores: RunKeeperStores;
  readonly #reports: RunReports;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #closed = new AbortController();
  /** What GPUs do, by instance, as seen last. */
  readonly gpus = new Map<number, MachineSight['gpus']>();
  #isShown = false;
  #cancel: () => void = () => undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(stores: RunKeeperStores, reports: RunReports) {
    this.#stores = stores;
    this.#reports = reports;
    this.#subscriptions = [
      stores.accounts.onDidChange(() => this.#arm(0)),
      stores.runs.onDidChange(() => this.#arm()),
    ];
    this.#arm(0);
  }

  /** Whether somebody looks at the runs now. */
  set isShown(isShown: boolean) {
    this.#isShown = isShown;
    if (isShown) this.#arm(0);
  }

  dispose(): void {
    this.#closed.abort();
    this.#cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Looks now. Never rejects. */
  look(): Promise<void> {
    const { log } = this.#stores;
    this.#looking = this.#looking.then(() => this.#look()).catch(ignore(log, 'the next look tries again'));
    return this.#looking.then(() => this.#arm());
  }

  #arm(milliseconds = this.#isShown ? pace.shown : pace.hidden): void {
    this.#cancel();
    const { accounts, runs, clock } = this.#stores;
    const id = accounts.active?.id;
    if (this.#closed.signal.aborted || id === undefined) return;
    if (milliseconds > 0 && !runs.known(id).some((run) => needsLook(run, clock.now()))) return;
    this.#cancel = clock.after(milliseconds, () => void this.look());
  }

  async #look(): Promise<void> {
    const { accounts, runs, lease, clock } = this.#stores;
    const accountId = accounts.active?.id;
    if (accountId === undefined) return;
    const open = (await runs.read(accountId)).filter((run) => needsLook(run, clock.now()));
    if (open.length === 0) return;
    await lease(accountId).tryRun(async () => {
      for (const [instanceId, its] of Map.groupBy(open, (run) => run.instanceId))
        await this.#lookAt(accountId, instanceId, its);
    });
  }

  async #lookAt(accountId: string, instanceId: number, open: readonly Run[]): Promise<void> {
    const { instances, remoteOf, runs, log } = this.#stores;
    const instance = instances.get(instanceId);
    // A stopped machine keeps what it knows. One that isn't listed may be listed again.
    const phase = instance && lifecycleOf(instance).phase;
    if (phase === 'stopped')
      for (const run of open.filter(isOver)) await this.#moveStop(accountId, run, undefined);
    if (phase !== 'running') return;
    const remote = await remoteOf(instanceId);
    if (!remote) return;
    const { signal } = this.#closed;
    const ids = open.map(({ id }) => id);
    const why = 'the machine can’t be reached now; the next look asks it again';
    const sight = await lookAtRuns(remote, ids, signal).catch(ignore(log, why));
    if (!sight) return;
    this.gpus.set(instanceId, sight.gpus);
    for (const run of open) {
      const seen = sight.runs.get(run.id);
      if (!seen) continue;
      await runs.edit(accountId, run.id, (known) => withSight(known, seen));
      const now = runs.get(accountId, run.id);
      if (now && isOver(now)) await this.#close(accountId, now, seen, remote);
    }
  }

  /** A run is over: fetches its results, tells the person, and ends the instance if the machine can't do so itself. */
  async #close(accountId: string, run: Run, seen: RunSight, remote: Remote): Promise<void> {
    const { runs, clock, log } = this.#stores;
    const { signal } = this.#closed;
    const isFetched = run.fetchedAt !== undefined || (await this.#fetch(accountId, run, remote));
    if (isFetched) await markFetched(remote, run.id, signal).catch(ignore(log, 'it is fetched all the same'));
    if (
      await runs.edit(accountId, run.id, (known) =>
        known.toldAt ? known : { ...known, toldAt: clock.now() },
      )
    )
      this.#reports.ended(runs.get(accountId, run.id) ?? run);
    // Another run may need the machine.
    const others = runs.known(accountId).filter((one) => one.instanceId === run.instanceId && !isOver(one));
    if (others.length > 0) return this.#moveStop(accountId, run, latestStop(others));
    if (run.stopAt !== undefined) {
      const grace = isFetched ? endsWithin.fetched : endsWithin.unfetched;
      await this.#moveStop(accountId, run, Math.min(run.stopAt, clock.now() + grace));
    }
    if (seen.end === 'nokey' && run.then !== 'keep') await this.#end(accountId, run, isFetched);
  }

  /**
   * Moves the stop that was scheduled with a run that is over, unless the person has changed it.
   * @param at milliseconds since the epoch; undefined: it isn't needed any more
   */
  async #moveStop(accountId: string, run: Run, at: number | undefined): Promise<void> {
    const { runs, scheduledStops } = this.#stores;
    if (run.stopAt === undefined || at === run.stopAt) return;
    await scheduledStops.change(accountId, run.instanceId, undefined, (stop) => {
      if (stop.when.kind !== 'at' || stop.when.at !== run.stopAt) return stop;
      return at === undefined ? undefined : { ...stop, when: { kind: 'at', at } };
    });
    await runs.edit(accountId, run.id, ({ stopAt: _, ...known }) => ({
      ...known,
      ...(at !== undefined && { stopAt: at }),
    }));
  }

  async #fetch(accountId: string, run: Run, remote: Remote): Promise<boolean> {
    const { runs, clock, log } = this.#stores;
    try {
      const report = (): void => undefined;
      const fetched =
        run.fetch.length === 0 ||
        (await fetchResults(remote, run, { signal: this.#closed.signal, report })).isWhole;
      if (fetched) await runs.edit(accountId, run.id, (known) => ({ ...known, fetchedAt: clock.now() }));
      return fetched;
    } catch (error) {
      ignore(log, 'the person is told, and the next look tries again')(error);
      if (run.toldAt === undefined) this.#reports.notFetched(run, error);
      return false;
    }
  }

  /** The second line: the machine has no key to end itself with. Nothing unfetched is destroyed. */
  async #end(accountId: string, run: Run, isFetched: boolean): Promise<void> {
    const { accounts, instances, log } = this.#stores;
    if (accounts.active?.id !== accountId || !accounts.client) return;
    const mayDestroy = run.then === 'destroy' && isFetched;
    const sending = mayDestroy
      ? accounts.client.instances.destroy(run.instanceId)
      : accounts.client.instances.setState(run.instanceId, 'stopped');
    await sending.catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    log.info(`Run ${run.id} is over: ${mayDestroy ? 'destroyed' : 'stopped'} instance ${run.instanceId}.`);
    instances.burst();
  }
}

/**
 * Until its end was told, its results are here, and its machine was seen stopped or VS Code's own stop is due; a machine
 * that is gone says nothing more.
 */
const needsLook = (run: Run, now: number): boolean =>
  !isOver(run) ||
  run.toldAt === undefined ||
  (run.phase === 'ended' && run.fetchedAt === undefined) ||
  (run.stopAt !== undefined && now < run.stopAt);

/** The end of the last of these runs; undefined if one of them keeps its instance. */
function latestStop(runs: readonly Run[]): number | undefined {
  const ends = runs.flatMap(({ stopAt }) => stopAt ?? []);
  return ends.length < runs.length ? undefined : Math.max(...ends);
}

function withSight(run: Run, { phase, why, code, setupCode, startedAt, endedAt, lastLine }: RunSight): Run {
  const seen = { phase, why, code, setupCode, startedAt, endedAt, lastLine };
  const known = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined));
  const isNew = Object.entries(known).some(([name, value]) => run[name as keyof Run] !== value);
  return isNew ? { ...run, ...known } : run;
}
