import type { Instance } from '../../api/schemas/instances/instance';
import { minute } from '../../clock';
import { lifecycleOf } from './lifecycle';
import type { OrUnknown } from '../orUnknown';

/** A GPU below this load, in percent, is idle. */
const idleBelow = 5;

/** Between two looks further apart than this, in milliseconds, the GPU may have worked. */
export const longestGap = 5 * minute;

/** The load of an instance's GPUs, in percent. Hosts report -1 where they can't tell, and keep the last one after a stop. */
export function loadOf(
  instance: Parameters<typeof lifecycleOf>[0] & Pick<Instance, 'gpu_util'>,
): OrUnknown<number> {
  return lifecycleOf(instance).phase === 'running' ? loadIn(instance.gpu_util) : 'unknown';
}

/** What the service told as the load of an instance that runs. */
export const loadIn = (told: number | null | undefined): OrUnknown<number> =>
  typeof told === 'number' && told >= 0 && told <= 100 ? told : 'unknown';

/** Whether the GPUs do nothing; false if that isn't known. */
export const isIdle = (load: OrUnknown<number>): boolean => load !== 'unknown' && load < idleBelow;

/** Whether the GPUs work; false if that isn't known. */
export const isBusy = (load: OrUnknown<number>): boolean => load !== 'unknown' && load >= idleBelow;
