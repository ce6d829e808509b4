import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { described } from '../../api/schemas/described';
import type { Task } from './task';
import { thens } from '../runs/afterRun';

const positive = z.number().check(z.positive());

/** What ends a run at the latest: hours, set-up included; dollars; minutes without load on any GPU. */
export const runLimitSchema = z.object({
  hours: z.optional(positive),
  dollars: z.optional(positive),
  idleMinutes: z.optional(positive),
});

/** What a task file can't say, in a project's file `.vscode/gpu-rental.json`. */
export const projectRunSchema = z.strictObject({
  task: described(z.string().check(z.minLength(1)), 'Path of the task file, in this folder.'),
  fetch: z.optional(
    described(z.array(z.string()), 'What is fetched once the run has ended: patterns as in .gitignore.'),
  ),
  then: z.optional(described(z.enum(thens), 'What becomes of the instance after the run.')),
  resume: z.optional(
    described(
      z.string().check(z.minLength(1)),
      'Command that goes on with the run after its machine was restarted. Without it, such a run ends.',
    ),
  ),
  limit: z.optional(described(runLimitSchema, 'When the run is ended at the latest.')),
});
export type ProjectRun = z.infer<typeof projectRunSchema>;

/**
 * Hours until the first of the limits. The setting counts only where nothing else limits the run.
 *
 * @param rate dollars an hour; undefined where the service doesn't tell
 * @param others hours that the task file and the setting say
 * @throws LocalError 'not_possible' for a limit in dollars without a price, because it couldn't be kept
 */
export function limitHoursOf(
  { hours, dollars }: z.infer<typeof runLimitSchema>,
  rate: number | undefined,
  others: { task: number | undefined; setting: number },
): number {
  if (dollars !== undefined && rate === undefined)
    throw new LocalError(
      'not_possible',
      l10n.t('The price isn’t known, so a limit in dollars can’t be kept. Give a limit in hours.'),
    );
  const byDollars = dollars !== undefined && rate !== undefined && rate > 0 ? dollars / rate : undefined;
  const all = [hours, others.task, byDollars].filter((one) => one !== undefined);
  return all.length === 0 ? others.setting : Math.min(...all);
}

/** Secrets are in no file of the machine, so a run that needs one can't go on by itself. */
export const isResumable = (resume: string | undefined, { secrets }: Pick<Task, 'secrets'>): boolean =>
  resume !== undefined && secrets.length === 0;

/** What becomes of a run after a restart of its machine; empty where nothing was said of it. */
export function restartWords(resume: string | undefined, task: Pick<Task, 'secrets'>): string {
  if (resume === undefined) return '';
  return isResumable(resume, task)
    ? l10n.t('After a restart of the machine: {0}', resume)
    : l10n.t('A restart of the machine ends it: its secrets are in no file there, so it can’t be resumed.');
}
