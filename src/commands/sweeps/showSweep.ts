import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { jobOf, jobVariables, metricNames, ranked } from '../../domain/sweeps/sweep';
import type { Sweep, SweepJob } from '../../domain/sweeps/sweepSchema';
import { plainText } from '../../api/plainText';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import { sweepTable } from '../../views/runs/sweepWords';
import { type Call, read } from '../call';
import { targetRun } from '../runs/runTargets';

/** A job of a sweep, for a program. */
export interface JobState extends Partial<SweepJob> {
  number: number;
  parameters: Record<string, string>;
}

interface Order {
  /** Empty for the order of the table. */
  metric: string;
  largestFirst: boolean;
}

/**
 * Shows the jobs of a sweep as a table, sorted by a metric, with its plot: `{runId, sortBy?, largestFirst?}`. Resolves to the jobs in that
 * order.
 */
export async function showSweep(
  services: Services,
  call: Call,
): Promise<{ jobs: readonly JobState[] } | undefined> {
  const title = vscode.l10n.t('Show Sweep');
  const target = await targetRun(services, call, title, ({ sweep }) => sweep !== undefined);
  if (!target) return undefined;
  const { run } = target;
  const { sweep } = run;
  if (!sweep) throw new LocalError('nothing_suits', vscode.l10n.t('{0} is no sweep.', run.name));
  const by = await orderOf(call, sweep, title);
  if (!by) return undefined;
  const order =
    by.metric === '' ? sweep.rows.map((_, index) => index + 1) : ranked(sweep, by.metric, by.largestFirst);
  if (call.interactive) {
    const serving = (await services.runs.read(target.accountId)).filter(({ serves }) => serves === run.id);
    const table = sweepTable(run, sweep, { order, metric: by.metric, serving });
    await services.texts.showReport(vscode.l10n.t('Sweep of {0}', plainText(run.name, 40)), table);
  }
  const jobs = order.map((number) => ({
    ...jobOf(sweep, number),
    number,
    parameters: jobVariables(sweep, number),
  }));
  return { jobs };
}

async function orderOf(
  { arguments: given, interactive }: Call,
  sweep: Sweep,
  title: string,
): Promise<Order | undefined> {
  const sortBy = read(given, 'sortBy', z.optional(z.string()));
  const largestFirst = read(given, 'largestFirst', z._default(z.boolean(), false));
  const names = metricNames(sweep);
  if (sortBy !== undefined || !interactive || names.length === 0)
    return { metric: sortBy ?? '', largestFirst };
  const rows = [
    ...names.flatMap((metric) => [
      { label: metric, description: vscode.l10n.t('least first'), metric, largestFirst: false },
      { label: metric, description: vscode.l10n.t('largest first'), metric, largestFirst: true },
    ]),
    { label: vscode.l10n.t('Order of the Table'), description: '', metric: '', largestFirst: false },
  ];
  return pickOne(rows, { title, placeholder: vscode.l10n.t('Sort by') });
}
