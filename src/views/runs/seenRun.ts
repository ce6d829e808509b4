import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { isOver, type Run } from '../../domain/runs/run';

/** A run as it is drawn. */
export interface SeenRun extends Run {
  /** What its instance does instead of running, in words. Never stored. */
  halted?: string | undefined;
}

interface Seeing {
  instances: { get: (instanceId: number) => SharedInstance | undefined };
  runKeeper: { sightOf: (instanceId: number) => { at: number } | undefined };
}

/** A run as the view draws it. */
export const seenWith = ({ instances, runKeeper }: Seeing, run: Run): SeenRun =>
  seenRun(run, instances.get(run.instanceId), runKeeper.sightOf(run.instanceId)?.at);

/**
 * Nobody sees what a run does while its instance doesn't run. Its time and cost end where it was seen last, and aren't
 * known if that wasn't here; they go on where the service bills its GPU or doesn't tell.
 */
export function seenRun(run: Run, instance: SharedInstance | undefined, seenAt: number | undefined): SeenRun {
  if (!instance || isOver(run) || run.stoppedAt !== undefined) return run;
  const { phase, word: halted, billing } = lifecycleOf(instance);
  if (phase === 'running' && !instance.missing) return run;
  if (billing !== 'disk') return { ...run, halted };
  return seenAt === undefined
    ? { ...run, halted, startedAt: undefined }
    : { ...run, halted, stoppedAt: seenAt };
}
