import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { SshConfigError, isMissing, readFailure, systemCode, writeFailure } from '../errors';
import type { SshPaths } from './configPaths';
import type { FileInfo, FileSystem } from '../files/fileSystem';
import type { Lock } from '../files/lock';

/** Creates a folder and its missing parents, each with mode 0700. */
export async function ensureDirectory(fs: FileSystem, folder: string): Promise<void> {
  if (await isDirectory(fs, folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await ensureDirectory(fs, parent);
  try {
    await fs.mkdir(folder, 0o700);
  } catch (error) {
    // Another window may have created it meanwhile.
    if (systemCode(error) !== 'EEXIST') throw writeFailure(folder, error);
  }
}

/** Creates our own folder with exactly mode 0700: ssh fails for every host if others can write to it. */
async function ensurePrivateDirectory(fs: FileSystem, folder: string): Promise<void> {
  await ensureDirectory(fs, folder);
  try {
    const info = await fs.stat(folder);
    if (!hasMode(info, 0o700)) await fs.chmod(folder, 0o700);
    await fs.ownerOnly(folder);
  } catch (error) {
    // Another process is removing our integration. Whoever takes the lock creates the folder again.
    if (!isMissing(error)) throw writeFailure(folder, error);
  }
}

/** The lock for one user's file and everything that belongs to it. It is in our own folder. */
export function integrationLock(fs: FileSystem, paths: SshPaths): Lock {
  return { file: paths.lock, makeFolder: () => ensurePrivateDirectory(fs, paths.folder) };
}

/** Windows has no such modes; a person's own folders are private there. */
export function hasMode(info: FileInfo, mode: number): boolean {
  return process.platform === 'win32' || info.mode === mode;
}

async function isDirectory(fs: FileSystem, folder: string): Promise<boolean> {
  let info: FileInfo;
  try {
    info = await fs.stat(folder);
  } catch (error) {
    if (isMissing(error)) return false;
    throw readFailure(folder, error);
  }
  if (info.kind === 'directory') return true;
  throw new SshConfigError('not_a_file', folder, l10n.t('{0} isn’t a folder.', folder));
}
