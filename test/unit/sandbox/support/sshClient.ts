import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A person's ssh with a key and known hosts of its own. */
export interface SshClient {
  publicKey: string;
  /** Its private half. */
  identityFile: string;
  /** What the command printed, or what ssh said when it failed. @param host the name under which the host key is known */
  login(user: string, port: number, command: string, host: string): Promise<string>;
  /** What sftp printed of this command. */
  sftp(user: string, port: number, command: string, host: string): Promise<string>;
  /** A session that stays open. */
  stay(user: string, port: number, command: string, host: string): ChildProcess;
  close(): void;
}

export async function createSshClient(): Promise<SshClient> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-ssh-client-'));
  const identity = join(folder, 'id');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'sandbox test', '-f', identity]);
  const optionsFor = (host: string) => [
    ...['-F', '/dev/null', '-i', identity, '-o', 'IdentitiesOnly=yes'],
    ...['-o', 'BatchMode=yes', '-o', 'StrictHostKeyChecking=accept-new', '-o', 'LogLevel=ERROR'],
    ...['-o', `HostKeyAlias=${host}`, '-o', `UserKnownHostsFile=${join(folder, 'known_hosts')}`],
  ];
  const argumentsFor = (user: string, port: number, command: string, host: string) => [
    ...[...optionsFor(host), '-p', String(port), '-l', user, '127.0.0.1', command],
  ];
  return {
    publicKey: readFileSync(`${identity}.pub`, 'utf8').trim(),
    identityFile: identity,
    login: (user, port, command, host) =>
      run('ssh', argumentsFor(user, port, command, host)).then(
        ({ stdout }) => stdout.trim(),
        (error: unknown) => String(error),
      ),
    sftp: async (user, port, command, host) => {
      const batch = join(folder, 'batch');
      writeFileSync(batch, `${command}\n`);
      const place = ['-P', String(port), '-b', batch, `${user}@127.0.0.1`];
      return (await run('sftp', [...optionsFor(host), ...place])).stdout;
    },
    stay: (user, port, command, host) =>
      spawn('ssh', argumentsFor(user, port, command, host), { stdio: ['ignore', 'pipe', 'ignore'] }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
