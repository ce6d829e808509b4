import { conditionsOf, withTime } from '../stops/scheduledStop';
import type { ScheduledStop } from '../stops/stopSchema';
import { isOver, type Run } from './run';

/**
 * The stop behind a run, moved to the end of another one that goes on for longer; undefined where that one keeps the
 * instance. The same object where there is none, or the person has scheduled it.
 *
 * @param its the runs on the instance
 */
export function stopAfterRuns(
  stop: ScheduledStop,
  its: readonly Pick<Run, 'phase' | 'stopAt'>[],
): ScheduledStop | undefined {
  const behind = conditionsOf(stop).find(({ kind }) => kind === 'at');
  if (behind?.kind !== 'at' || !its.some(({ stopAt }) => stopAt === behind.at)) return stop;
  const at = Math.max(...its.map((run) => (isOver(run) ? 0 : (run.stopAt ?? Infinity))));
  if (at <= behind.at) return stop;
  // The person is warned of the new time, too.
  const { warnedAt: _, ...unwarned } = stop;
  return withTime(unwarned, behind.at, at === Infinity ? undefined : at);
}
