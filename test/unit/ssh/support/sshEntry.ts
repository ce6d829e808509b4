import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';

interface SshEntry {
  alias: string;
  host?: string;
  port: number;
  user: string;
  identityFile: string;
}

/** Writes an ssh config with an entry for a machine of a test, whose host key is trusted. Resolves to its path. */
export async function writeSshEntry(
  folder: string,
  { alias, host = '127.0.0.1', port, user, identityFile }: SshEntry,
): Promise<string> {
  const file = path.join(folder, `config-${alias}`);
  const lines = [
    `Host ${alias}`,
    `  HostName ${host}`,
    `  Port ${port}`,
    `  User ${user}`,
    `  IdentityFile "${identityFile}"`,
    '  IdentitiesOnly yes',
    '  StrictHostKeyChecking no',
    '  UserKnownHostsFile /dev/null',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}
