import * as os from 'node:os';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { SshConfigError } from './errors';
import { forwardSlashes, isWritablePath } from './hostEntry';

/** Every file that our ssh integration has to do with, absolute. */
export interface SshPaths {
  /** The user's file, which holds our block. */
  configFile: string;
  /** That file as it was before our block went in; the second name where ssh would also read the first. */
  backups: readonly [string, string];
  /** Our own folder, beside the user's file. */
  folder: string;
  ownConfig: string;
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
}

/** The ssh config file that Remote-SSH reads, absolute: our own setting, else Remote-SSH's, else ssh's default. */
export function resolveConfigFile(choice: ConfigFileChoice): string {
  const chosen = [choice.gpuRentalSetting, choice.remoteSshSetting].find((setting) => setting?.trim());
  if (chosen === undefined) return choice.defaultConfigFile ?? path.join(choice.home, '.ssh', 'config');
  return path.resolve(choice.home, expandHome(chosen.trim(), choice.home));
}

/** The file that ssh reads by itself. It goes by the password database, not by `$HOME`. */
export function defaultConfigFile(home: string = passwordHome()): string {
  return path.join(home, '.ssh', 'config');
}

/** The home directory that the password database names. */
export function passwordHome(): string {
  try {
    return os.userInfo().homedir;
  } catch {
    // A container may run under a user id that has no entry there.
    return os.homedir();
  }
}

/** `~` and `~/…` with the home directory in its place. */
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
    knownHosts: path.join(folder, 'known_hosts'),
    lock: path.join(folder, 'lock'),
  };
}

/**
 * What follows `Include` in our block. `~/.ssh/…` only where ssh and this process mean the same home by `~`; else the
 * absolute path, quoted. Throws when the path contains what an Include line cannot carry literally.
 */
export function includeArgument(paths: SshPaths, homes: { home: string; passwordHome: string }): string {
  const usual = path.join(homes.passwordHome, '.ssh', 'config');
  if (paths.configFile === usual && homes.home === homes.passwordHome) return '~/.ssh/gpu-rental/config';
  // Include expands patterns, and newer versions of ssh `%` as well, which older ones take literally.
  if (!isWritablePath(paths.ownConfig) || /[*?[\]{}%]/.test(paths.ownConfig)) {
    const message = l10n.t(
      'ssh cannot include a file from {0}: its path contains special characters.',
      paths.folder,
    );
    throw new SshConfigError('unwritable_path', paths.ownConfig, message);
  }
  return `"${forwardSlashes(paths.ownConfig)}"`;
}
