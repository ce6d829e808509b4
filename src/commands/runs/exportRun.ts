import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Run } from '../../domain/runs/run';
import type { ParameterTable } from '../../domain/sweeps/parameters';
import { jobTitle, jobVariables } from '../../domain/sweeps/sweep';
import { writeTask } from '../../domain/tasks/writeTask';
import { taskFormats } from '../../domain/tasks/task';
import { readTask } from '../../domain/tasks/readTask';
import { gpuAsTaskWritesIt } from '../../domain/tasks/resources';
import type { ExportedTask } from '../../domain/tasks/writtenValues';
import { formatRows, openTask } from '../../prompts/runs/taskFormats';
import { pickOne } from '../../prompts/steps';
import type { Services } from '../../prompts/services';
import { projectRun } from '../../stores/launch/projectLaunches';
import { type Call, read } from '../call';
import { targetRun } from './runTargets';

/** Opens a run's task as a new file of SkyPilot or dstack. Where it has a task file, as that says now. */
export async function exportRun(services: Services, call: Call): Promise<undefined> {
  const title = vscode.l10n.t('Export Run as Task');
  const target = await targetRun(services, call, title);
  if (!target) return undefined;
  const given = read(call.arguments, 'format', z.optional(z.enum(taskFormats)));
  const format = given ?? (call.interactive ? await pickFormat(title) : 'skypilot');
  if (!format) return undefined;
  await openTask(writeTask(await taskOf(services, target.run), format));
  return undefined;
}

async function pickFormat(title: string) {
  return (await pickOne(formatRows(), { title, placeholder: vscode.l10n.t('Select a format') }))?.format;
}

async function taskOf({ instances }: Pick<Services, 'instances'>, run: Run): Promise<ExportedTask> {
  const said = await fileOf(run);
  const { gpu_name, num_gpus } = instances.get(run.instanceId) ?? {};
  const ranOn = gpu_name ? { gpu: gpuAsTaskWritesIt(gpu_name), gpus: num_gpus ?? 1 } : {};
  return {
    name: run.name,
    setup: run.setup,
    run: run.run,
    // Their values aren't kept, so they are asked for like secrets.
    variables: {},
    secrets: run.variables ?? [],
    mounts: [],
    nodes: run.nodes,
    resources: ranOn,
    limitHours: run.limitHours,
    idle: run.idle,
    then: run.then,
    ...said,
    fetch: run.fetch,
    resume: run.resume,
    ...(run.sweep && asFirstJob(run.sweep, said.variables)),
  };
}

/** Neither format has sweeps: the task is that of the first job, and comments say how the others differ. */
const asFirstJob = (table: ParameterTable, variables: Readonly<Record<string, string>> = {}) => ({
  variables: { ...variables, ...jobVariables(table, 1) },
  // Of all jobs; there is one here.
  fetch: [],
  lost: [
    vscode.l10n.t('sweep: this is its first job; GPU_RENTAL_RESULTS has to be the folder of its results'),
    ...table.rows
      .slice(1)
      .map((_, index) => vscode.l10n.t('job {0}: {1}', index + 2, jobTitle(table, index + 2))),
  ],
});

/** What its task file says now; nothing where there is none, or it can't be read any more. */
async function fileOf({ taskFile }: Run): Promise<Partial<ExportedTask>> {
  if (taskFile === undefined) return {};
  // It may be gone or changed since; what is kept of the run is exported then.
  const text = await readFile(taskFile, 'utf8').catch(() => undefined);
  const said = text === undefined ? undefined : readTask(text);
  if (!said || !('task' in said)) return {};
  const terms = await projectRun(taskFile);
  return { ...said.task, ...(terms?.limit?.dollars ? { limitDollars: terms.limit.dollars } : {}) };
}
