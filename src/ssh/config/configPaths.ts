import * as os from 'node:os';
import * as path from 'node:path';
import { unwritablePath } from '../errors';
import { forwardSlashes, isWritablePath } from './hostEntry';

/** All files of our ssh integration, as absolute paths. */
export interface SshPaths {
  /** The user's file, which contains our block. */
  configFile: string;
  /** A copy of that file from before we added our block; the second name if ssh would also read the first. */
  backups: readonly [string, string];
  /** Our own folder, beside the user's file. */
  folder: string;
  ownConfig: string;
  /** What each product knows about its instances. The entries in `ownConfig` are made from it. */
  owners: string;
  knownHosts: string;
  lock: string;
}

export interface ConfigFileChoice {
  /** Setting `gpuRental.ssh.configFile`. */
  gpuRentalSetting?: string | undefined;
  /** Setting `remote.SSH.configFile`. */
  remoteSshSetting?: string | undefined;
  home: string;
  defaultConfigFile?: string;
  platform?: NodeJS.Platform;
  env?: Readonly<Record<string, string | undefined>>;
}

/** The config file for Remote-SSH, absolute: our own setting, else Remote-SSH's, else ssh's default. */
export function resolveConfigFile(choice: ConfigFileChoice): string {
  const chosen = [choice.gpuRentalSetting, choice.remoteSshSetting].find((setting) => setting?.trim());
  const { home, platform = process.platform } = choice;
  const its = platform === 'win32' ? path.win32 : path.posix;
  if (chosen === undefined) return choice.defaultConfigFile ?? its.join(home, '.ssh', 'config');
  return its.resolve(home, expandSetting(chosen.trim(), choice));
}

/**
 * A path from a setting with `~` and, on Windows, variables such as `%USERPROFILE%` expanded. Unknown variables stay.
 */
export function expandSetting(
  setting: string,
  {
    home,
    platform = process.platform,
    env = process.env,
  }: Pick<ConfigFileChoice, 'home' | 'platform' | 'env'>,
): string {
  if (platform !== 'win32') return expandHome(setting, home);
  // Names of variables are case-insensitive there.
  const values = new Map(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
  const expanded = setting.replace(
    /%([^%]+)%/g,
    (written, name: string) => values.get(name.toUpperCase()) ?? written,
  );
  return /^~(?=$|[/\\])/.test(expanded) ? path.win32.join(home, expanded.slice(1)) : expanded;
}

/** Whether two absolute paths are spelled the same. On Windows and macOS, case doesn't matter. */
export function isSamePath(a: string, b: string, platform: NodeJS.Platform = process.platform): boolean {
  return pathKey(a, platform) === pathKey(b, platform);
}

/** The same text for every spelling of a path. */
export function pathKey(file: string, platform: NodeJS.Platform = process.platform): string {
  switch (platform) {
    case 'win32':
      return path.win32.normalize(file).toLowerCase();
    case 'darwin':
      return file.normalize('NFC').toLowerCase();
    default:
      return file;
  }
}

/**
 * The spelling that the disk has, of a path spelled in another letter case; links stay. Two windows that spell one file
 * differently would otherwise each write their own spelling into it, again and again.
 */
export function asOnDisk(
  file: string,
  realpath: (folder: string) => string,
  platform: NodeJS.Platform = process.platform,
): string {
  const its = platform === 'win32' ? path.win32 : path.posix;
  try {
    const folder = realpath(its.dirname(file));
    return isSamePath(folder, its.dirname(file), platform) ? its.join(folder, its.basename(file)) : file;
  } catch {
    // Nobody has created the folder yet, so nobody else spells it.
    return file;
  }
}

/** The file that ssh reads by default. ssh uses the home folder from the password database, not `$HOME`. */
export function defaultConfigFile(): string {
  return path.join(passwordHome(), '.ssh', 'config');
}

/** The home folder in the password database. */
export function passwordHome(): string {
  try {
    return os.userInfo().homedir;
  } catch {
    // A container may run with a user id that has no entry there.
    return os.homedir();
  }
}

/** Replaces `~` in `~` and `~/…` with the home folder. */
export function expandHome(file: string, home: string): string {
  return /^~(?=$|[/\\])/.test(file) ? path.join(home, file.slice(1)) : file;
}

export function sshPaths(configFile: string): SshPaths {
  const folder = path.join(path.dirname(configFile), 'gpu-rental');
  return {
    configFile,
    backups: [
      `${configFile}.before-gpu-rental`,
      path.join(path.dirname(configFile), `.${path.basename(configFile)}.before-gpu-rental`),
    ],
    folder,
    ownConfig: path.join(folder, 'config'),
    owners: path.join(folder, 'owners.json'),
    knownHosts: path.join(folder, 'known_hosts'),
    lock: path.join(folder, 'lock'),
  };
}

export interface Homes {
  /** `os.homedir()`. */
  home: string;
  /** The home folder in the password database. */
  passwordHome: string;
}

/**
 * The arguments of `Include` with which an ssh may find our file, the most likely one first: `~/.ssh/…` if ssh and this
 * process use the same home folder, else the absolute path. On Windows, ssh's `~` follows a variable `HOME`, which Node
 * ignores; and Git's ssh, like OpenSSH 7.7, ignores a path that begins with a drive. Quoted only if necessary, because
 * some other readers of ssh configs treat the quotes as part of the path.
 *
 * @throws SshConfigError 'unwritable_path' if a path contains characters that can't be written literally in a config
 * line
 */
export function includeArguments(
  paths: Pick<SshPaths, 'configFile' | 'ownConfig' | 'knownHosts'>,
  { home, passwordHome: listedHome }: Homes,
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): [string, ...string[]] {
  // Our entries contain this path.
  if (!isWritablePath(paths.knownHosts)) throw unwritablePath(paths.knownHosts);
  const its = platform === 'win32' ? path.win32 : path.posix;
  const isUsual = isSamePath(paths.configFile, its.join(listedHome, '.ssh', 'config'), platform);
  const tilde = '~/.ssh/gpu-rental/config';
  const sshHome = (platform === 'win32' && env.HOME) || home;
  if (isUsual && isSamePath(sshHome, listedHome, platform))
    return platform === 'win32' ? [tilde, ...absoluteForms(paths.ownConfig, tilde)] : [tilde];
  // Include expands patterns. Newer versions of ssh also expand `%`, older ones take it literally.
  if (/[*?[\]{}%]/.test(paths.ownConfig)) throw unwritablePath(paths.ownConfig);
  const file = quoted(forwardSlashes(paths.ownConfig));
  if (platform !== 'win32') return [file];
  const below = path.win32.relative(sshHome, paths.ownConfig);
  const belowHome = below.startsWith('..') || path.win32.isAbsolute(below) ? undefined : below;
  const last = belowHome === undefined ? [] : [quoted(`~/${belowHome.replaceAll('\\', '/')}`)];
  return [file, ...absoluteForms(paths.ownConfig, file), ...last, ...(isUsual ? [tilde] : [])];
}

/** With a drive, as Windows' ssh reads it, and as Git's does; none if a pattern is in it. */
function absoluteForms(file: string, without: string): string[] {
  if (/[*?[\]{}%]/.test(file)) return [];
  const slashed = forwardSlashes(file);
  const [, drive, rest = ''] = /^([A-Za-z]):(\/.*)$/.exec(slashed) ?? [];
  const forms = [slashed, ...(drive === undefined ? [] : [`/${drive.toLowerCase()}${rest}`])];
  return forms.map(quoted).filter((form) => form !== without);
}

function quoted(file: string): string {
  return /[\s'#=;,]/.test(file) ? `"${file}"` : file;
}
