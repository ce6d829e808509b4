import { mkdir, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { nodeFileSystem, type FileSystem } from '../../../../src/ssh/files/fileSystem';
import type { SshEntry } from '../../../../src/ssh/config/hostEntry';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { temporaryFolder } from './temporary';

export const entry: SshEntry = { instanceId: 7, host: '203.0.113.5', port: 41_022, user: 'root' };

export interface Setup {
  config: SshConfig;
  home: string;
  file: string;
}

/** A home folder with an ssh config file of that content; without it there is no such file yet. */
export async function setup(
  content?: string,
  fs: FileSystem = nodeFileSystem,
  folderName = '.ssh',
): Promise<Setup> {
  const home = await temporaryFolder();
  const file = path.join(home, folderName, 'config');
  if (content !== undefined) {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o644 });
  }
  return { config: configFor(home, file, fs), home, file };
}

// The password database's home is another one here, so the Include carries an absolute path that `ssh -F` finds.
export function configFor(home: string, file: string, fs: FileSystem = nodeFileSystem): SshConfig {
  return new SshConfig({
    fs,
    configFile: file,
    defaultConfigFile: '/home/me/.ssh/config',
    home,
    passwordHome: '/home/me',
  });
}

export const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o7777;
