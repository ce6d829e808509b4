import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isOutcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { showInfo } from '../../ask/notify';
import { PersonCall } from '../../ask/personCall';
import { callCommand, showView } from '../../commandNames';
import { prepareSsh } from '../../connect/prepare';
import { defined } from '../../domain/defined';
import { hourlyCost } from '../../domain/money/cost';
import { limitHoursOf, type Run } from '../../domain/runs/run';
import { thens } from '../../domain/runs/then';
import type { Task } from '../../domain/runs/taskFile';
import { ignore } from '../../log/log';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { agreeOnRun, type RunPlan } from '../../prompts/runs/agreeOnRun';
import { pickMachine } from '../../prompts/runs/pickMachine';
import { type PickedTask, pickTask, taskFrom } from '../../prompts/runs/pickTask';
import { valuesOf } from '../../prompts/runs/secretValues';
import type { Services } from '../../prompts/services';
import { startRun } from '../../ssh/runs/runs';
import { nearTree } from '../../ssh/transfer/nearTree';
import { planUpload, upload } from '../../ssh/transfer/upload';
import { accountInUse } from '../../stores/account/accountInUse';
import { settings } from '../../stores/settings';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { knownInstance } from '../instances/targetInstance';
import { inTurn, localPath, reportTo } from './copying';

const limitSchema = z.object({
  hours: z.optional(z.number().check(z.positive())),
  dollars: z.optional(z.number().check(z.positive())),
  idleMinutes: z.optional(z.number().check(z.positive())),
});

/**
 * Sends a folder to an instance and runs a task there that goes on without this computer. Resolves as soon as the run is
 * detached; undefined if the person said no.
 */
export async function runOnGpu(
  services: Services,
  call: Call,
): Promise<{ runId: string; instanceId: number } | undefined> {
  const who = accountInUse(services.accounts);
  const picked = await whatToRun(call);
  if (!picked) return undefined;
  const { folder, task, file } = picked;
  const instanceId = await whereToRun(services, call, task);
  if (instanceId === undefined) return undefined;
  const instance = await knownInstance(services, instanceId);
  const rate = hourlyCost(instance).running;
  const asked = read(call.arguments, 'limit', z.optional(limitSchema)) ?? {};
  const plan: RunPlan = {
    folder,
    task,
    file,
    instanceId,
    name: nameOf(services, instanceId),
    rate,
    limitHours: limitHoursOf(asked, rate) ?? task.limitHours ?? settings.run.limitHours,
    idle: asked.idleMinutes ? { minutes: asked.idleMinutes, below: 5 } : (task.idle ?? settings.run.idle),
    then: read(call.arguments, 'then', z.optional(z.enum(thens))) ?? task.then ?? settings.run.then,
    fetch: read(call.arguments, 'fetch', z.optional(z.array(z.string()))) ?? settings.run.fetch,
  };
  const near = await withCancellableProgress(
    vscode.l10n.t('Looking at the files of {0}', path.basename(folder)),
    ({ signal }) => nearTree({ contentsOf: folder }, { signal }),
  );
  if (!near) return undefined;
  const agreed = await agreeOnRun(services, who, { plan, near, confirmed: call.confirmed });
  if (!agreed) return undefined;
  const secrets = await valuesOf(services, task.secrets, call);
  if (!secrets) return undefined;
  const title = vscode.l10n.t('Running {0} on {1}', agreed.task.name ?? path.basename(folder), agreed.name);
  const run = await withCancellableProgress(title, async (progress) => {
    // What it costs to start is part of what was agreed to.
    const prepared = await prepareSsh(services, instanceId, {
      ...progress,
      confirmed: call.confirmed,
      isStartAgreed: true,
      interactive: call.interactive,
    });
    if (!prepared) return undefined;
    const remote = { ...services.sshSetup(), alias: prepared.alias };
    const workdir = `~/gpu-rental/${path.basename(folder).replaceAll(/[^\w.-]+/g, '-') || 'run'}`;
    await inTurn(`${instanceId} ${workdir}`, async () => {
      const copy = await planUpload(remote, near, workdir, { ...progress, who: vscode.env.machineId });
      const report = reportTo(progress.report, services.clock);
      const sent = await upload(remote, copy, { signal: progress.signal, report });
      if (sent.damaged.length + sent.kept.length > 0)
        throw new LocalError('may_pass', vscode.l10n.t('Files changed while they were sent. Run it again.'));
    });
    progress.report(vscode.l10n.t('starting'));
    const described = await describe(services, agreed, workdir);
    await begin(services, who.account, described, { ...agreed, secrets }, progress.signal);
    return described;
  });
  if (!run) return undefined;
  services.log.info(`Started run ${run.id} on instance ${instanceId}.`);
  void services.runKeeper.look();
  if (call.interactive) {
    void showView('runs');
    void showInfo(
      vscode.l10n.t('{0} runs on {1}. You can close VS Code; it goes on.', run.name, run.instanceName),
    );
    void callCommand('followRun', new PersonCall({ runId: run.id }));
  }
  return { runId: run.id, instanceId };
}

/** The folder and the task: those of the call, else what the person picks. */
async function whatToRun(call: Call): Promise<PickedTask | undefined> {
  const { arguments: given } = call;
  if (given.task !== undefined) {
    const folder = localPath(read(given, 'folder', z.string()));
    return taskFrom(read(given, 'task', z.union([z.string(), z.record(z.string(), z.unknown())])), folder);
  }
  const file = given.document === undefined ? undefined : localPath(read(given, 'document', z.string()));
  return pickTask(file);
}

async function whereToRun(services: Services, call: Call, task: Task): Promise<number | undefined> {
  const [id] = call.instanceIds;
  if (id !== undefined) return id;
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) return pickMachine(services, task);
  const { image = settings.rent.image, disk = settings.rent.disk } = task.resources;
  const rented = await callCommand<{ instanceId: number } | undefined>('rentOffer', {
    offerId,
    request: { image, disk, runtype: 'ssh_direct' },
    ...(call.confirmed ? { confirmed: services.consent } : {}),
  });
  return rented?.instanceId;
}

async function describe(services: Services, plan: RunPlan, workdir: string): Promise<Run> {
  const { folder, task, file, instanceId, name, limitHours, idle, then, fetch, rate } = plan;
  const now = services.clock.now();
  const run = task.name ?? path.basename(folder);
  const id = `${new Date(now).toISOString().slice(0, 19).replaceAll(/[T:]/g, '-').toLowerCase()}-${randomBytes(2).toString('hex')}`;
  const limit = limitHours * 3_600_000;
  return {
    id,
    name: run,
    instanceId,
    instanceName: name,
    run: task.run,
    setup: task.setup,
    ...defined({ taskFile: file }),
    variables: [...Object.keys(task.variables), ...task.secrets],
    folder,
    workdir,
    ...(await commitOf(folder)),
    fetch: [...fetch],
    results: path.join(folder, 'results', id),
    then,
    limitHours,
    ...defined({ idle }),
    ...(rate === undefined ? {} : { rate }),
    createdAt: now,
    phase: 'starting',
    // A little later than the machine itself, which ends by its own clock.
    ...(then === 'keep' ? {} : { stopAt: now + limit + 5 * 60_000 }),
  };
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

/** Notes the run, then starts it: an answer that is lost leaves a run that the next look finds, or finds lost. */
async function begin(
  services: Services,
  account: { id: string; baseUrl: string },
  run: Run,
  plan: RunPlan & { secrets: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<void> {
  const { task, secrets, limitHours, idle, then } = plan;
  const remote = { ...services.sshSetup(), alias: `gpu-${run.instanceId}` };
  const instance = services.instances.get(run.instanceId);
  const gpus = String(instance?.num_gpus ?? 1);
  await services.runs.add(account.id, run);
  try {
    if (run.stopAt !== undefined) {
      const when = { kind: 'at', at: run.stopAt } as const;
      // What the person has scheduled stays.
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
      variables: { ...knownToScripts(run.name, gpus), ...task.variables, ...secrets },
      limit: Math.round(limitHours * 3600),
      idle,
      then,
      hasNoResults: run.fetch.length === 0,
      base: account.baseUrl,
      instanceId: run.instanceId,
    };
    await startRun(remote, order, signal);
  } catch (error) {
    const why = 'the error that follows tells the person';
    if (!isOutcomeUnknown(error))
      await services.runs.remove(account.id, run.id).catch(ignore(services.log, why));
    throw error;
  }
}

/** What scripts for SkyPilot and dstack find in their environment. */
const knownToScripts = (name: string, gpus: string): Record<string, string> => ({
  SKYPILOT_NODE_RANK: '0',
  SKYPILOT_NODE_IPS: '127.0.0.1',
  SKYPILOT_NUM_NODES: '1',
  SKYPILOT_NUM_GPUS_PER_NODE: gpus,
  DSTACK_RUN_NAME: name,
  DSTACK_NODE_RANK: '0',
  DSTACK_NODES_NUM: '1',
  DSTACK_NODES_IPS: '127.0.0.1',
  DSTACK_MASTER_NODE_IP: '127.0.0.1',
  DSTACK_GPUS_NUM: gpus,
  DSTACK_GPUS_PER_NODE: gpus,
});
