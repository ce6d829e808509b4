import { aliasOf } from '../../ssh/alias';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { promisify } from 'node:util';
import { PersonCall } from '../../ask/caller';
import { gpuTitle } from '../../ask/instanceName';
import { showInfo } from '../../ask/notify';
import { isOutcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { callCommand, showView } from '../../commandNames';
import { filled } from '../../domain/format';
import { omitUndefined } from '../../domain/omitUndefined';
import { variablesOfOne } from '../../domain/tasks/nodeCommand';
import { isOver, type Run } from '../../domain/runs/run';
import { oldRuns } from '../../domain/runs/oldRuns';
import { resultsFolder, timeInName } from '../../domain/runs/runFolders';
import { stopAfterRuns } from '../../domain/runs/stopAfterRuns';
import { withTime } from '../../domain/stops/scheduledStop';
import { isResumable } from '../../domain/tasks/projectRun';
import { ignore } from '../../log/log';
import type { RunPlan } from '../../prompts/runs/planWords';
import type { Services } from '../../prompts/services';
import { LostConnection, type Remote } from '../../ssh/transfer/remoteShell';
import type { Call } from '../call';
import { dropRun, letRunScript, startRun } from '../../ssh/runs/runs';

/** What this computer keeps of a run that is about to start. */
export async function describeRun(
  services: Pick<Services, 'clock' | 'instances'>,
  plan: RunPlan,
  workdir: string,
): Promise<Run> {
  const { folder, task, file, instanceId, name, limitHours, idle, then, fetch, rate, resume } = plan;
  const now = services.clock.now();
  const instance = services.instances.get(instanceId);
  const run = task.name ?? path.basename(folder);
  const id = `${timeInName(now)}-${randomBytes(2).toString('hex')}`;
  const limit = limitHours * 3_600_000;
  return {
    id,
    name: run,
    instanceId,
    instanceName: name,
    ...(instance?.gpu_name === undefined ? {} : { hardware: gpuTitle(instance) }),
    run: task.run,
    setup: task.setup,
    ...omitUndefined({ taskFile: file, resume }),
    variables: [...Object.keys(task.variables), ...task.secrets],
    folder,
    workdir,
    ...(await commitOf(folder)),
    fetch: [...fetch],
    results: resultsFolder(folder, id),
    then,
    limitHours,
    ...omitUndefined({ idle }),
    ...(rate === undefined ? {} : { rate }),
    createdAt: now,
    phase: 'starting',
    // A little later than the machine itself, which ends by its own clock.
    ...(then === 'keep' ? {} : { stopAt: now + limit + 5 * 60_000 }),
  };
}

/** Shows a run that has begun, to a person with its log. @param on where it runs, in words */
export function showBegun(services: Pick<Services, 'runKeeper'>, call: Call, run: Run, on: string): void {
  void services.runKeeper.look();
  if (!call.interactive) return;
  void showView('runs');
  void showInfo(filled(vscode.l10n.t('{0} runs on {1}. You can close VS Code; it goes on.'), run.name, on));
  void callCommand('followRun', new PersonCall({ runId: run.id }));
}

const git = promisify(execFile);

async function commitOf(folder: string): Promise<Pick<Run, 'commit' | 'isChanged'>> {
  try {
    const { stdout: commit } = await git('git', ['-C', folder, 'rev-parse', 'HEAD'], { windowsHide: true });
    const { stdout: changes } = await git('git', ['-C', folder, 'status', '--porcelain'], {
      windowsHide: true,
    });
    return { commit: commit.trim(), isChanged: changes.trim() !== '' };
  } catch {
    // A folder without git, or a computer without it.
    return {};
  }
}

/**
 * Notes the run and lets its machine watch it, then sends its files and lets it begin: whatever breaks off in between, it
 * ends at its limit. An answer that is lost leaves a run that the next look finds, or finds lost.
 *
 * @param send may look at the machine at once, and sends nothing before it is watched; has the machine run the script
 *   `begin` once everything is there
 */
export async function beginRun(
  services: Services,
  account: { id: string; baseUrl: string },
  run: Run,
  plan: RunPlan & { secrets: Readonly<Record<string, string>> },
  { signal, send }: { signal: AbortSignal; send: (isWatched: Promise<void>, begin: string) => Promise<void> },
): Promise<void> {
  const { task, secrets, limitHours, idle, then } = plan;
  const remote = { ...services.sshSetup(), alias: aliasOf(run.instanceId) };
  const instance = services.instances.get(run.instanceId);
  const gpus = instance?.num_gpus ?? 1;
  await services.runs.add(account.id, run);
  const old = oldRuns(services.runs.known(account.id));
  if (old.length > 0) {
    await services.runs.remove(account.id, ...old);
    services.log.info(`Dropped the oldest finished runs from the list: ${old.length}.`);
  }
  let isWatched: Promise<void> | undefined;
  try {
    if (run.stopAt !== undefined) {
      const when = { kind: 'at', at: run.stopAt } as const;
      // What the person has scheduled stays, and for now what stands behind another run.
      await services.scheduledStops.schedule(
        account.id,
        run.instanceId,
        { action: 'stop', when },
        { onlyIfNone: true },
      );
    }
    const order = {
      id: run.id,
      workdir: run.workdir,
      setup: task.setup,
      run: task.run,
      resume: isResumable(plan.resume, task) ? (plan.resume ?? '') : '',
      variables: { ...variablesOfOne(run.name, gpus), ...task.variables, ...secrets },
      limit: Math.round(limitHours * 3600),
      idle,
      then,
      hasNoResults: run.fetch.length === 0,
      fetchedBefore: services.runs
        .known(account.id)
        .filter(({ instanceId, fetchedAt }) => instanceId === run.instanceId && fetchedAt !== undefined)
        .map(({ id }) => id),
      base: account.baseUrl,
      instanceId: run.instanceId,
    };
    isWatched = startRun(remote, order, signal);
    await Promise.all([isWatched, send(isWatched, letRunScript(run.id))]);
    const its = services.runs.known(account.id).filter(({ instanceId }) => instanceId === run.instanceId);
    const why = 'whoever carries it out looks at the runs';
    await services.scheduledStops
      .change(account.id, run.instanceId, undefined, (stop) => stopAfterRuns(stop, its))
      .catch(ignore(services.log, why));
  } catch (error) {
    await Promise.allSettled([isWatched]);
    if (!isWatched || !isOutcomeUnknown(error)) await takeBack(services, account, run, remote);
    throw error;
  }
}

/** Milliseconds that a machine has to say that it takes a run back. */
const takeBackWithin = 30_000;

/** A run whose machine can't be told stays, as it may go on until its limit, with the stop behind it. */
export async function takeBack(
  { runs, scheduledStops, log }: Services,
  { id }: { id: string },
  run: Run,
  remote: Remote,
): Promise<void> {
  const why = 'the error that follows tells the person';
  const isThere = await dropRun(remote, run.id, AbortSignal.timeout(takeBackWithin)).then(
    () => false,
    // What the machine itself refuses never came to be there.
    (error: unknown) => !(error instanceof LocalError) || error instanceof LostConnection,
  );
  if (isThere) return;
  const others = runs
    .known(id)
    .filter((one) => one.instanceId === run.instanceId && one.id !== run.id && !isOver(one));
  // It may have stood behind another run before.
  const [at = 0] = others.flatMap(({ stopAt }) => stopAt ?? []).toSorted((one, other) => other - one);
  await scheduledStops
    .change(id, run.instanceId, undefined, (stop) =>
      run.stopAt === undefined ? stop : withTime(stop, run.stopAt, at > 0 ? at : undefined),
    )
    .catch(ignore(log, why));
  await runs.remove(id, run.id).catch(ignore(log, why));
}
