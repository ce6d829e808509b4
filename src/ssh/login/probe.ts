import { codeOf } from '../../files/disk';
import * as net from 'node:net';
import * as l10n from '@vscode/l10n';
import { CancelledError, throwIfCancelled } from '../../api/cancelled';
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
 * Asks what a socket tells, until the time is over or the signal is aborted, and closes it.
 *
 * @param late the outcome when the time is over
 * @throws CancelledError; an outcome that is an error
 */
export async function askSocket<T>(
  connect: () => net.Socket,
  { signal, timeoutMs, late }: { signal: AbortSignal | undefined; timeoutMs: number; late: () => T | Error },
  listen: (socket: net.Socket, finish: (outcome: T | Error) => void) => void,
): Promise<T> {
  throwIfCancelled(signal);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const finish = (outcome: T | Error): void =>
    outcome instanceof Error ? reject(outcome) : resolve(outcome);
  const abort = (): void => reject(new CancelledError());
  const socket = connect();
  const timer = setTimeout(() => finish(late()), timeoutMs);
  signal?.addEventListener('abort', abort);
  listen(socket, finish);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    socket.destroy();
  });
}

/** Reads the SSH banner (`SSH-2.0-…`): an open port isn't enough. @throws ProbeError; CancelledError */
export function probeSsh({
  host,
  port,
  signal,
  timeoutMs = 10_000,
}: ProbeOptions): Promise<{ banner: string }> {
  const where = `${host}:${port}`;
  let connected = false;
  let received = '';
  const late = (): ProbeError =>
    new ProbeError('timeout', l10n.t('{0} didn’t respond in time.', where), connected);
  return askSocket(
    () => net.connect({ host, port }),
    { signal, timeoutMs, late },
    (socket, finish: (outcome: { banner: string } | Error) => void) => {
      socket.on('connect', () => (connected = true));
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const banner = /^SSH-[^\r\n]*(?=\r?\n)/m.exec(received)?.[0];
        if (banner !== undefined) finish({ banner: banner.replace(/[^\x20-\x7e]/g, '?').slice(0, 255) });
        else if (received.length > bannerLimit) finish(notSsh(where));
      });
      socket.on('end', () => finish(notSsh(where)));
      socket.on('error', (error) => finish(failure(error, where)));
    },
  );
}

/** Whether something accepts connections there within the time. Sends nothing. @throws CancelledError */
export function isReachable({ host, port, signal, timeoutMs = 3_000 }: ProbeOptions): Promise<boolean> {
  return askSocket<boolean>(
    () => net.connect({ host, port }),
    { signal, timeoutMs, late: () => false },
    (socket, finish) => {
      socket.on('connect', () => finish(true));
      socket.on('error', () => finish(false));
    },
  );
}

function failure(error: Error, where: string): ProbeError {
  switch (codeOf(error)) {
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

/** For one try at one address, in milliseconds. */
const longestTry = 10_000;

export interface WaitOptions {
  /** How long to try, in milliseconds from now. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
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

/** Tries the addresses in order until SSH answers. @throws the last ProbeError; CancelledError */
export async function waitForSsh(addresses: readonly SshAddress[], options: WaitOptions): Promise<Answer> {
  const {
    deadlineMs,
    signal,
    now = () => systemClock.monotonic(),
    sleep = pause,
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
        const { banner } = await probe({ host, port, signal, timeoutMs: Math.min(longestTry, left) });
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

/** @throws CancelledError if it is aborted */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => throwIfCancelled(signal));
}
