import * as net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { whenEnded } from './childEnd';
import { classify, lastLine, quietOptions, type LoginStatus } from './login';
import { spawnTethered, type Tethered } from './tether';

export interface TunnelOptions {
  /** Arguments of ssh up to and with the host, see `sshArguments`. */
  args: readonly string[];
  /** The port on the instance. */
  remotePort: number;
  /** The port on this machine; a free one unless told. */
  localPort?: number | undefined;
  signal?: AbortSignal | undefined;
  /** How long the tunnel may take to open, in milliseconds. */
  timeoutMs?: number;
  program?: string;
}

/** Why a tunnel did not open. `message` is the sentence a person sees. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly status: LoginStatus | 'port_in_use';

  constructor(status: LoginStatus | 'port_in_use', message: string) {
    super(message);
    this.status = status;
  }
}

/** A local port that leads to a port on the instance, held open by an `ssh -N -L` of its own. */
export class Tunnel {
  readonly localPort: number;
  readonly remotePort: number;
  /** Resolves when the tunnel has ended, by `close` or by itself, with what ssh said last. */
  readonly ended: Promise<{ reason: string }>;
  private readonly process: Tethered;

  constructor(process: Tethered, ports: { localPort: number; remotePort: number }, ended: Promise<Ending>) {
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

/**
 * Opens a tunnel and resolves when the local port takes connections. ssh ends with this process.
 * Throws {@link TunnelError}.
 */
export async function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  const { args, remotePort, signal, timeoutMs = 40_000, program = 'ssh' } = options;
  const localPort = await usablePort(options.localPort);
  const forward = `127.0.0.1:${localPort}:localhost:${remotePort}`;
  const process = spawnTethered(program, [
    '-N',
    '-L',
    forward,
    '-o',
    'ExitOnForwardFailure=yes',
    ...quietOptions,
    ...args,
  ]);
  const ended = ending(process);
  const deadline = Date.now() + timeoutMs;
  let over: Ending | undefined;
  void ended.then((how) => (over = how));

  while (!(await takesConnections(localPort))) {
    if (over) throw failure(over);
    if (signal?.aborted || Date.now() > deadline) {
      process.end();
      await ended;
      if (signal?.aborted) throw new TunnelError('aborted', l10n.t('Cancelled.'));
      throw new TunnelError('timeout', l10n.t('The tunnel did not open in time.'));
    }
    await delay(50);
  }
  return new Tunnel(process, { localPort, remotePort }, ended);
}

/** The port that was asked for, or a free one. */
function usablePort(port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', () => {
      reject(new TunnelError('port_in_use', l10n.t('Port {0} is in use on this machine.', port)));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => finish(true));
    socket.on('error', () => finish(false));
  });
}

function ending({ child, missingCode }: Tethered): Promise<Ending> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-10_000)));
  return new Promise((resolve) => {
    child.on('error', () => resolve({ code: null, stderr, missing: true }));
    whenEnded(child, (code) => resolve({ code, stderr, missing: code === missingCode }));
  });
}

function failure({ code, stderr, missing }: Ending): TunnelError {
  const status = classify({ code, stderr, stdout: '', timedOut: false, missing });
  if (missing) return new TunnelError(status, l10n.t('There is no ssh program on this machine.'));
  const said = lastLine(stderr) || l10n.t('ssh ended without a word.');
  return new TunnelError(status, l10n.t('The tunnel did not open: {0}', said));
}
