import { type RunThen, thens } from './afterRun';
import type { Run } from './run';

type Agreed = Pick<Run, 'id' | 'instanceId' | 'then' | 'createdAt' | 'phase' | 'endedAt' | 'recreatedAt'>;

/**
 * What becomes of the instance of a run that is over: what was agreed to for it, or for a later run that goes on or ended
 * no earlier, where that does less. The supervisor decides by the same rule.
 */
export function agreedThen(run: Agreed, all: readonly Agreed[]): RunThen {
  const later = all.filter(
    (one) =>
      one.instanceId === run.instanceId &&
      one.createdAt > run.createdAt &&
      one.recreatedAt === undefined &&
      one.phase !== 'lost' &&
      // Without a time, it may have ended later.
      (one.phase !== 'ended' || (one.endedAt ?? Infinity) >= (run.endedAt ?? 0)),
  );
  // From what does least.
  return thens.find((then) => [run, ...later].some((one) => one.then === then)) ?? run.then;
}
