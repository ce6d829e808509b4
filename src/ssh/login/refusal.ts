import * as l10n from '@vscode/l10n';
import { SshConfigError } from '../errors';

/** The error for a file that we don't change. Names the file and the line, so that the person can check it. */
export function refusal(file: string, { line, reason }: { line: number; reason: string }): SshConfigError {
  return new SshConfigError(
    'refused',
    file,
    l10n.t('{0} wasn’t changed: in line {1}, {2}.', file, line, reason),
  );
}
