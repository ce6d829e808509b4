import { codeOf } from '../../files/disk';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import {
  SshConfigError,
  directoryError,
  isMissing,
  readFailure,
  symlinkLoopError,
  writeFailure,
} from '../errors';
import type { FileInfo, FileSystem } from './fileSystem';
import type { SshPaths } from '../config/configPaths';
import type { Lock } from './lock';

/** The bytes of a file, or undefined if it doesn't exist (ENOENT). Throws all other failures. */
export async function readIfThere(fs: FileSystem, file: string): Promise<Buffer | undefined> {
  return fs.readFile(file).catch(ifUnreadable(file));
}

/** Does not follow a symbolic link. */
export async function infoIfThere(fs: FileSystem, file: string): Promise<FileInfo | undefined> {
  return fs.lstat(file).catch(ifUnreadable(file));
}

const ifUnreadable =
  (file: string) =>
  (error: unknown): undefined => {
    if (!isMissing(error)) throw readFailure(file, error);
    return undefined;
  };

/** The file that a chain of symbolic links ends at, whether it exists or not. */
export async function resolveLinks(fs: FileSystem, file: string): Promise<string> {
  let current = file;
  for (let hops = 0; hops < 40; hops++) {
    const info = await infoIfThere(fs, current);
    if (info?.kind === 'directory') throw directoryError(current);
    if (info?.kind === 'other') {
      throw new SshConfigError('not_a_file', current, l10n.t('{0} isn’t a regular file.', current));
    }
    if (info?.kind !== 'symlink') return current;
    try {
      // The system resolves a link relative to its real folder, which another link in its path may hide.
      const folder = await fs.realpath(path.dirname(current));
      current = path.resolve(folder, await fs.readlink(current));
    } catch (error) {
      throw readFailure(current, error);
    }
  }
  throw symlinkLoopError(file);
}

/** Removes a file of ours. */
export async function removeIfThere(fs: FileSystem, file: string): Promise<void> {
  try {
    await fs.unlink(file);
  } catch (error) {
    if (!isMissing(error)) throw writeFailure(file, error);
  }
}

/** Creates a folder and its missing parents, each with mode 0700. */
export async function ensureDirectory(fs: FileSystem, folder: string): Promise<void> {
  if (await isDirectory(fs, folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await ensureDirectory(fs, parent);
  try {
    await fs.mkdir(folder, 0o700);
  } catch (error) {
    // Another window may have created it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw writeFailure(folder, error);
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
  const info = await fs.stat(folder).catch(ifUnreadable(folder));
  if (!info || info.kind === 'directory') return info !== undefined;
  throw new SshConfigError('not_a_file', folder, l10n.t('{0} isn’t a folder.', folder));
}
