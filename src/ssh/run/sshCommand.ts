import type { SshAddress } from '../address';

export interface AliasCommand {
  alias: string;
  /** Absolute path of the config file that contains our Include. */
  configFile: string;
  /** The file that ssh reads by default. */
  defaultConfigFile: string;
}

/** Arguments of `ssh` to connect through our entry: `[alias]`, or `['-F', file, alias]` for another config file. */
export function sshArguments({ alias, configFile, defaultConfigFile }: AliasCommand): string[] {
  return configFile === defaultConfigFile ? [alias] : ['-F', configFile, alias];
}

/** Arguments of `ssh` that work on any computer without our config file. The address comes from `sshAddresses`. */
export function explicitSshArguments(address: SshAddress, user: string, identityFile?: string): string[] {
  const identity = identityFile === undefined ? [] : ['-i', identityFile];
  return ['-p', String(address.port), ...identity, `${user}@${address.host}`];
}

/**
 * A command line for a person to paste, quoted for POSIX shells or for Windows (cmd and PowerShell). Our own processes
 * and terminals don't use it: they get the arguments as a list.
 */
export function formatCommandLine(
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string {
  return args.map(platform === 'win32' ? quoteForWindows : quoteForPosix).join(' ');
}

function quoteForPosix(arg: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}

/** The rules of the C runtime: backslashes before a quote, or before the closing one, are doubled. */
function quoteForWindows(arg: string): string {
  if (/^[A-Za-z0-9_@+=:,./\\-]+$/.test(arg)) return arg;
  return `"${arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
