import type * as vscode from 'vscode';
import { minute } from '../../clock';
import { inTime } from '../../inTime';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { isOver, type Run } from '../../domain/runs/run';
import { needsLook, type RunReport, withReport } from '../../domain/runs/runReport';
import { ignore } from '../../log/log';
import { lookAtRuns, type MachineReport } from '../../ssh/runs/lookAtRuns';
import { tellMachine } from '../../ssh/runs/runs';
import type { Remote } from '../../ssh/transfer/remoteShell';
import { machineSource } from '../../ssh/transfer/source';
import { endInstance, wasStartedSince } from './endInstance';
import { deleteNetworks } from './deleteNetworks';
import { fetchResults } from './fetchResults';
import {
  type RunKeeperStores,
  type RunReports,
  type RunsInstance,
  StoppedRuns,
  tellEnded,
} from './stoppedRuns';
import { StopBehindRun } from './stopBehindRun';
import { SweepKeeper } from './sweepKeeper';

/** Milliseconds between two looks, while somebody looks at the runs and otherwise. */
const pace = { shown: 5_000, hidden: 30_000 };

/** After so many failures, the machine is told that it needn't wait for its results to be fetched. */
const failuresToWait = 3;
/** Milliseconds before results are fetched again after a failure, which doubles; and the most. */
const fetchPause = { first: 30_000, most: 10 * minute };

/**
 * Looks at the runs of the account in use, in one window, for as long as one of them isn't over: notes what their machines
 * say, fetches the results of those that ended, and sees to it that the instance ends as was agreed if the machine can't
 * end itself.
 */
export class RunKeeper implements vscode.Disposable {
  readonly #stores: RunKeeperStores;
  readonly #reports: RunReports;
  readonly #stopBehind: StopBehindRun;
  readonly #stopped: StoppedRuns;
  readonly #sweeps: SweepKeeper;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #closed = new AbortController();
  /** When each instance was seen last, and what its GPUs did. */
  readonly sights = new Map<number, Pick<MachineReport, 'gpus'> & { at: number }>();
  /** By run; a large fetch takes long. */
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, { count: number; nextAt: number }>();
  #isShown = false;
  #cancel: () => void = () => undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(stores: RunKeeperStores, reports: RunReports) {
    this.#stores = stores;
    this.#reports = reports;
    this.#stopBehind = new StopBehindRun(stores);
    this.#stopped = new StoppedRuns(stores, reports);
    this.#sweeps = new SweepKeeper(stores, reports, this.#closed.signal);
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
    const { accounts, runs, clock, destroyWithin } = this.#stores;
    const id = accounts.active?.id;
    if (this.#closed.signal.aborted || id === undefined) return;
    if (milliseconds > 0 && !runs.known(id).some((run) => needsLook(run, clock.now(), destroyWithin())))
      return;
    this.#cancel = clock.after(milliseconds, () => void this.look());
  }

  async #look(): Promise<void> {
    const { accounts, runs, lease, clock, destroyWithin } = this.#stores;
    const accountId = accounts.active?.id;
    if (accountId === undefined) return;
    const open = (await runs.read(accountId)).filter((run) => needsLook(run, clock.now(), destroyWithin()));
    if (open.length === 0) return;
    await lease(accountId).tryRun(async () => {
      const byMachine = [...Map.groupBy(open, (run) => run.instanceId)];
      // A machine that can't be reached doesn't keep the others waiting.
      await Promise.all(byMachine.map(([instanceId, its]) => this.#lookAt(accountId, instanceId, its)));
      await deleteNetworks(this.#stores, accountId);
    });
  }

  async #lookAt(accountId: string, instanceId: number, open: readonly Run[]): Promise<void> {
    const { instances, remoteOf, runs, clock, log } = this.#stores;
    const instance = instances.get(instanceId);
    const phase = instance && lifecycleOf(instance).phase;
    if (phase === 'stopped') {
      await this.#closeWithout(accountId, open);
      await this.#stopped.attend(accountId, instanceId, this.#closed.signal);
    }
    if (
      !instance &&
      open.some((run) => run.toldAt === undefined || !isOver(run)) &&
      (await this.#isGone(accountId, instanceId))
    )
      await this.#closeWithout(accountId, await this.#sweeps.goOnElsewhere(accountId, open), {
        isGone: true,
      });
    const remote = phase === 'running' ? await remoteOf(instanceId) : undefined;
    if (!remote) return;
    const ids = open.map(({ id }) => id);
    const why = 'the machine can’t be reached now; the next look asks it again';
    const sight = await this.#inTime((signal) => lookAtRuns(remote, ids, signal)).catch(ignore(log, why));
    if (!sight) return;
    this.sights.set(instanceId, { at: clock.now(), gpus: sight.gpus });
    for (const run of open) {
      const seen = sight.runs.get(run.id);
      if (!seen) continue;
      await runs.edit(accountId, run.id, (known) => withReport(known, seen, clock.now()));
      const now = runs.get(accountId, run.id);
      if (now && isOver(now)) await this.#close(accountId, now, seen, remote);
      else if (now) await this.#attendSweep(accountId, now, remote);
    }
  }

  async #attendSweep(accountId: string, run: Run, remote: Remote): Promise<void> {
    await this.#sweeps.release(accountId, run, remote);
    await this.#sweeps.attend(accountId, run, remote);
    if (this.#fetching.has(run.id)) return;
    const fetching = this.#sweeps.fetch(accountId, run, remote);
    if (fetching) this.#fetchAside(run, fetching);
  }

  /** Machines are looked at meanwhile. */
  #fetchAside({ id }: Run, fetching: Promise<void>): void {
    const why = ignore(this.#stores.log, 'the next look tries again');
    this.#fetching.set(
      id,
      fetching.catch(why).finally(() => this.#fetching.delete(id)),
    );
  }

  /** A machine that doesn't answer within a minute would hold up every later look, also at the other machines. */
  #inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return inTime(this.#stores.clock, minute, this.#closed.signal, ask);
  }

  /** A stopped machine keeps what it knows, and a later look hears of it; one that is gone, or was recreated, says nothing more. */
  async #closeWithout(accountId: string, open: readonly Run[], { isGone = false } = {}): Promise<void> {
    const { runs, clock } = this.#stores;
    for (const { id } of open) {
      await runs.edit(accountId, id, (known) => {
        const isLost = isGone || known.recreatedAt !== undefined;
        if (isOver(known) || (!isLost && known.stoppedAt !== undefined)) return known;
        return { ...known, ...(isLost ? { phase: 'lost' } : {}), stoppedAt: known.stoppedAt ?? clock.now() };
      });
      const run = runs.get(accountId, id);
      if (!run || !isOver(run) || this.#fetching.has(id)) continue;
      await this.#stopBehind.move(accountId, run, undefined);
      await tellEnded(this.#stores, this.#reports, accountId, run, { isGone });
    }
  }

  /** Whether an instance that isn't listed is gone, by the service's own word. */
  async #isGone(accountId: string, instanceId: number): Promise<boolean> {
    const { accounts, gone, instances, log } = this.#stores;
    const { accountId: listed, fetchedAt } = instances.state;
    if (!accounts.client || listed !== accountId || fetchedAt === undefined) return false;
    const finding = gone.find(accountId, accounts.client, instanceId).then((found) => !found);
    return (await finding.catch(ignore(log, 'the next look asks again'))) ?? false;
  }

  /** A run is over: fetches its results, tells the person, and ends the instance if the machine can't do so itself. */
  async #close(accountId: string, run: Run, report: RunReport, remote: Remote): Promise<void> {
    const instance = this.#stores.instances.get(run.instanceId);
    const hasNoMore = run.fetchedAt !== undefined || run.recreatedAt !== undefined;
    const seen = { ...report, wasStarted: run.recreatedAt !== undefined || wasStartedSince(run, instance) };
    const failures = this.#failures.get(run.id);
    if (hasNoMore || failures) await this.#settle(accountId, run, seen, remote);
    else if (!seen.wasStarted) await this.#stopBehind.comeNearer(accountId, run, seen);
    if (hasNoMore || this.#fetching.has(run.id)) return;
    if (failures && this.#stores.clock.now() < failures.nextAt) return;
    this.#fetchAside(run, this.#fetch(accountId, run, remote));
  }

  /** What follows once fetching was tried. */
  async #settle(accountId: string, run: Run, seen: RunReport & RunsInstance, remote: Remote): Promise<void> {
    const isGivenUp = (this.#failures.get(run.id)?.count ?? 0) >= failuresToWait;
    // One that is lost may go on, and the machine may end itself once its results are here.
    const settled = run.fetchedAt !== undefined ? 'fetched' : isGivenUp ? 'unfetched' : undefined;
    const word = run.phase === 'lost' ? undefined : settled;
    const why = ignore(this.#stores.log, 'the machine waits for half an hour at most');
    if (word) await this.#inTime((signal) => tellMachine(remote, run.id, word, signal)).catch(why);
    await tellEnded(this.#stores, this.#reports, accountId, run, seen);
    if (seen.wasStarted) {
      if (seen.end === 'stopped') await this.#stopBehind.move(accountId, run, undefined);
      return;
    }
    const isNeeded = await this.#stopBehind.comeNearer(accountId, run, seen);
    if (!isNeeded && word) await endInstance(this.#stores, accountId, run, seen);
  }

  /** Fetches the results. What follows is left to the next look, because one window at a time does that. */
  async #fetch(accountId: string, run: Run, remote: Remote): Promise<void> {
    const { runs, clock, log, fetchLease } = this.#stores;
    await fetchLease(accountId, run.id).tryRun(async () => {
      // Another window may have fetched them before this one got the lease.
      const known = (await runs.read(accountId)).find(({ id }) => id === run.id);
      if (known?.fetchedAt !== undefined) return;
      let isFetched = run.fetch.length === 0;
      try {
        const options = { signal: this.#closed.signal, report: () => undefined };
        isFetched ||= (await fetchResults(machineSource(remote), run, options)).isWhole;
      } catch (error) {
        ignore(log, 'the person is told, and a later look tries again')(error);
        if (run.toldAt === undefined) this.#reports.notFetched(run, error);
      }
      if (this.#closed.signal.aborted) return;
      // What was fetched of a run that goes on after all isn't all.
      const edit = (one: Run): Run => (one.phase === run.phase ? { ...one, fetchedAt: clock.now() } : one);
      if (isFetched) await runs.edit(accountId, run.id, edit);
      else this.#failed(run);
      void this.look();
    });
  }

  #failed({ id }: Run): void {
    const count = (this.#failures.get(id)?.count ?? 0) + 1;
    const pause = Math.min(fetchPause.first * 2 ** (count - 1), fetchPause.most);
    this.#failures.set(id, { count, nextAt: this.#stores.clock.now() + pause });
  }
}
