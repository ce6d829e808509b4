import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { hour, minute } from '../../clock';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { isOver, lacksResults, type Run } from '../../domain/runs/run';
import { type RunReport, withReport } from '../../domain/runs/runReport';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { ignore, type Log } from '../../log/log';
import { readReport } from '../../ssh/runs/lookAtRuns';
import type { Remote } from '../../ssh/transfer/remoteShell';
import type { Source } from '../../ssh/transfer/source';
import type { AccountStore } from '../account/accountStore';
import type { GoneInstances } from '../instances/goneInstance';
import type { InstanceStore } from '../instances/instanceStore';
import type { Lease } from '../windows/lease';
import { fetchResults } from './fetchResults';
import type { StopBehindRunStores } from './stopBehindRun';

export interface RunKeeperStores extends StopBehindRunStores {
  accounts: Pick<AccountStore, 'active' | 'client' | 'onDidChange'>;
  instances: Pick<InstanceStore, 'get' | 'state' | 'burst'>;
  gone: Pick<GoneInstances, 'find'>;
  lease: (accountId: string) => Pick<Lease, 'tryRun'>;
  /** Lets one window at a time fetch the results of a run. */
  fetchLease: (accountId: string, runId: string) => Pick<Lease, 'tryRun'>;
  /** How to reach an instance that has an entry; undefined without one. */
  remoteOf: (instanceId: number) => Promise<Remote | undefined>;
  /** The disk of a stopped instance; undefined where it can't be read. */
  diskOf: (instanceId: number, signal: AbortSignal) => Promise<Source | undefined>;
  /** For how many hours after a run a destruction that was agreed to is carried out. */
  destroyWithin: () => number;
  log: Log;
}

/** What becomes of runs, for who tells a person. */
export interface RunReports {
  ended(run: Run, end: RunsInstance): void;
  notFetched(run: Run, error: unknown): void;
  /** Another machine of a sweep has taken the place of the first. @param next the run of that machine */
  handedOver(run: Run, next: Run): void;
  /** The instance was to be destroyed and is kept. */
  kept(run: Run, instance: SharedInstance, why: WhyKept): void;
}

/** What is known of the instance of a run that is over. */
export interface RunsInstance {
  isGone?: boolean | undefined;
  /** It was started again, or made anew, since the run ended. */
  wasStarted?: boolean | undefined;
  /** It has results of other runs that weren't fetched. */
  holdsMore?: boolean | undefined;
  /** How its machine ended it, as far as it says. */
  end?: RunReport['end'] | undefined;
}

/**
 * A run whose results are only there; the run ended longer ago than a destruction is carried out; or there may be more,
 * as of a run that was removed from the list: what was fetched before it stopped doesn't tell.
 */
export type WhyKept = Run | 'old' | 'more';

/** Looks at a stopped disk before it is given up for this window, and the pause after the first, which doubles. */
const looks = { most: 3, pause: 10 * minute };

/**
 * Looks after runs whose instance is stopped, as when VS Code was closed while they ended: reads from the disk how they
 * ended, fetches their results, and destroys the instance as agreed. What was agreed to long ago isn't carried out: the
 * instance stays, and the person is told what that costs.
 */
export class StoppedRuns {
  readonly #stores: RunKeeperStores;
  readonly #reports: RunReports;
  readonly #looks = new Map<number, { count: number; nextAt: number }>();

  constructor(stores: RunKeeperStores, reports: RunReports) {
    this.#stores = stores;
    this.#reports = reports;
  }

  async attend(accountId: string, instanceId: number, signal: AbortSignal): Promise<void> {
    const { runs, clock, log } = this.#stores;
    const its = (): Run[] => runs.known(accountId).filter((run) => run.instanceId === instanceId);
    const look = this.#looks.get(instanceId) ?? { count: 0, nextAt: 0 };
    const unknown = its().filter((run) => !isOver(run) || lacksResults(run));
    let found: 'all' | 'more' | undefined;
    if (unknown.length > 0) {
      if (look.count >= looks.most || clock.now() < look.nextAt) return;
      found = await this.#fetch(accountId, instanceId, signal).catch(
        ignore(log, 'a later look tries again, and the person is told'),
      );
      if (signal.aborted) return;
      const count = found ? look.count : look.count + 1;
      this.#looks.set(instanceId, { count, nextAt: clock.now() + looks.pause * 2 ** look.count });
    }
    for (const run of its())
      if (isOver(run)) await tellEnded(this.#stores, this.#reports, accountId, run, {});
    const [latest, ...others] = its();
    if (latest?.then !== 'destroy' || latest.recreatedAt !== undefined) return;
    const all = [latest, ...others];
    const isSafe = all.every((run) => isOver(run) && !lacksResults(run));
    const isAgreed =
      latest.endedAt !== undefined && clock.now() - latest.endedAt <= this.#stores.destroyWithin() * hour;
    // Whoever had its results before may have started the instance for other work since, and stopped it.
    const isFetchedNow = found === 'all' && unknown.some(({ id }) => id === latest.id);
    if (isSafe && isAgreed && isFetchedNow) await this.#destroy(accountId, latest);
    else {
      const isOld = latest.endedAt !== undefined && !isAgreed;
      await this.#tellKept(accountId, latest, all.find(lacksResults) ?? (isOld ? 'old' : 'more'));
    }
  }

  /** Once nothing of known runs is on the disk alone: whether it has `more`, of others. */
  async #fetch(
    accountId: string,
    instanceId: number,
    signal: AbortSignal,
  ): Promise<'all' | 'more' | undefined> {
    const { runs, clock, diskOf, fetchLease } = this.#stores;
    const disk = await diskOf(instanceId, signal);
    if (!disk) return undefined;
    const its = (): Run[] => runs.known(accountId).filter((run) => run.instanceId === instanceId);
    const { ends, unfetched } = await marksOf(disk, its(), signal);
    for (const [id, seen] of ends) {
      // The disk's log isn't read for this.
      const withEnd = (run: Run): Run =>
        withReport(run, { ...seen, lastLine: run.lastLine ?? '' }, clock.now());
      await runs.edit(accountId, id, (run) => (isOver(run) ? run : withEnd(run)));
    }
    for (const run of its().filter((one) => isOver(one) && lacksResults(one)))
      await fetchLease(accountId, run.id).tryRun(async () => {
        const options = { signal, report: () => undefined };
        if (!(await fetchResults(disk, run, options)).isWhole) return;
        await runs.edit(accountId, run.id, (known) => ({ ...known, fetchedAt: clock.now() }));
      });
    const isHere = (run: Run): boolean => isOver(run) && !lacksResults(run);
    if (!its().every(isHere)) return undefined;
    return unfetched.every((id) => its().some((run) => run.id === id)) ? 'all' : 'more';
  }

  async #tellKept(accountId: string, run: Run, why: WhyKept): Promise<void> {
    const { runs, clock, instances } = this.#stores;
    const instance = instances.get(run.instanceId);
    const edit = (known: Run): Run =>
      known.keptToldAt === undefined ? { ...known, keptToldAt: clock.now() } : known;
    if (instance && (await runs.edit(accountId, run.id, edit))) this.#reports.kept(run, instance, why);
  }

  /** The last look says that nobody has started it since. */
  async #destroy(accountId: string, run: Run): Promise<void> {
    const { accounts, instances, log } = this.#stores;
    const { client } = accounts;
    if (accounts.active?.id !== accountId || !client) return;
    if (lifecycleOf(await client.instances.get(run.instanceId)).phase !== 'stopped') return;
    await client.instances.destroy(run.instanceId);
    log.info(`The results of run ${run.id} are here: destroyed instance ${run.instanceId}.`);
    instances.burst();
  }
}

/** Tells a person once, in one of all windows, that a run is over. */
export async function tellEnded(
  { runs, clock }: Pick<RunKeeperStores, 'runs' | 'clock'>,
  reports: Pick<RunReports, 'ended'>,
  accountId: string,
  { id }: Run,
  end: RunsInstance,
): Promise<void> {
  const tell = (known: Run): Run => (known.toldAt ? known : { ...known, toldAt: clock.now() });
  const isNew = await runs.edit(accountId, id, tell);
  const run = runs.get(accountId, id);
  if (isNew && run) reports.ended(run, end);
}

/** What supervisors have left on the disk: how those runs ended that have, and ids of all that they know as unfetched. */
async function marksOf(
  disk: Source,
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<{ ends: ReadonlyMap<string, RunReport>; unfetched: string[] }> {
  const wanted = new Set(runs.filter((run) => !isOver(run)).map(({ id }) => `${id}/state`));
  const ends = new Map<string, RunReport>();
  const folder = await mkdtemp(path.join(tmpdir(), 'gpu-rental-states-'));
  try {
    const filter = (file: string): boolean => /^[^/]+\/(state|fetched)$/.test(file);
    const plan = await disk.plan({ folder: '~/.gpu-rental/runs', filter }, folder, { signal });
    const there = new Set(plan.added.map((entry) => entry.path));
    const added = plan.added.filter((entry) => wanted.has(entry.path));
    await disk.download({ ...plan, added }, { signal, report: () => undefined });
    for (const { path: at } of added) {
      const id = path.posix.dirname(at);
      const text = await readFile(path.join(folder, ...at.split('/')), 'utf8');
      const seen = readReport(`run=${id}\n${text}`).runs.get(id);
      if (seen?.phase === 'ended') ends.set(id, seen);
    }
    const ids = [...there].filter((file) => file.endsWith('/state')).map((file) => path.posix.dirname(file));
    return { ends, unfetched: ids.filter((id) => !there.has(`${id}/fetched`)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
