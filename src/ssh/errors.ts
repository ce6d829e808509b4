import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { LocalError } from '../api/localError';
import { codeOf } from '../files/disk';

/**
 * Why an ssh file could not be changed:
 * - `refused`: the content of the file must not be changed (unbalanced markers, a BOM, an open quote …);
 * - `directory`, `not_a_file`, `symlink_loop`: the path isn't a file;
 * - `unreadable`, `read_only`, `denied`, `no_space`, `busy`, `io`: an error of the file system;
 * - `changed_meanwhile`: another program kept writing the file;
 * - `locked`: another window held the lock for too long;
 * - `unwritable_path`: a path contains characters that can't be written in an ssh config line;
 * - `not_read`: the extension for SSH windows reads another file;
 * - `not_found`: ssh doesn't find our entries through our Include line.
 */
export type SshConfigErrorCode =
  | 'refused'
  | 'directory'
  | 'not_a_file'
  | 'symlink_loop'
  | 'unreadable'
  | 'read_only'
  | 'denied'
  | 'no_space'
  | 'busy'
  | 'io'
  | 'changed_meanwhile'
  | 'locked'
  | 'unwritable_path'
  | 'not_read'
  | 'not_found';

/** A failure on one of the ssh files. `message` is the sentence a person sees. The file is unchanged. */
export class SshConfigError extends Error {
  override readonly name = 'SshConfigError';
  readonly code: SshConfigErrorCode;
  readonly path: string;

  constructor(code: SshConfigErrorCode, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
  }
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** For what may not be there; throws any other error. */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
  return undefined;
}

export const sshIsMissing = (): LocalError =>
  new LocalError('not_possible', l10n.t('ssh wasn’t found on this computer.'));

/** A newer version of this extension wrote the file in a format of its own. */
export function newerFormat(path: string): SshConfigError {
  const message = l10n.t(
    '{0} was written by a newer version of GPU Rental and won’t be changed. Update GPU Rental.',
    path,
  );
  return new SshConfigError('refused', path, message);
}

/** Turns a system error while reading `path` into an {@link SshConfigError}; returns other errors unchanged. */
export function readFailure(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof SshConfigError || code === undefined) return error;
  if (code === 'EISDIR') return directoryError(path);
  if (code === 'ELOOP') return symlinkLoopError(path);
  const message = l10n.t('Couldn’t read {0} ({1}). Nothing was changed.', path, code);
  return new SshConfigError('unreadable', path, message, error);
}

/** Turns a system error while writing `path` into an {@link SshConfigError}; returns other errors unchanged. */
export function writeFailure(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof SshConfigError || code === undefined) return error;
  const failed = (why: SshConfigErrorCode, message: string): SshConfigError =>
    new SshConfigError(why, path, message, error);
  switch (code) {
    case 'EISDIR':
      return directoryError(path);
    case 'EROFS':
      return readOnlyError(path, error);
    case 'EACCES':
    case 'EPERM':
      return failed('denied', l10n.t('No permission to write {0}. Nothing was changed.', path));
    case 'ENOSPC':
    case 'EDQUOT':
      return failed('no_space', l10n.t('No space left to write {0}. Nothing was changed.', path));
    case 'EBUSY':
      return failed('busy', l10n.t('{0} is in use by another program. Nothing was changed.', path));
    default:
      return failed('io', l10n.t('Couldn’t write {0} ({1}). Nothing was changed.', path, code));
  }
}

/** ssh reads the config file but not our own, in whatever form its path is written. */
export function notFound(configFile: string, alias: string): SshConfigError {
  const message = l10n.t(
    'ssh reads {0} but doesn’t follow GPU Rental’s Include line in it, so it doesn’t know {1}. A variable HOME, or an old ssh in remote.SSH.path, can be the cause.',
    configFile,
    alias,
  );
  return new SshConfigError('not_found', configFile, message);
}

export function unwritablePath(file: string): SshConfigError {
  const message = l10n.t(
    'ssh can’t use files in {0}: its path contains special characters.',
    path.dirname(file),
  );
  return new SshConfigError('unwritable_path', file, message);
}

export function directoryError(path: string): SshConfigError {
  return new SshConfigError('directory', path, l10n.t('{0} is a folder, not an SSH config file.', path));
}

export function symlinkLoopError(path: string): SshConfigError {
  return new SshConfigError(
    'symlink_loop',
    path,
    l10n.t('{0} is a symbolic link that points back to itself.', path),
  );
}

export function readOnlyError(path: string, cause?: unknown): SshConfigError {
  return new SshConfigError('read_only', path, l10n.t('{0} is read-only. Nothing was changed.', path), cause);
}

/** The error for a file that we don't change. Names the file and the line, so that the person can check it. */
export function refusal(file: string, { line, reason }: { line: number; reason: string }): SshConfigError {
  return new SshConfigError(
    'refused',
    file,
    l10n.t('{0} wasn’t changed: in line {1}, {2}.', file, line, reason),
  );
}
