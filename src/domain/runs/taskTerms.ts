import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { described } from '../../api/schemas/described';
import { thens } from './then';

const positive = z.number().check(z.positive());

/** What ends a run at the latest: hours, set-up included; dollars; minutes without load on any GPU. */
export const runLimitSchema = z.object({
  hours: z.optional(positive),
  dollars: z.optional(positive),
  idleMinutes: z.optional(positive),
});

/** What a task file can't say, in a project's file `.vscode/gpu-rental.json`. */
export const taskTermsSchema = z.strictObject({
  task: described(z.string().check(z.minLength(1)), 'Path of the task file, in this folder.'),
  fetch: z.optional(
    described(z.array(z.string()), 'What is fetched once the run has ended: patterns as in .gitignore.'),
  ),
  then: z.optional(described(z.enum(thens), 'What becomes of the instance after the run.')),
  limit: z.optional(described(runLimitSchema, 'When the run is ended at the latest.')),
});
export type TaskTerms = z.infer<typeof taskTermsSchema>;

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
  const all = [hours ?? others.task, byDollars].filter((one) => one !== undefined);
  return all.length === 0 ? others.setting : Math.min(...all);
}
