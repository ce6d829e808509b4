import type { CallOptions } from '../../api/http/requests';
import type { Clock } from '../../clock';

/**
 * An answer, and when it was true at the earliest: when the request that brought it was sent, rather than an earlier
 * one without an answer. Milliseconds since the epoch, by the clock as it is now: it may have been set since.
 */
export async function timedRequest<T>(
  clock: Clock,
  request: (options: CallOptions) => Promise<T>,
): Promise<{ at: number; answer: T }> {
  let sent = clock.monotonic();
  const answer = await request({ onSend: () => (sent = clock.monotonic()) });
  return { at: clock.now() - (clock.monotonic() - sent), answer };
}
