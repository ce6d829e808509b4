import type { SshAddress } from '../address';
import { quoteForWindows } from './command';

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

/**
 * Arguments of `ssh` that work on any computer without our config file. The address comes from `sshAddresses`. As in an
 * entry, the host key is the instance's, and neither the agent nor X11 is forwarded.
 */
export function explicitSshArguments(
  alias: string,
  address: SshAddress,
  user: string,
  identityFile?: string,
): string[] {
  const identity = identityFile === undefined ? [] : ['-i', identityFile];
  const own = ['-a', '-x', '-o', `HostKeyAlias=${alias}`];
  return [...own, '-p', String(address.port), ...identity, `${user}@${address.host}`];
}

/**
 * A command line for a person to paste, quoted for POSIX shells or for Windows (cmd and PowerShell). Our own processes
 * and terminals don't use it: they get the arguments as a list.
 */
export function formatCommandLine(
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform !== 'win32') return args.map(quoteForPosix).join(' ');
  const [program = '', ...others] = args;
  return [programForWindows(program), ...others.map((arg) => quoteForWindows(arg))].join(' ');
}

function quoteForPosix(arg: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}

/** PowerShell takes a program that begins with a quote for a text, so only the parts of its path are quoted. */
function programForWindows(program: string): string {
  if (program === '') return quoteForWindows(program);
  return program
    .split('\\')
    .map((part) => (part === '' ? part : quoteForWindows(part)))
    .join('\\');
}
