import type { ParameterTable } from './parameters';
import type { Sweep, SweepJob } from './sweepSchema';

export const jobOf = ({ jobs }: Pick<Sweep, 'jobs'>, number: number): SweepJob | undefined =>
  jobs.find((job) => job.number === number);

/** "lr=0.001 seed=0" */
export const jobTitle = ({ names, rows }: ParameterTable, number: number): string =>
  names.map((name, column) => `${name}=${rows[number - 1]?.[column] ?? ''}`).join(' ');

/** What a job has in its environment besides the variables of the task. */
export const jobVariables = ({ names, rows }: ParameterTable, number: number): Record<string, string> =>
  Object.fromEntries(names.map((name, column) => [name, rows[number - 1]?.[column] ?? '']));

/** How many have ended with 0, have failed, and are at work. */
export function jobCounts({ jobs, rows }: Pick<Sweep, 'jobs' | 'rows'>) {
  const done = jobs.filter(({ state, code }) => state === 'ended' && code === 0).length;
  const running = jobs.filter(({ state }) => state === 'running').length;
  return { done, running, failed: jobs.length - done - running, all: rows.length };
}

/** Names of metrics, those that most jobs have first. */
export function metricNames({ jobs }: Pick<Sweep, 'jobs'>): string[] {
  const counts = new Map<string, number>();
  for (const name of jobs.flatMap(({ metrics }) => Object.keys(metrics ?? {})))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

/** Metrics of which more is better; of others, such as a loss, less is. */
const growing = /acc|score|reward|auc|f1|map\b|bleu|precision|recall|r2|psnr|throughput|per_second/i;

/** Numbers of these jobs, the one with the best value of the metric that most jobs have first, as far as its name tells. */
export function bestFirst(sweep: Pick<Sweep, 'jobs' | 'rows'>, jobs: readonly SweepJob[]): number[] {
  const wanted = new Set(jobs.map(({ number }) => number));
  const [metric = ''] = metricNames(sweep);
  return ranked(sweep, metric, growing.test(metric)).filter((number) => wanted.has(number));
}

/** Numbers of all jobs by a metric, the least or the largest first; those without a number come last. */
export function ranked(sweep: Pick<Sweep, 'jobs' | 'rows'>, metric: string, largestFirst: boolean): number[] {
  const valueOf = (number: number): number => Number(jobOf(sweep, number)?.metrics?.[metric] ?? NaN);
  const sign = largestFirst ? -1 : 1;
  return sweep.rows
    .map((_, index) => index + 1)
    .sort((one, other) => {
      const [a, b] = [valueOf(one), valueOf(other)];
      if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
      return sign * (a - b);
    });
}
