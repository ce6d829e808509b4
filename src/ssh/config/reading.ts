import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { SshConfigError, directoryError, isMissing, readFailure, symlinkLoopError } from '../errors';
import type { FileInfo, FileSystem } from '../files/fileSystem';

/** The bytes of a file, or undefined if it doesn't exist (ENOENT). Throws all other failures. */
export async function readIfThere(fs: FileSystem, file: string): Promise<Buffer | undefined> {
  try {
    return await fs.readFile(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw readFailure(file, error);
  }
}

/** Does not follow a symbolic link. */
export async function infoIfThere(fs: FileSystem, file: string): Promise<FileInfo | undefined> {
  try {
    return await fs.lstat(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw readFailure(file, error);
  }
}

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
