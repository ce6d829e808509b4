import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { Remote } from '../../../../../src/ssh/transfer/remoteShell';
import { startSshd } from '../../support/realSshd';
import { temporaryFolder } from '../../support/temporary';

/** A machine that answers ssh: a real sshd on this computer, with an entry and a home folder of its own. */
export async function sshdRemote(): Promise<Remote & { home: string }> {
  const home = await temporaryFolder();
  const sshd = await startSshd({ extra: [`SetEnv=HOME=${home}`] });
  const configFile = path.join(await temporaryFolder(), 'config');
  const entry = [
    'Host gpu-1',
    '  HostName 127.0.0.1',
    `  Port ${sshd.port}`,
    `  User ${sshd.user}`,
    `  IdentityFile "${sshd.identityFile}"`,
    '  IdentitiesOnly yes',
    '  StrictHostKeyChecking no',
    '  UserKnownHostsFile /dev/null',
  ];
  await writeFile(configFile, `${entry.join('\n')}\n`);
  return { program: 'ssh', alias: 'gpu-1', configFile, defaultConfigFile: '', home };
}
