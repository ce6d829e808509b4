import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { thens } from '../../domain/runs/afterRun';
import type { Run } from '../../domain/runs/run';
import { limitHoursOf, runLimitSchema } from '../../domain/tasks/projectRun';
import { type PickedTask, pickTask, taskFrom } from '../../prompts/runs/pickTask';
import { answerOf, pickMany, pickOne } from '../../prompts/steps';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import { settings } from '../../stores/settings';
import { phaseWords } from '../../views/runs/runNodes';
import { seenWith } from '../../views/runs/seenRun';
import { type Call, read } from '../call';
import { localPath } from './copying';

type TargetServices = Pick<Services, 'runs' | 'accounts' | 'instances' | 'runKeeper'>;

const rowOf = (services: TargetServices, run: Run) => ({
  label: run.name,
  description: `${phaseWords(seenWith(services, run))} · ${run.instanceName}`,
  run,
});

export interface RunTarget {
  accountId: string;
  run: Run;
}

/**
 * The run that a command is about: the one of the call, else one that the person picks. Undefined if they picked none.
 *
 * @throws LocalError 'not_found', or 'nothing_suits' when there is none to pick
 */
export async function targetRun(
  services: TargetServices,
  call: Call,
  title: string,
  suits: (run: Run) => boolean = () => true,
): Promise<RunTarget | undefined> {
  const { id: accountId } = accountInUse(services.accounts).account;
  const runs = await services.runs.read(accountId);
  const runId = read(call.arguments, 'runId', z.optional(z.string()));
  if (runId !== undefined) {
    const run = runs.find(({ id }) => id === runId);
    if (!run) throw new LocalError('not_found', vscode.l10n.t('There is no run {0}.', runId));
    return { accountId, run };
  }
  const rows = runs
    .filter((run) => run.serves === undefined && suits(run))
    .map((run) => rowOf(services, run));
  if (rows.length === 0)
    throw new LocalError(
      'nothing_suits',
      runs.length === 0
        ? vscode.l10n.t('You have no runs yet.')
        : vscode.l10n.t('“{0}” isn’t available for any of your runs right now.', title),
    );
  const row = await pickOne(rows, { title, placeholder: vscode.l10n.t('Select a run') });
  return row && { accountId, run: row.run };
}

/** Several runs, the same way: those of the call, else those that the person chooses, the first ones to begin with. */
export async function targetRuns(
  services: TargetServices,
  call: Call,
  { title, least }: { title: string; least: number },
): Promise<readonly Run[] | undefined> {
  const { id: accountId } = accountInUse(services.accounts).account;
  const runs = (await services.runs.read(accountId)).filter(({ serves }) => serves === undefined);
  const runIds = read(call.arguments, 'runIds', z.optional(z.array(z.string()))) ?? [];
  const unknown = runIds.find((runId) => !runs.some(({ id }) => id === runId));
  if (unknown !== undefined)
    throw new LocalError('not_found', vscode.l10n.t('There is no run {0}.', unknown));
  if (runIds.length >= least) return runs.filter(({ id }) => runIds.includes(id));
  if (runs.length < least)
    throw new LocalError('nothing_suits', vscode.l10n.t('“{0}” needs at least {1} runs.', title, least));
  const rows = runs.map((run) => rowOf(services, run));
  const step = await pickMany(rows, {
    title,
    placeholder: vscode.l10n.t('Select runs'),
    selected: (row) => rows.indexOf(row) < least,
    validate: (chosen) => (chosen.length < least ? vscode.l10n.t('Select at least {0}.', least) : undefined),
  });
  return answerOf(step)?.map(({ run }) => run);
}

/** The folder and the task: those of the call, else what the person picks. */
export async function whatToRun(call: Call, title: string): Promise<PickedTask | undefined> {
  const { arguments: given } = call;
  if (given.task !== undefined) {
    const folder = localPath(read(given, 'folder', z.string()));
    return taskFrom(read(given, 'task', z.union([z.string(), z.record(z.string(), z.unknown())])), folder);
  }
  const file = given.document === undefined ? undefined : localPath(read(given, 'document', z.string()));
  return pickTask(file, title);
}

/** When a run ends at the latest, what is fetched then, and what becomes of its machine: as the call, the project, the task or the settings say. */
export function termsOf({ arguments: given }: Call, { task, terms }: Pick<PickedTask, 'task' | 'terms'>) {
  const called = read(given, 'limit', z.optional(runLimitSchema));
  const limit = { ...terms?.limit, ...called };
  // Hours of a call, as of a run that is run again, were chosen with those of the files known.
  const ofTask = called?.hours === undefined ? task.limitHours : undefined;
  /** @param rate dollars an hour */
  const hoursFor = (rate: number | undefined): number =>
    limitHoursOf(limit, rate, { task: ofTask, setting: settings.run.limitHours });
  const then =
    read(given, 'then', z.optional(z.enum(thens))) ?? terms?.then ?? task.then ?? settings.run.then;
  return {
    limit,
    hoursFor,
    then,
    // What an instance that is rented for it does by itself, should nothing follow.
    runHours: (rate: number | undefined): number => (then === 'keep' ? 0 : hoursFor(rate)),
    fetch: read(given, 'fetch', z.optional(z.array(z.string()))) ?? terms?.fetch ?? settings.run.fetch,
    resume: read(given, 'resume', z.optional(z.string())) ?? terms?.resume,
  };
}
