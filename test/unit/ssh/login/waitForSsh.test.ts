import { describe, expect, it, vi } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import type { SshAddress } from '../../../../src/ssh/address';
import { waitForSsh, ProbeError } from '../../../../src/ssh/login/probe';

describe('waitForSsh', () => {
  const direct: SshAddress = { host: 'direct.example', port: 1, route: 'direct' };
  const proxy: SshAddress = { host: 'proxy.example', port: 2, route: 'proxy' };
  const refused = new ProbeError('refused', 'refused');

  function clock() {
    let time = 0;
    return {
      now: () => time,
      sleep: async (milliseconds: number): Promise<void> => void (time += milliseconds),
    };
  }

  it('prefers the direct address', async () => {
    const probe = async () => ({ banner: 'SSH-2.0-x' });
    const answer = await waitForSsh([direct, proxy], { deadlineMs: 1000, probe, ...clock() });
    expect(answer).toEqual({ address: direct, banner: 'SSH-2.0-x' });
  });

  it('falls back to the proxy in the same round', async () => {
    const tried: string[] = [];
    const probe = async ({ host: tryHost }: { host: string }) => {
      tried.push(tryHost);
      if (tryHost === direct.host) throw refused;
      return { banner: 'SSH-2.0-x' };
    };
    const answer = await waitForSsh([direct, proxy], { deadlineMs: 1000, probe, ...clock() });
    expect(answer.address).toBe(proxy);
    expect(tried).toEqual([direct.host, proxy.host]);
  });

  it('goes on until ssh answers', async () => {
    let left = 5;
    const failures: string[] = [];
    const probe = async () => {
      if (left-- > 0) throw refused;
      return { banner: 'SSH-2.0-x' };
    };
    const onFailure = (address: SshAddress, error: ProbeError): void =>
      void failures.push(`${address.route} ${error.code}`);
    await waitForSsh([direct], { deadlineMs: 60_000, probe, onFailure, ...clock() });
    expect(failures).toEqual(Array(5).fill('direct refused'));
  });

  it('stops at the deadline with the last reason', async () => {
    const time = clock();
    const waiting = waitForSsh([direct], {
      deadlineMs: 20_000,
      probe: () => Promise.reject(refused),
      ...time,
    });
    await expect(waiting).rejects.toBe(refused);
    expect(time.now()).toBeLessThanOrEqual(20_000);
    expect(time.now()).toBeGreaterThan(10_000);
  });

  it('lasts no longer when the computer’s clock is set back meanwhile', async () => {
    const { now: passed, sleep } = clock();
    let off = 0;
    vi.spyOn(performance, 'now').mockImplementation(passed);
    vi.spyOn(Date, 'now').mockImplementation(() => passed() + off);
    const probe = (): Promise<never> => {
      off = -2 * 60 * 60_000;
      return Promise.reject(refused);
    };
    await expect(waitForSsh([direct], { deadlineMs: 20_000, probe, sleep })).rejects.toBe(refused);
    expect(passed()).toBeLessThanOrEqual(20_000);
  });

  it('stops at once when cancelled during a pause', async () => {
    const controller = new AbortController();
    const probe = async () => {
      setImmediate(() => controller.abort());
      throw refused;
    };
    const waiting = waitForSsh([direct], { deadlineMs: 60_000, probe, signal: controller.signal });
    await expect(waiting).rejects.toThrow(CancelledError);
  });

  it('has nothing to wait for without an address', async () => {
    await expect(waitForSsh([], { deadlineMs: 1000 })).rejects.toBeInstanceOf(ProbeError);
  });
});
