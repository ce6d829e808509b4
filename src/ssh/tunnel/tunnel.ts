import * as net from 'node:net';
import * as l10n from '@vscode/l10n';
import { throwIfCancelled } from '../../api/cancelled';
import { unlessAborted } from '../../files/unlessAborted';
import { whenEnded } from '../run/childEnd';
import { classify, quietOptions, type LoginStatus } from '../login/login';
import { lastLine, isOwnWord } from '../run/sshOutput';
import { spawnTied, type TiedProcess } from '../run/spawnTied';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface TunnelOptions {
  /** Arguments of ssh up to and with the host, see `sshArguments`. */
  args: readonly string[];
  remotePort: number;
  /** The port on this computer; a free one if missing. */
  localPort?: number | undefined;
  /** Without `localPort`: the port on this computer if no program uses it. */
  preferredPort?: number | undefined;
  /** No first connection is made: a program may wait for one, and take this for it. */
  isUntouched?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** How long the tunnel may take to open, in milliseconds. */
  timeoutMs?: number;
  program?: string;
}

/**
 * `port_in_use`: another program uses the local port; `forbidden`: the machine doesn't let ssh forward to that port.
 */
export type TunnelStatus = LoginStatus | 'port_in_use' | 'forbidden';

/** Why a tunnel didn't open. `message` is the sentence a person sees. */
class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly status: TunnelStatus;

  constructor(status: TunnelStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** A local port that leads to a port on the instance. Each tunnel has its own `ssh -N -L`. */
export class Tunnel {
  readonly localPort: number;
  readonly remotePort: number;
  /** Resolves when the tunnel has ended, by `close` or by itself, with ssh's last message. */
  readonly ended: Promise<{ reason: string }>;
  private readonly process: TiedProcess;

  constructor(
    process: TiedProcess,
    ports: { localPort: number; remotePort: number },
    ended: Promise<Ending>,
  ) {
    this.process = process;
    this.localPort = ports.localPort;
    this.remotePort = ports.remotePort;
    this.ended = ended.then(({ stderr }) => ({ reason: lastLine(stderr) }));
  }

  async close(): Promise<void> {
    this.process.end();
    await this.ended;
  }
}

interface Ending {
  code: number | null;
  stderr: string;
  missing: boolean;
}

/** How often to try another free port if a program took the first one before ssh could. */
const freePortTries = 5;

/**
 * Opens a tunnel. Resolves when ssh itself listens on the local port and the machine accepted a first connection.
 * Nothing needs to listen on the instance's port yet. ssh ends with this process.
 *
 * @throws TunnelError; CancelledError
 */
export async function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  const { localPort, preferredPort } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      const wanted = localPort ?? (tries === 1 ? preferredPort : undefined);
      return await openOn(await usablePort(wanted), options);
    } catch (error) {
      const isTaken = error instanceof TunnelError && error.status === 'port_in_use';
      if (!isTaken || localPort !== undefined || tries === freePortTries) throw error;
    }
  }
}

async function openOn(localPort: number, options: TunnelOptions): Promise<Tunnel> {
  const { args, remotePort, isUntouched = false, signal, timeoutMs = 40_000, program = 'ssh' } = options;
  const forward = ['-N', '-L', `127.0.0.1:${localPort}:localhost:${remotePort}`];
  // Only its log shows that ssh itself listens, and what the machine answered.
  const logging = ['-o', 'ExitOnForwardFailure=yes', '-o', 'LogLevel=DEBUG2'];
  const process = spawnTied(program, [...forward, ...logging, ...quietOptions, ...args]);
  const log = readTunnelLog(process.child);
  const ended = ending(process, log);
  const over = ended.then((how) => {
    throw failure(how, localPort);
  });
  const late = AbortSignal.timeout(timeoutMs);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  try {
    await unlessAborted(Promise.race([log.listening(localPort), over]), stop);
    if (!isUntouched) await unlessAborted(Promise.race([letsThrough(localPort, log), over]), stop);
  } catch (error) {
    process.end();
    await ended;
    if (error !== stop.reason) throw error;
    throwIfCancelled(signal);
    throw new TunnelError('timeout', l10n.t('The tunnel didn’t open in time.'));
  }
  return new Tunnel(process, { localPort, remotePort }, ended);
}

/** Makes a first connection. It's fine if nothing listens on the port yet: the machine let ssh try. */
async function letsThrough(port: number, log: TunnelLog): Promise<void> {
  const socket = net.connect({ host: '127.0.0.1', port });
  // The answer is in ssh's log.
  socket.on('error', () => undefined);
  const refused = await log.answer.finally(() => socket.destroy());
  if (refused === undefined || refused.startsWith('connect failed')) return;
  throw new TunnelError(
    'forbidden',
    l10n.t(
      'The machine doesn’t allow SSH to forward this port (AllowTcpForwarding or PermitOpen in its sshd_config).',
    ),
  );
}

/** The requested port, or a free one. */
function usablePort(port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', () => reject(portInUse(port)));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

function ending({ child, missingCode }: TiedProcess, log: TunnelLog): Promise<Ending> {
  return new Promise((resolve) => {
    child.on('error', () => resolve({ code: null, stderr: log.said(), missing: true }));
    whenEnded(child, (code) => resolve({ code, stderr: log.said(), missing: code === missingCode }));
  });
}

function failure({ code, stderr, missing }: Ending, localPort: number): TunnelError {
  if (/Address already in use|cannot listen to port/i.test(stderr)) return portInUse(localPort);
  const status = classify({ code, stderr, stdout: '', timedOut: false, missing });
  if (missing) return new TunnelError(status, l10n.t('ssh wasn’t found on this computer.'));
  const said = lastLine(stderr) || l10n.t('ssh exited without a message.');
  return new TunnelError(status, l10n.t('Couldn’t open the tunnel: {0}', said));
}

function portInUse(port: number): TunnelError {
  return new TunnelError('port_in_use', l10n.t('Port {0} is already in use on this computer.', port));
}

/** Reads the log of an `ssh -N -L` with `LogLevel=DEBUG2` as it is written. */
export interface TunnelLog {
  /** Resolves when ssh itself listens on this local port. Needs `ExitOnForwardFailure`. */
  listening(port: number): Promise<void>;
  /** Resolves with the reason why the machine refused the first connection, or undefined if it accepted it. */
  answer: Promise<string | undefined>;
  /** What ssh printed besides its log. */
  said(): string;
}

function readTunnelLog({ stderr }: ChildProcess): TunnelLog {
  let said = '';
  let triedPort = 0;
  let isListening = false;
  let onListening = (): void => undefined;
  let onAnswer: (answer: string | undefined) => void = () => undefined;
  const answer = new Promise<string | undefined>((resolve) => (onAnswer = resolve));
  if (stderr) {
    createInterface({ input: stderr }).on('line', (line) => {
      const port = /^debug1: Local forwarding listening on 127\.0\.0\.1 port (\d+)\./.exec(line)?.[1];
      if (port !== undefined) triedPort = Number(port);
      // The line above comes before the port is open; ssh prints this one only when all ports are open.
      if (triedPort > 0 && line.startsWith('debug1: Entering interactive session')) {
        isListening = true;
        onListening();
      }
      if (/^debug2: (\w+: )?channel \d+: open confirm/.test(line)) onAnswer(undefined);
      const refusal = /^channel \d+: open failed: (.*)/.exec(line)?.[1];
      if (refusal !== undefined) onAnswer(refusal);
      if (isOwnWord(line)) said = `${said}${line}\n`.slice(-10_000);
    });
  }
  return {
    answer,
    said: () => said,
    listening: (port) =>
      new Promise((resolve) => {
        onListening = () => {
          if (isListening && triedPort === port) resolve();
        };
        onListening();
      }),
  };
}
