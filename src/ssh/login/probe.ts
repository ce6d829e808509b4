import * as net from 'node:net';
import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../api/cancelled';
import { systemCode } from '../errors';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../clock';
import type { SshAddress } from '../address';

export type ProbeErrorCode = 'refused' | 'timeout' | 'unreachable' | 'not_ssh' | 'dns';

/** Why there was no SSH banner. `message` is the sentence a person sees. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
  readonly code: ProbeErrorCode;
  /** Whether a TCP connection was made. */
  readonly connected: boolean;

  constructor(code: ProbeErrorCode, message: string, connected = false) {
    super(message);
    this.code = code;
    this.connected = connected;
  }
}

export interface ProbeOptions {
  host: string;
  port: number;
  signal?: AbortSignal | undefined;
  /** For the connection and the banner together, in milliseconds. */
  timeoutMs?: number;
}

/** More than any server sends before its banner. A server that sends more isn't an SSH server. */
const bannerLimit = 8192;

/**
 * Connects and reads the SSH banner (`SSH-2.0-…`), to check that SSH answers and the port isn't just open. Sends
 * nothing. @throws ProbeError; CancelledError
 */
export function probeSsh({
  host,
  port,
  signal,
  timeoutMs = 10_000,
}: ProbeOptions): Promise<{ banner: string }> {
  return new Promise((resolve, reject) => {
    const where = `${host}:${port}`;
    if (signal?.aborted) {
      reject(new CancelledError());
      return;
    }
    const socket = net.connect({ host, port });
    let received = '';
    let connected = false;

    const finish = (outcome: { banner: string } | Error): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    const onAbort = (): void => finish(new CancelledError());
    const timer = setTimeout(
      () => finish(new ProbeError('timeout', l10n.t('{0} didn’t respond in time.', where), connected)),
      timeoutMs,
    );
    signal?.addEventListener('abort', onAbort);
    socket.on('connect', () => (connected = true));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const banner = /^SSH-[^\r\n]*(?=\r?\n)/m.exec(received)?.[0];
      if (banner !== undefined) finish({ banner: banner.replace(/[^\x20-\x7e]/g, '?').slice(0, 255) });
      else if (received.length > bannerLimit) finish(notSsh(where));
    });
    socket.on('end', () => finish(notSsh(where)));
    socket.on('error', (error) => finish(failure(error, where)));
  });
}

function failure(error: Error, where: string): ProbeError {
  switch (systemCode(error)) {
    case 'ECONNREFUSED':
      return new ProbeError('refused', l10n.t('{0} refused the connection.', where));
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ProbeError('dns', l10n.t('Couldn’t look up the address of {0}.', where));
    case 'ETIMEDOUT':
      return new ProbeError('timeout', l10n.t('{0} didn’t respond in time.', where));
    case 'ECONNRESET':
    case 'EPIPE':
      // A server was there to reset the connection.
      return notSsh(where);
    default:
      return new ProbeError('unreachable', l10n.t('Can’t reach {0}.', where));
  }
}

function notSsh(where: string): ProbeError {
  return new ProbeError('not_ssh', l10n.t('The server at {0} isn’t an SSH server.', where), true);
}

/** Whether something accepts connections there within the time. Sends nothing. @throws CancelledError */
export function isReachable({ host, port, signal, timeoutMs = 3_000 }: ProbeOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new CancelledError());
      return;
    }
    const socket = net.connect({ host, port, timeout: timeoutMs });
    const end = (): void => {
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
    };
    const finish = (reached: boolean) => (): void => {
      end();
      resolve(reached);
    };
    const onAbort = (): void => {
      end();
      reject(new CancelledError());
    };
    signal?.addEventListener('abort', onAbort);
    socket.on('connect', finish(true));
    socket.on('timeout', finish(false));
    socket.on('error', finish(false));
  });
}

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
