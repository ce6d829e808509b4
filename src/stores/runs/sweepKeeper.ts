import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { omitUndefined } from '../../domain/omitUndefined';
import { isOver, type Run } from '../../domain/runs/run';
import { bestFirst } from '../../domain/sweeps/sweep';
import { minute } from '../../clock';
import { ignore } from '../../log/log';
import { sshAddresses } from '../../ssh/address';
import { sshPaths } from '../../ssh/config/configPaths';
import { sweepResults } from '../../ssh/sweeps/engine';
import { endServing, hostOf, introduce } from '../../ssh/sweeps/machines';
import type { Remote } from '../../ssh/transfer/remoteShell';
import { machineSource } from '../../ssh/transfer/source';
import { fetchResults, makeResults } from './fetchResults';
import type { RunKeeperStores, RunReports } from './stoppedRuns';

/** Jobs whose results come in one go: what is best is here soon, also after a long time without a window. */
const atOnce = 20;
/** Milliseconds before results of jobs are fetched again after a failure. */
const pause = 60_000;
/** Milliseconds in which one of the other machines is to take the place of the first. */
const handOverWithin = 3 * minute;

/** Looks after sweeps that go on: little is lost with the first machine, and a machine that comes back takes part again. */
export class SweepKeeper {
  readonly #stores: RunKeeperStores;
  readonly #reports: Pick<RunReports, 'handedOver'>;
  readonly #signal: AbortSignal;
  readonly #nextAt = new Map<string, number>();
  /** Where the first machine of a sweep was told that the others are. */
  readonly #told = new Map<string, string>();

  constructor(stores: RunKeeperStores, reports: Pick<RunReports, 'handedOver'>, signal: AbortSignal) {
    this.#stores = stores;
    this.#reports = reports;
    this.#signal = signal;
  }

  /** What the first machine of a sweep needs to know. Never rejects. */
  async attend(accountId: string, run: Run, remote: Remote): Promise<void> {
    if (!run.sweep || isOver(run)) return;
    await this.#introduce(accountId, run, remote).catch(
      ignore(this.#stores.log, 'the sweep goes on with the machines that it reaches'),
    );
  }

  /**
   * Goes on with the sweeps among these runs, whose instance is gone, on other machines of theirs. Returns those runs that
   * nothing goes on with. Never rejects.
   */
  async goOnElsewhere(accountId: string, gone: readonly Run[]): Promise<readonly Run[]> {
    const ended: Run[] = [];
    for (const run of gone) if (!(await this.#goOnElsewhere(accountId, run))) ended.push(run);
    return ended;
  }

  async #goOnElsewhere(accountId: string, run: Run): Promise<boolean> {
    if (!run.sweep || isOver(run)) return false;
    const waiting = this.#others(accountId, run);
    // One that may have begun, also for another window, is the only one, or two would give out the same jobs.
    const asked = this.#stores.runs.get(accountId, run.id)?.askedToLead;
    const perhaps = waiting.find(({ instanceId }) => instanceId === asked);
    const { handOver } = await import('./handOver');
    const why = ignore(
      this.#stores.log,
      'another machine of the sweep is asked, or the next look tries again',
    );
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(handOverWithin)]);
    for (const next of perhaps ? [perhaps] : waiting) {
      const remote = await this.#stores.remoteOf(next.instanceId);
      if (!remote) continue;
      const others = waiting.filter((one) => one !== next);
      const machine = { run: next, remote };
      if (!perhaps) await this.#noteAsked(accountId, run, next.instanceId);
      const outcome = await handOver(this.#stores, accountId, run, machine, others, signal).catch(why);
      if (outcome !== 'perhaps' && outcome !== 'taken' && !perhaps)
        await this.#noteAsked(accountId, run, undefined);
      if (outcome === 'taken') this.#reports.handedOver(run, next);
      if (outcome !== undefined) return outcome !== 'over';
    }
    return waiting.length > 0;
  }

  async #noteAsked(accountId: string, { id }: Run, askedToLead: number | undefined): Promise<void> {
    await this.#stores.runs.edit(accountId, id, ({ askedToLead: _, ...run }) => ({
      ...run,
      ...omitUndefined({ askedToLead }),
    }));
  }

  /** Runs of the other machines that are there and go on. */
  #others(accountId: string, { id, instanceId }: Run): Run[] {
    const { runs, instances } = this.#stores;
    return runs.known(accountId).filter((one) => {
      if (one.serves !== id || one.instanceId === instanceId || isOver(one)) return false;
      const instance = instances.get(one.instanceId);
      return instance !== undefined && lifecycleOf(instance).phase === 'running';
    });
  }

  /** Whether a machine waits for jobs of a sweep that is over: tells it so. Never rejects. */
  async release(accountId: string, run: Run, remote: Remote): Promise<void> {
    const sweep = run.serves === undefined ? undefined : this.#stores.runs.get(accountId, run.serves);
    if (!sweep || !isOver(sweep) || isOver(run)) return;
    const why = 'the next look tells it again, and it ends by itself after a quarter of an hour';
    await endServing(remote, sweep.id, this.#signal).catch(ignore(this.#stores.log, why));
  }

  /** Results of jobs that have ended and aren't here, the best first. Undefined if there are none, or not now. */
  fetch(accountId: string, run: Run, remote: Remote): Promise<void> | undefined {
    const { sweep } = run;
    if (!sweep || isOver(run) || this.#stores.clock.now() < (this.#nextAt.get(run.id) ?? 0)) return undefined;
    const ended = sweep.jobs.filter(({ state, fetchedAt }) => state === 'ended' && fetchedAt === undefined);
    const numbers = bestFirst(sweep, ended).slice(0, atOnce);
    return numbers.length === 0 ? undefined : this.#fetch(accountId, run, remote, numbers);
  }

  async #fetch(accountId: string, run: Run, remote: Remote, numbers: readonly number[]): Promise<void> {
    const { runs, clock, log, fetchLease } = this.#stores;
    await fetchLease(accountId, run.id).tryRun(async () => {
      const known = (await runs.read(accountId)).find(({ id }) => id === run.id)?.sweep?.jobs ?? [];
      const wanted = new Set(numbers);
      for (const { number, fetchedAt } of known) if (fetchedAt !== undefined) wanted.delete(number);
      if (wanted.size === 0) return;
      const below = sweepResults(run.id);
      const results = path.join(run.results, below);
      const fetch = [...wanted].flatMap((number) => [`/results/${number}/`, `/out/1/${number}/`]);
      let isWhole = false;
      try {
        await makeResults(run.results);
        await mkdir(results, { recursive: true });
        const options = { signal: this.#signal, report: () => undefined };
        const source = machineSource(remote);
        const workdir = `${run.workdir}/${below}`;
        ({ isWhole } = await fetchResults(source, { workdir, fetch, results }, options));
      } catch (error) {
        ignore(log, 'they are fetched later, at the latest when the sweep has ended')(error);
      }
      if (!isWhole) this.#nextAt.set(run.id, clock.now() + pause);
      else
        await runs.edit(accountId, run.id, (before) =>
          before.sweep ? { ...before, sweep: withFetched(before.sweep, wanted, clock.now()) } : before,
        );
    });
  }

  /** A machine that was outbid may have another address once it is back. */
  async #introduce(accountId: string, run: Run, remote: Remote): Promise<void> {
    const { instances, remoteOf } = this.#stores;
    const others = this.#others(accountId, run)
      .map(({ instanceId }) => instances.get(instanceId))
      .filter((one) => one !== undefined);
    const places = JSON.stringify(others.map((one) => [one.id, sshAddresses(one)]));
    if (others.length === 0 || this.#told.get(run.id) === places) return;
    const { knownHosts } = sshPaths(remote.configFile);
    const hosts = await Promise.all(
      others.map(async ({ id }) => {
        const other = await remoteOf(id);
        return other && (await hostOf(other, id, knownHosts));
      }),
    );
    await introduce(
      remote,
      run.id,
      hosts.filter((host) => host !== undefined),
      this.#signal,
    );
    this.#told.set(run.id, places);
  }
}

const withFetched = (
  sweep: NonNullable<Run['sweep']>,
  numbers: ReadonlySet<number>,
  fetchedAt: number,
): NonNullable<Run['sweep']> => ({
  ...sweep,
  jobs: sweep.jobs.map((job) => (numbers.has(job.number) ? { ...job, fetchedAt } : job)),
});
