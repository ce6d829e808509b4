import { vi } from 'vitest';

/** Waits until the check passes, also on a machine that has much else to do. */
export const eventually = <T>(check: () => T | Promise<T>, interval = 10): Promise<T> =>
  vi.waitFor(check, { timeout: 300_000, interval });
