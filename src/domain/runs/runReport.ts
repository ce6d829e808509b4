import { omitUndefined } from '../omitUndefined';
import type { SweepJob } from '../sweeps/sweepSchema';
import { isOver, type Run, type RunEnd, type RunPhase } from './run';

/** What a machine says of a run. What it doesn't say stays as it was known. */
export interface RunReport {
  phase: RunPhase;
  /** Why it ended, once it has. */
  why?: RunEnd | undefined;
  /** Exit codes, once there are some. */
  setupCode?: number | undefined;
  code?: number | undefined;
  /** Milliseconds since the epoch, by the machine's clock. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  /** How often it was resumed after a restart of its machine. */
  resumes?: number | undefined;
  /** What the machine does with itself now that the run is over; `nokey` if it can't. */
  end?: 'kept' | 'stopping' | 'stopped' | 'destroying' | 'destroyed' | 'nokey' | undefined;
  /** Its machine has results of other runs that weren't fetched, known here or not. */
  holdsMore?: boolean | undefined;
  /** Supervisors of other runs are at work there, known here or not. */
  othersWork?: boolean | undefined;
  /** The last line of the log that isn't empty. */
  lastLine: string;
  /** The last lines of the log that give a number to a name. */
  numberLines: readonly string[];
  /** What jobs of a sweep did, of those that have begun, without the metrics of their `lines`. */
  jobs?: readonly (SweepJob & { lines: readonly string[] })[] | undefined;
  /** Ports that the run listens on: the usual ones of a web page, a debugger's, and those that its log has addresses of. */
  ports: readonly number[];
}

/**
 * Until its end was told, its results are here, and its machine was seen stopped or VS Code's own stop is due; a machine
 * that is gone, or was made anew since, says nothing more. One that is to be destroyed is looked at for a day longer than that is agreed to.
 */
export const needsLook = (run: Run, now: number, destroyWithin: number): boolean =>
  !isOver(run) ||
  (run.recreatedAt === undefined &&
    ((run.then === 'destroy' &&
      run.keptToldAt === undefined &&
      now - (run.endedAt ?? run.createdAt) < (destroyWithin + 24) * 3_600_000) ||
      run.toldAt === undefined ||
      (run.phase === 'ended' && run.fetchedAt === undefined) ||
      (run.stopAt !== undefined && now < run.stopAt)));

/** Milliseconds after which a machine knows of a run that was started on it. */
const startsWithin = 2 * 60_000;

function withMetrics(
  { lines, ...job }: SweepJob & { lines: readonly string[] },
  known: readonly SweepJob[],
): SweepJob {
  const before = known.find(({ number }) => number === job.number);
  if (job.state !== 'ended' || before?.fetchedAt === undefined) return { ...job, metrics: metricsIn(lines) };
  // Its machine may be gone, and what goes on with the sweep doesn't have its log.
  return { ...job, metrics: metricsIn(lines, before.metrics), fetchedAt: before.fetchedAt };
}

/** A run with what its machine says of it now. */
export function withReport(
  known: Run,
  { phase, why, code, setupCode, startedAt, endedAt, resumes, lastLine, numberLines, ports, jobs }: RunReport,
  now: number,
): Run {
  const isLost = phase === 'lost';
  // It is being started, and the machine doesn't know of it yet.
  if (isLost && known.phase === 'starting' && now - known.createdAt < startsWithin) return known;
  const { stoppedAt: seenStoppedAt, ...run } = known;
  // Nobody tells when it ended, so its time and cost end where that was found.
  const stoppedAt = isLost ? (seenStoppedAt ?? now) : undefined;
  const metrics = metricsIn(numberLines, run.metrics);
  const sweep =
    run.sweep && jobs
      ? { ...run.sweep, jobs: jobs.map((job) => withMetrics(job, run.sweep?.jobs ?? [])) }
      : run.sweep;
  const seen = { sweep, phase, why, code, setupCode, startedAt, endedAt, resumes, lastLine, metrics, ports };
  const news = Object.entries(seen).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(run[name as keyof typeof run]) !== JSON.stringify(value),
  );
  if (news.length === 0 && stoppedAt === seenStoppedAt) return known;
  // What was fetched of a run that wasn't lost isn't all.
  const { fetchedAt: _, toldAt: __, ...goesOn } = run;
  return {
    ...(known.phase === 'lost' && !isLost ? goesOn : run),
    ...Object.fromEntries(news),
    ...omitUndefined({ stoppedAt }),
  };
}

/** Names with values of a run, by the last one of each. Values as they were written: `nan` says something. */
type Metrics = Readonly<Record<string, string>>;

/** Of more names, those that were written last count. */
const mostNames = 20;

const valueText = String.raw`([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf(?:inity)?))(?![\w:]|\.\d)`;
const nameText = String.raw`([a-z][\w./-]{0,39})`;
const pairs = new RegExp(
  String.raw`(?<![\w/.:@?&-])(?:(["'])${nameText}\1\s?:|${nameText}(?::(?=\s)|\s?=))\s{0,3}${valueText}`,
  'gi',
);

/** Reads what lines of a log say of names: `loss=0.1`, `loss: 0.1`, `"loss": 0.1`. The last line comes last. */
export function metricsIn(lines: readonly string[], known: Metrics = {}): Metrics {
  const metrics = new Map(Object.entries(known));
  for (const line of lines)
    for (const [, , quotedName, plainName, said = ''] of line.matchAll(pairs)) {
      const named = quotedName ?? plainName ?? '';
      metrics.delete(named);
      metrics.set(named, said);
    }
  return Object.fromEntries([...metrics].slice(-mostNames));
}
