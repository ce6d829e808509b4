import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { formatFacts, formatList, formatSpan } from '../../domain/format';
import { isOver, type Run } from '../../domain/runs/run';
import { jobCounts, jobOf, jobTitle, metricNames } from '../../domain/sweeps/sweep';
import type { Sweep, SweepJob } from '../../domain/sweeps/sweepSchema';
import { aliasOf } from '../../ssh/alias';
import { escapeMarkdown, markdownTable } from '../../domain/markdown';
import { DetailNode } from '../detailNode';
import { sweepPlot } from './sweepPlot';

/** "4 of 6 done, 1 failed" */
export function progressWords(sweep: Sweep): string {
  const { done, failed, all } = jobCounts(sweep);
  const said = vscode.l10n.t('{0} of {1} done', done, all);
  return failed === 0 ? said : vscode.l10n.t('{0}, {1} failed', said, failed);
}

/** What a job did. @param isOver its sweep: then nothing is at work any more */
function stateWords(job: SweepJob | undefined, isOver: boolean): string {
  if (!job) return isOver ? vscode.l10n.t('not begun') : vscode.l10n.t('waiting');
  switch (job.state) {
    case 'running':
      return isOver ? vscode.l10n.t('broken off') : vscode.l10n.t('running');
    case 'lost':
      return vscode.l10n.t('lost with its machine');
    case 'ended':
      return job.code === 0
        ? vscode.l10n.t('succeeded')
        : vscode.l10n.t('failed with exit code {0}', job.code ?? '?');
  }
}

/** What has ended there and was never brought here. */
const lossWords = (run: Run, { state, fetchedAt }: SweepJob): string =>
  run.phase === 'lost' && run.fetchedAt === undefined && state === 'ended' && fetchedAt === undefined
    ? vscode.l10n.t('results lost with the first instance')
    : '';

const timeWords = ({ seconds }: SweepJob): string =>
  seconds === undefined
    ? ''
    : seconds < 120
      ? formatSpan(Math.round(seconds), 'second')
      : formatSpan(Math.round(seconds / 60), 'minute');

const icons = { running: 'loading~spin', ended: 'pass', lost: 'question', none: 'circle-outline' } as const;

function iconOf(job: SweepJob | undefined, isOver: boolean): string {
  if (job?.state === 'ended' && job.code !== 0) return 'error';
  return job?.state === 'running' && isOver ? icons.lost : icons[job?.state ?? 'none'];
}

/** A row for each job of a sweep: its parameters, what it did, and its last numbers. */
export function jobRows(run: Run, sweep: Sweep): DetailNode[] {
  const over = isOver(run);
  return sweep.rows.map((_, index) => {
    const job = jobOf(sweep, index + 1);
    const metrics = Object.entries(job?.metrics ?? {}).map(([name, value]) => `${name}=${value}`);
    // A narrow view has room for the start alone, and the icon says how it went.
    const said = job ? [stateWords(job, over), lossWords(run, job), timeWords(job)] : [stateWords(job, over)];
    const value = formatFacts(...metrics, ...said);
    const label = plainText(jobTitle(varying(sweep), index + 1), 200);
    return new DetailNode({ id: `run/${run.id}/job/${index + 1}`, label, icon: iconOf(job, over), value });
  });
}

/** Without the parameters that are the same in all jobs, where others differ. */
function varying({ names, rows }: Sweep): Pick<Sweep, 'names' | 'rows'> {
  const columns = names
    .map((_, column) => column)
    .filter((column) => rows.some((row) => row[column] !== rows[0]?.[column]));
  if (columns.length === 0) return { names, rows };
  return {
    names: columns.map((column) => names[column] ?? ''),
    rows: rows.map((row) => columns.map((column) => row[column] ?? '')),
  };
}

interface TableOptions {
  /** The numbers of the jobs. */
  order: readonly number[];
  /** By which they are sorted; empty for none. */
  metric: string;
  /** Of the sweep, what its other machines run. */
  serving: readonly Run[];
}

/** All jobs as a table in Markdown, and a plot of the metric by which they are sorted, if any. */
export function sweepTable(run: Run, sweep: Sweep, { order, metric, serving }: TableOptions): string {
  const names = new Map(serving.map(({ instanceId, instanceName }) => [aliasOf(instanceId), instanceName]));
  const metrics = metricNames(sweep);
  const plot = metric === '' ? undefined : sweepPlot(sweep, metric);
  const heads = [
    '#',
    ...sweep.names,
    ...metrics,
    vscode.l10n.t('State'),
    vscode.l10n.t('Duration'),
    vscode.l10n.t('Instance'),
    vscode.l10n.t('Results'),
  ];
  const lines = order.map((number) => {
    const job = jobOf(sweep, number);
    return [
      String(number),
      ...(sweep.rows[number - 1] ?? []),
      ...metrics.map((name) => job?.metrics?.[name] ?? ''),
      stateWords(job, isOver(run)),
      job ? timeWords(job) : '',
      job === undefined ? '' : job.host === undefined ? run.instanceName : (names.get(job.host) ?? job.host),
      job === undefined ? '' : lossWords(run, job) || `sweep-${run.id}/results/${number}`,
    ];
  });
  const cell = (text: string): string => escapeMarkdown(plainText(text, 200)) || '—';
  return [
    `# ${escapeMarkdown(plainText(run.name, 100))}`,
    formatList([progressWords(sweep), metric && vscode.l10n.t('sorted by {0}', metric)].filter(Boolean)),
    ...(plot ? [plot] : []),
    markdownTable(
      heads.map(cell),
      lines.map((cells) => cells.map(cell)),
    ),
  ].join('\n\n');
}
