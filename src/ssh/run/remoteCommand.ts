import { type AliasCommand, sshArguments } from './sshCommand';

/** A command for the login shell of an instance. */
export interface RemoteCommand {
  command: string;
  /** The folder to run it in, absolute or below the home folder. Without it: the home folder. */
  cwd?: string | undefined;
}

/**
 * Arguments of `ssh` that run one command with a terminal there, so that it ends with the connection and Ctrl+C reaches
 * it. ssh exits with the command's code, or with 255 if it fails itself, and says nothing else.
 */
export function remoteCommandArguments(
  alias: AliasCommand,
  remote: RemoteCommand,
  { forced = false }: { forced?: boolean } = {},
): string[] {
  return [
    // Twice: even if ssh itself has no terminal.
    ...(forced ? ['-tt', '-e', 'none'] : ['-t']),
    ...['-o', 'LogLevel=ERROR'],
    // The person's forwardings are for their windows.
    ...['-o', 'ClearAllForwardings=yes'],
    ...sshArguments(alias),
    // Otherwise, ssh takes a command that begins with a dash as an option.
    '--',
    commandLine(remote),
  ];
}

/** What the shell on the instance gets. If the folder isn't there, the command doesn't run. */
function commandLine({ command, cwd }: RemoteCommand): string {
  return cwd === undefined || cwd === '' ? command : `cd -- ${quotedFolder(cwd)} || exit\n${command}`;
}

/** Quoted for a POSIX shell, which expands only a `~` at the start. */
export function quotedFolder(folder: string): string {
  const [, home = '', rest = ''] = /^(~(?:\/|$))?(.*)$/s.exec(folder) ?? [];
  return rest === '' ? home : `${home}'${rest.replaceAll("'", "'\\''")}'`;
}
