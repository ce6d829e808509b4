import { hour, minute } from '../../clock';
import { mapLimit } from '../../mapLimit';
import { isOver, type Run } from '../../domain/runs/run';
import { ignore } from '../../log/log';
import { aliasOf } from '../../ssh/alias';
import { sshPaths } from '../../ssh/config/configPaths';
import { hostOf } from '../../ssh/sweeps/machines';
import { takeOver } from '../../ssh/sweeps/takeOver';
import type { Remote } from '../../ssh/transfer/remoteShell';
import type { RunKeeperStores } from './stoppedRuns';

/** Each is asked for its address and logged in to. */
const reachAtOnce = 8;

/** A run of one of the other machines of a sweep, and how that machine is reached. */
export interface NextMachine {
  run: Run;
  remote: Remote;
}

/**
 * Goes on with a sweep, whose first machine is gone, on one of those that wait for its jobs: jobs whose results are here
 * aren't done again. What has begun on a machine is found there by the next look, also by another window's.
 *
 * @param others runs of its other machines, which run
 * @throws what kept this machine from it @returns `taken` in the one window that noted it, `over` if no time is left,
 * `perhaps` if the answer was lost
 */
export async function handOver(
  { runs, accounts, clock, remoteOf, log }: RunKeeperStores,
  accountId: string,
  run: Run,
  { run: next, remote }: NextMachine,
  others: readonly Run[],
  signal: AbortSignal,
): Promise<'taken' | 'going' | 'perhaps' | 'over'> {
  const { sweep } = run;
  const left = (next.startedAt ?? next.createdAt) + next.limitHours * hour - clock.now();
  if (!sweep || left < minute) return 'over';
  // Another account's look decides later.
  if (accounts.active?.id !== accountId) return 'going';
  const { knownHosts } = sshPaths(remote.configFile);
  const leaveOut = ignore(log, 'the sweep goes on with the machines that it reaches');
  const reached = await mapLimit(others, reachAtOnce, async ({ instanceId }) => {
    const other = await remoteOf(instanceId);
    return other && hostOf(other, instanceId, knownHosts).then((host) => ({ remote: other, host }), leaveOut);
  });
  const jobs = sweep.jobs.filter(({ state, fetchedAt }) => state === 'ended' && fetchedAt !== undefined);
  const named = jobs.map((job) => ({ ...job, host: job.host ?? aliasOf(run.instanceId) }));
  const { id, workdir, then, idle } = run;
  const limit = Math.round(left / 1000);
  const base = accounts.active.baseUrl;
  const outcome = await takeOver(
    remote,
    reached.filter((one) => one !== undefined),
    { id, workdir, limit, idle, then, hasNoResults: false, base, instanceId: next.instanceId },
    {
      kept: named.map(({ number, host, code = 0, seconds = 0 }) => ({ number, host, code, seconds })),
      leaveOut,
      signal,
    },
  );
  if (outcome === 'perhaps') {
    log.info(
      `Instance ${next.instanceId} may lead sweep ${id} by now: its answer was lost. The next look asks it again.`,
    );
    return outcome;
  }
  await noteLost(runs, accountId, run, clock.now());
  const isTaken = await runs.edit(accountId, id, (known) => {
    if (isOver(known) || known.instanceId !== run.instanceId) return known;
    const { stoppedAt: _, toldAt: __, askedToLead: ___, ...goesOn } = known;
    const { instanceId, instanceName, stopAt } = next;
    // What its machine costs is part of that machine's own run.
    return { ...goesOn, instanceId, instanceName, stopAt, rate: 0, sweep: { ...sweep, jobs: named } };
  });
  log.info(`Instance ${run.instanceId} is gone: sweep ${id} goes on from instance ${next.instanceId}.`);
  return isTaken ? 'taken' : 'going';
}

/** What the machine cost that is gone stays part of the sweep. */
async function noteLost(
  runs: RunKeeperStores['runs'],
  accountId: string,
  { sweep: _, stopAt: __, ...run }: Run,
  now: number,
): Promise<void> {
  const id = `${run.id.slice(0, 40)}-lost-${run.instanceId}`;
  if (runs.get(accountId, id)) return;
  const ended = { phase: 'lost', stoppedAt: run.stoppedAt ?? now, toldAt: now } as const;
  await runs.add(accountId, { ...run, id, serves: run.id, fetch: [], then: 'keep', ...ended });
}
