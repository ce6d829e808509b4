import { randomInt } from 'node:crypto';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary';

export const sshdProgram = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'].find((file) =>
  existsSync(file),
);

export interface RealSshd {
  port: number;
  user: string;
  /** A private key that it accepts once `authorize` was called with its public half. */
  identityFile: string;
  publicKey: string;
  authorizedKeys: string;
  /** Its own public key: type and base64. */
  hostKey: string;
  authorize(): void;
  stop(): Promise<void>;
}

export interface SshdOptions {
  port?: number;
  /** Where it listens, and what it is started by, as a program that enters a namespace does. */
  address?: string;
  within?: readonly string[];
  authorized?: boolean;
  extra?: string[];
  /** Another file with keys that it accepts, where there is one. */
  trusts?: string;
  /** What stands before the key in `authorized_keys`. */
  keyOptions?: string;
}

/** Makes a key without a passphrase and returns the path of its private half. */
export function makeKey(folder: string, name: string): string {
  const file = path.join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', file]);
  return file;
}

/** Starts OpenSSH's own server, on a loopback port unless the options say otherwise, with a host key and a user key of its own. */
export async function startSshd(options: SshdOptions = {}): Promise<RealSshd> {
  if (sshdProgram === undefined) throw new Error('No sshd on this machine');
  const folder = await temporaryFolder();
  const hostKey = makeKey(folder, 'host_key');
  const identityFile = makeKey(folder, 'user_key');
  const publicKey = readFileSync(`${identityFile}.pub`, 'utf8').trim();
  const authorizedKeys = path.join(folder, 'authorized_keys');
  const authorize = (): void =>
    writeFileSync(authorizedKeys, `${options.keyOptions ?? ''} ${publicKey}\n`.trimStart(), { mode: 0o600 });
  if (options.authorized ?? true) authorize();
  // sshd insists on its separation folder when it runs as root.
  if (process.getuid?.() === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });

  const settings = [
    `ListenAddress=${options.address ?? '127.0.0.1'}`,
    `AuthorizedKeysFile=${authorizedKeys} ${options.trusts ?? ''}`.trimEnd(),
    'StrictModes=no',
    'PidFile=none',
    'UsePAM=no',
    'PermitRootLogin=yes',
    ...(options.extra ?? []),
  ];
  const args = ['-D', '-e', '-f', '/dev/null', '-h', hostKey, ...settings.flatMap((one) => ['-o', one])];
  const [program, ...rest] = [...(options.within ?? []), sshdProgram, ...args];
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (child) await ended(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  onTestFinished(stop);
  const start = async (tries: number): Promise<number> => {
    const port = options.port ?? (await freePort());
    child = spawn(program!, [...rest, '-p', String(port)], { stdio: 'pipe' });
    const said = await listening(child);
    if (said === undefined) return port;
    // Another program may have taken the port since it was found.
    if (options.port === undefined && tries > 1 && said.includes('Address already in use'))
      return start(tries - 1);
    throw new Error(`sshd ended: ${said}`);
  };
  const port = await start(3);
  return {
    port,
    user: os.userInfo().username,
    identityFile,
    publicKey,
    authorizedKeys,
    hostKey: readFileSync(`${hostKey}.pub`, 'utf8').split(' ', 2).join(' '),
    authorize,
    stop,
  };
}

/** A port that no program asks for by leaving the choice to the system, so that it can be given back and taken again. */
export function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  return new Promise((resolve) => {
    const server = net.createServer();
    server.on('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => void server.close(() => resolve(port)));
  });
}

/** Waits until it listens; what it said if it ends before. */
function listening(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('Server listening')) resolve(undefined);
    });
    child.on('error', reject);
    child.on('close', () => resolve(log));
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
