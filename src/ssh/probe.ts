import * as net from 'node:net';
import * as l10n from '@vscode/l10n';
import { systemCode } from './errors';

export type ProbeErrorCode = 'refused' | 'timeout' | 'unreachable' | 'not_ssh' | 'dns' | 'aborted';

/** Why no ssh banner came. `message` is the sentence a person sees. */
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

/** More than any server sends before its banner; what does not fit is not ssh. */
const bannerLimit = 8192;

/**
 * Connects and reads the ssh banner (`SSH-2.0-…`): ssh answers there, not merely an open port.
 * Throws {@link ProbeError}. Sends nothing.
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
      reject(aborted());
      return;
    }
    const socket = net.connect({ host, port });
    let received = '';
    let connected = false;

    const finish = (outcome: { banner: string } | ProbeError): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
      if (outcome instanceof ProbeError) reject(outcome);
      else resolve(outcome);
    };
    const onAbort = (): void => finish(aborted());
    const timer = setTimeout(
      () => finish(new ProbeError('timeout', l10n.t('{0} did not answer in time.', where), connected)),
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
      return new ProbeError('dns', l10n.t('The address of {0} could not be looked up.', where));
    case 'ETIMEDOUT':
      return new ProbeError('timeout', l10n.t('{0} did not answer in time.', where));
    case 'ECONNRESET':
    case 'EPIPE':
      // Something was there to reset the connection.
      return notSsh(where);
    default:
      return new ProbeError('unreachable', l10n.t('{0} cannot be reached from here.', where));
  }
}

function notSsh(where: string): ProbeError {
  return new ProbeError('not_ssh', l10n.t('Something answers at {0}, but it is not SSH.', where), true);
}

function aborted(): ProbeError {
  return new ProbeError('aborted', l10n.t('Cancelled.'));
}
