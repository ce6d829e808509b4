// A process of its own that writes ssh files: `node <bundle> <task> <home> <name> <times>`.
import * as path from 'node:path';
import { withLock } from '../../../../src/ssh/files/lock';
import { editFile } from '../../../../src/ssh/files/safeWrite';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { quickFileSystem as fs } from './faultyFileSystem';

const [task = '', home = '', name = '', times = '0'] = process.argv.slice(2);

function configIn(folder: string): SshConfig {
  const configFile = path.join(home, folder, 'config');
  return new SshConfig({ fs, configFile, defaultConfigFile: '', home, passwordHome: '/nowhere' });
}

/** Everything that an extension does to the files, over and over. */
async function toggle(round: number): Promise<void> {
  const config = configIn('.ssh');
  await config.ensureInclude();
  await config.writeEntries([
    { instanceId: 7, host: '203.0.113.5', port: 1000 + (round % 5000), user: 'root' },
  ]);
  if (round === 0) process.stdout.write('ready\n');
  await config.remove();
}

/** One line of this process, added to what all others wrote. */
async function append(round: number): Promise<void> {
  const add = (before?: Buffer): Buffer =>
    Buffer.concat([before ?? Buffer.alloc(0), Buffer.from(`${name} ${round}\n`)]);
  await withLock(fs, { file: path.join(home, 'lock'), makeFolder: () => Promise.resolve() }, () =>
    editFile(fs, path.join(home, 'list'), add),
  );
}

/** One more ssh config file in the common record. */
async function integrate(round: number): Promise<void> {
  await configIn(`${name}-${round}`).ensureInclude();
}

const tasks: Record<string, (round: number) => Promise<void>> = { toggle, append, integrate };

void (async () => {
  for (let round = 0; round < Number(times); round++) await tasks[task]?.(round);
})();
