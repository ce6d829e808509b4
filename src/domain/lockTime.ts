/** A method is locked for 15 minutes (specification, Limits). */
const lockMs = 15 * 60_000;

/**
 * When a lock ends, in milliseconds on this computer's clock; undefined if it is over. The service's clock may differ
 * from ours, so the countdown never starts above the longest lock.
 *
 * @param lockedUntil Unix time in seconds, by the service's clock
 * @param now milliseconds since the epoch
 */
export function lockEnd(lockedUntil: number | undefined, now: number): number | undefined {
  if (lockedUntil === undefined) return undefined;
  const left = Math.min(lockedUntil * 1000 - now, lockMs);
  return left > 0 ? now + left : undefined;
}

/** `4:07`, rounded up to whole seconds; `0:00` when nothing is left. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
