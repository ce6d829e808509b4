import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RemoteControl } from '../sandbox/remoteControl';

/** What a person has in their file, which nobody else may change. */
const own = `# mine: do not touch\r
Host work\r
  HostName work.example.com\r
  User me\r

Match host *.internal
  ProxyJump work
\tCompression yes

Host *
  ServerAliveInterval 30`;

export interface PersonsConfig {
  file: string;
  /** What the person wrote. */
  text: string;
  /** What ssh says of a host, with the file as it is now. */
  effective: (host: string) => Promise<string>;
  before: string;
}

export async function writeSshConfig(
  home: string,
  identityFile: string,
  sandbox: RemoteControl,
): Promise<PersonsConfig> {
  const folder = join(home, '.ssh');
  await mkdir(folder, { mode: 0o700 });
  const file = join(folder, 'config');
  await writeFile(file, own, { mode: 0o600 });
  await sandbox.addUserSshKey(await readFile(`${identityFile}.pub`, 'utf8'));
  const effective = async (host: string) =>
    (await promisify(execFile)('ssh', ['-G', '-F', file, host])).stdout;
  return { file, text: own, effective, before: await effective('work') };
}
