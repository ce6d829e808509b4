import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { lacksResults, type Run } from './run';

type Placed = Pick<Run, 'name' | 'instanceId' | 'folder' | 'workdir' | 'fetch' | 'fetchedAt' | 'sweep'>;

/**
 * Where a folder of this computer goes on instances: to its name, unless a run has put another folder of that name there,
 * whose results it would mix with its own.
 */
export function workdirFor(folder: string, runs: readonly Placed[], ids: readonly number[]): string {
  const plain = `~/gpu-rental/${path.basename(folder).replaceAll(/[^\w.-]+/g, '-') || 'run'}`;
  const own = `${plain}-${createHash('sha256').update(folder).digest('hex').slice(0, 4)}`;
  const isShared = runs.some(
    (run) =>
      ids.includes(run.instanceId) &&
      // Once apart they stay apart, also when the other run is no longer known.
      (run.folder === folder ? run.workdir === own : run.workdir === plain),
  );
  return isShared ? own : plain;
}

const resultsName = 'results';

/** Where the results of a run come to on this computer. @param folder that was sent */
export const resultsFolder = (folder: string, runId: string): string => path.join(folder, resultsName, runId);

/** Where they come to before the run has ended: in `results` they would stand in the way of the last ones. */
export const soFarFolder = (results: string, now: number): string =>
  path.join(path.dirname(results), `${path.basename(results)}-so-far-${timeInName(now)}`);

/** A time in a name, which sorts by it. Windows refuses colons. */
export const timeInName = (now: number): string =>
  new Date(now).toISOString().slice(0, 19).replaceAll(/[T:]/g, '-');

/** Whether a folder holds the results of all runs. */
export const holdsAllResults = (folder: string): boolean => path.basename(folder) === resultsName;

/** The names of runs whose results are only in a folder of these instances. Those of a sweep have a place of their own. */
export function unfetchedIn(runs: readonly Placed[], ids: readonly number[], workdir: string): string[] {
  const there = runs.filter((run) => ids.includes(run.instanceId) && run.workdir === workdir);
  return [...new Set(there.filter((run) => !run.sweep && lacksResults(run)).map(({ name }) => name))];
}
