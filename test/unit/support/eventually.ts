import { expect, vi } from 'vitest';

const patience = { timeout: 10_000, interval: 10 };

/** Waits until the check passes, also on a machine that has much else to do. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, patience);

/** Expects this of a value that is read again and again. */
export const expectSoon = <T>(read: () => T | Promise<T>) => expect.poll(read, patience);
