import type { Instance } from '../../api/schemas/instances/instance';

/** How many seconds the start may seem to move before it counts as a new start. */
const anotherStart = 10 * 60;
/** How many seconds the start may seem to move without being noted. */
const jitter = 60;

/**
 * When an instance started to run, in epoch seconds; undefined if unknown. Hosts report the uptime only now and then,
 * so the start seems to move. The earliest one is kept, so that an unchanged list stays the same.
 *
 * @param at milliseconds since the epoch at which the service was asked
 * @param before what was found the last time
 */
export function runningSince(
  { actual_status: actual, uptime_mins: uptime }: Pick<Instance, 'actual_status' | 'uptime_mins'>,
  at: number,
  before?: number,
): number | undefined {
  if (actual !== 'running' || uptime === undefined || uptime < 0) return undefined;
  const reported = Math.round(at / 1000 - uptime * 60);
  if (before === undefined) return reported;
  return reported - before > anotherStart || before - reported > jitter ? reported : before;
}
