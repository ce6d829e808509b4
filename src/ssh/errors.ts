import * as l10n from '@vscode/l10n';

/**
 * Why an ssh file could not be changed:
 * - `refused`: what is in the file must not be touched (unbalanced markers, a BOM, an open quote …);
 * - `directory`, `not_a_file`, `symlink_loop`: the path does not name a file;
 * - `unreadable`, `read_only`, `denied`, `no_space`, `busy`, `io`: the file system said no;
 * - `changed_meanwhile`: another program kept writing the file;
 * - `locked`: another window held the lock for too long;
 * - `unwritable_path`: a path contains characters that no ssh config line can carry.
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
  | 'unwritable_path';

/** A failure on one of the ssh files. `message` is the sentence a person sees; the file is as it was before. */
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

/** The `code` of a Node system error (`ENOENT` …), or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}

/** Turns a system error met while reading `path` into an {@link SshConfigError}; others pass unchanged. */
export function readFailure(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (error instanceof SshConfigError || code === undefined) return error;
  if (code === 'EISDIR') return directoryError(path);
  if (code === 'ELOOP') return symlinkLoopError(path);
  const message = l10n.t('{0} could not be read ({1}), so nothing was changed.', path, code);
  return new SshConfigError('unreadable', path, message, error);
}

/** Turns a system error met while writing `path` into an {@link SshConfigError}; others pass unchanged. */
export function writeFailure(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (error instanceof SshConfigError || code === undefined) return error;
  switch (code) {
    case 'EISDIR':
      return directoryError(path);
    case 'EROFS':
      return readOnlyError(path, error);
    case 'EACCES':
    case 'EPERM':
      return new SshConfigError(
        'denied',
        path,
        l10n.t('No permission to write {0}. Nothing was changed.', path),
        error,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new SshConfigError(
        'no_space',
        path,
        l10n.t('No space left to write {0}. Nothing was changed.', path),
        error,
      );
    case 'EBUSY':
      return new SshConfigError(
        'busy',
        path,
        l10n.t('{0} is in use by another program. Nothing was changed.', path),
        error,
      );
    default:
      return new SshConfigError(
        'io',
        path,
        l10n.t('{0} could not be written ({1}). Nothing was changed.', path, code),
        error,
      );
  }
}

export function directoryError(path: string): SshConfigError {
  return new SshConfigError('directory', path, l10n.t('{0} is a directory, not an ssh config file.', path));
}

export function symlinkLoopError(path: string): SshConfigError {
  return new SshConfigError(
    'symlink_loop',
    path,
    l10n.t('{0} is a symbolic link that leads back to itself.', path),
  );
}

export function readOnlyError(path: string, cause?: unknown): SshConfigError {
  return new SshConfigError('read_only', path, l10n.t('{0} is read-only. Nothing was changed.', path), cause);
}
