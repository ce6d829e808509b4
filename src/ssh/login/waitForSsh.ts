import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../clock';
import { CancelledError } from '../../api/cancelled';
import type { SshAddress } from '../address';
import { ProbeError, probeSsh, type ProbeOptions } from './probe';

export interface WaitOptions {
  /** How long to try, in milliseconds from now. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** For one try at one address, in milliseconds. */
  attemptTimeoutMs?: number;
  /** Called after each failed attempt. */
  onFailure?: (address: SshAddress, error: ProbeError) => void;
  now?: () => number;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  probe?: (options: ProbeOptions) => Promise<{ banner: string }>;
}

export interface Answer {
  address: SshAddress;
  banner: string;
}

/**
 * Tries the addresses in order (direct first, proxy as fallback), repeatedly, until SSH answers at one.
 * @throws the last ProbeError when the deadline passes; CancelledError
 */
export async function waitForSsh(addresses: readonly SshAddress[], options: WaitOptions): Promise<Answer> {
  const {
    deadlineMs,
    signal,
    attemptTimeoutMs = 10_000,
    now = () => systemClock.monotonic(),
    sleep = realSleep,
    probe = probeSsh,
  } = options;
  const deadline = now() + deadlineMs;
  let last = new ProbeError('unreachable', l10n.t('There is no SSH address to try.'));
  if (addresses.length === 0) throw last;

  for (let round = 0; ; round++) {
    for (const address of addresses) {
      const left = Math.max(1, deadline - now());
      try {
        const { host, port } = address;
        const { banner } = await probe({ host, port, signal, timeoutMs: Math.min(attemptTimeoutMs, left) });
        return { address, banner };
      } catch (error) {
        if (!(error instanceof ProbeError)) throw error;
        last = error;
        options.onFailure?.(address, error);
      }
    }
    const pause = Math.min(1000 * 1.5 ** round, 5000);
    if (now() + pause >= deadline) throw last;
    await sleep(pause, signal);
  }
}

async function realSleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch {
    // Only the signal ends a pause early.
    throw new CancelledError();
  }
}
