import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { retrying } from '../../../../src/api/http/retry';

describe('trying again', () => {
  const options = { after: 'any', scale: 0, random: () => 0, signal: undefined } as const;
  const limited = (thresholdSeconds: number) =>
    new ApiError('rate_limited', 'too often', { status: 429, thresholdSeconds });

  it('waits for a short threshold', async () => {
    let attempts = 0;
    const attempt = () => (attempts++ === 0 ? Promise.reject(limited(20)) : Promise.resolve('read'));
    expect(await retrying(attempt, options)).toBe('read');
  });

  it('tells why, before each pause', async () => {
    const told: unknown[] = [];
    const error = limited(20);
    const attempt = () => Promise.reject(error);
    const onRetry = (why: unknown): void => void told.push(why);
    await expect(retrying(attempt, { ...options, onRetry })).rejects.toBe(error);
    expect(told).toEqual([error, error]);
  });

  it('gives up at once, without a pause, when the service wants a long one', async () => {
    let attempts = 0;
    const error = limited(60);
    const attempt = () => {
      attempts++;
      return Promise.reject(error);
    };
    // At this scale any pause outlasts the test.
    await expect(retrying(attempt, { ...options, scale: 1000 })).rejects.toBe(error);
    expect(attempts).toBe(1);
  });
});
