import * as l10n from '@vscode/l10n';
import { SshConfigError } from './errors';

/** The refusal to touch a file, with the file and the line named, so that the person can look. */
export function refusal(file: string, { line, reason }: { line: number; reason: string }): SshConfigError {
  return new SshConfigError(
    'refused',
    file,
    l10n.t('{0} was left alone: in line {1}, {2}.', file, line, reason),
  );
}
