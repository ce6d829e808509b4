import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { programsIn } from './nvidiaSmi';

const run = promisify(execFile);

/** One running OpenSSH server. */
export interface Sshd {
  pid: number;
  ports: readonly number[];
}

export interface SshdFiles {
  hostKey: string;
  authorizedKeys: string;
  instanceId: number;
  /** The home of who logs in, in place of the user's own. */
  home: string;
  /** Runs in place of what is asked for. */
  command?: string;
}

/** Of a login. */
const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const places = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd', '/usr/bin/sshd'];

/** The OpenSSH server of this machine, or undefined when it has none. */
export function findSshd(): string | undefined {
  return process.platform === 'win32' ? undefined : places.find((place) => existsSync(place));
}

/** Makes an ed25519 host key without passphrase at `file`. */
export async function makeHostKey(file: string): Promise<void> {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'sandbox host', '-f', file]);
}

/**
 * Starts an sshd on loopback and resolves when it listens on every port. It accepts the keys of
 * `authorizedKeys` for the user who runs this process, and nothing else.
 * @param findPorts asked again where it doesn't listen: another program may have taken a port since it was found
 * @throws when it ends before it listens, or another program has one of the ports, with what it said
 */
export async function startSshd(
  program: string,
  findPorts: () => Promise<readonly number[]>,
  files: SshdFiles,
  tries = 3,
): Promise<Sshd> {
  // Running as root, OpenSSH insists on its privilege separation directory.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const options = await optionsFor(program);
  const ports = await findPorts();
  const child = spawn(program, [...options, ...argumentsFor(ports, files)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  try {
    await listening(child, ports.length);
  } catch (error) {
    child.kill('SIGKILL');
    if (tries === 1) throw error;
    return startSshd(program, findPorts, files, tries - 1);
  }
  child.unref();
  return { pid: child.pid!, ports };
}

function argumentsFor(ports: readonly number[], files: SshdFiles): string[] {
  const settings = [
    'ListenAddress=127.0.0.1',
    // Those of the service, and what a program has put where an instance has them.
    `AuthorizedKeysFile=${files.authorizedKeys} ${files.home}/.ssh/authorized_keys`,
    'StrictModes=no',
    'PidFile=none',
    'UsePAM=no',
    'PermitRootLogin=yes',
    'PasswordAuthentication=no',
    'KbdInteractiveAuthentication=no',
    'MaxStartups=100',
    'PrintMotd=no',
    'PrintLastLog=no',
    'PermitUserRC=no',
    'UseDNS=no',
    // Of tmux: its server is one for all of a user's, unless it is told another place. The id is what an instance of
    // the service knows of itself.
    `SetEnv=HOME=${files.home} TMUX_TMPDIR=${files.home} CONTAINER_ID=${files.instanceId} PATH=${programsIn(dirname(files.home))}:${usualPath}`,
    `Subsystem=sftp internal-sftp -d ${files.home}`,
    ...(files.command === undefined ? [] : [`ForceCommand=${files.command}`]),
  ];
  return [
    ...['-D', '-e', '-f', '/dev/null', '-h', files.hostKey],
    ...ports.flatMap((port) => ['-p', String(port)]),
    ...settings.flatMap((setting) => ['-o', setting]),
  ];
}

function listening(child: ChildProcess, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    // Its last words come before this, and not always before its exit.
    child.once('close', (code) => reject(new Error(`sshd ended with ${String(code)}: ${said.slice(-500)}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      // Its output is read so that the pipe stays open, and is not kept.
      if (said.length > 10_000) return;
      said += chunk.toString();
      // It goes on with its other ports.
      if (/^(?:error: )?Bind to port \d+ .*failed/m.test(said))
        reject(new Error(`sshd: ${said.slice(-500)}`));
      if ((said.match(/Server listening on/g) ?? []).length >= count) resolve();
    });
  });
}

const probed = new Map<string, Promise<string[]>>();

/** OpenSSH 9.8 and later punish a source address for failed logins, which tests cause on purpose. */
function optionsFor(program: string): Promise<string[]> {
  const known = probed.get(program);
  if (known !== undefined) return known;
  const option = ['-o', 'PerSourcePenalties=no'];
  const probe = run(program, ['-G', '-f', '/dev/null', ...option]).then(
    () => option,
    () => [],
  );
  probed.set(program, probe);
  return probe;
}

/** `count` free loopback ports that are not in `avoid`. */
export async function freePorts(count: number, avoid: ReadonlySet<number>): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = await freePort();
    if (!avoid.has(port) && !found.includes(port)) found.push(port);
  }
  return found;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
