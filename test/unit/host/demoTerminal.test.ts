import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareTerminals } from '../../host/demoTerminal';
import { removeFolder, temporaryFolder } from '../../host/paths';

describe.skipIf(process.platform === 'win32')('a terminal of the demo', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryFolder('it’s a test')));
  afterEach(() => removeFolder(folder));

  /** Where `ssh gpu-7` leads to in a shell that is started with these arguments. */
  async function hostIn(...args: string[]) {
    const home = join(folder, 'home');
    await mkdir(home);
    const sshConfigFile = join(folder, 'ssh config');
    await writeFile(sshConfigFile, 'Host gpu-7\n  HostName 203.0.113.7\n');
    const settings = await prepareTerminals({ folder, home, sshConfigFile });
    const { PATH } = settings['terminal.integrated.env.linux'] as { PATH: string };
    const env = { HOME: home, PATH: PATH.replace('${env:PATH}', process.env.PATH ?? '') };
    const said = execFileSync('bash', [...args, '-c', 'ssh -G gpu-7'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^hostname (.*)$/m.exec(said)?.[1];
  }

  it('finds an instance by its alias, though its ssh config isn’t the one of the home', async () => {
    expect(await hostIn()).toBe('203.0.113.7');
  });

  it.each(['-i', '-l'])('finds it in a shell that puts other folders first (%s)', async (kind) => {
    expect(await hostIn(kind)).toBe('203.0.113.7');
  });
});
