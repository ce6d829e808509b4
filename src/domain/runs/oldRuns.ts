import { isOver, lacksResults, type Run } from './run';

/** Of finished runs, the latest stay, as long as their sweeps have no more than so many jobs in all; and what may have results on its instance alone. */
const kept = { finished: 1000, jobs: 5000 };

const isOnlyThere = (run: Run): boolean => run.phase !== 'lost' && lacksResults(run);

/** The ids of finished runs that are too many. @param runs the latest first */
export function oldRuns(runs: readonly Run[]): string[] {
  let jobs = 0;
  const old = new Set(
    runs
      .filter((run) => isOver(run) && run.serves === undefined)
      .filter((run, index) => {
        const { sweep } = run;
        jobs += sweep?.rows.length ?? 0;
        return (index >= kept.finished || (sweep && jobs > kept.jobs)) && !isOnlyThere(run);
      })
      .map(({ id }) => id),
  );
  // What served a sweep on another machine goes with it.
  return runs
    .filter((run) => old.has(run.id) || (isOver(run) && old.has(run.serves ?? '')))
    .map(({ id }) => id);
}
