import { homedir } from 'node:os';
import { defaultConfigFile, expandHome, resolveConfigFile } from '../ssh/configPaths';
import { nodeFileSystem } from '../ssh/fileSystem';
import { SshConfig } from '../ssh/userConfig';
import { settings } from '../stores/settings';

/** The ssh files as the settings name them now. */
export interface SshSetup {
  config: SshConfig;
  /** Absolute path of the file that gets our Include. */
  configFile: string;
  /** The one that ssh reads by itself. */
  defaultConfigFile: string;
  user: string;
  /** Absolute path; undefined leaves the choice to ssh. */
  identityFile: string | undefined;
}

export function sshSetup(): SshSetup {
  const home = homedir();
  const readBySsh = defaultConfigFile();
  const configFile = resolveConfigFile({
    gpuRentalSetting: settings.ssh.configFile,
    remoteSshSetting: settings.ssh.remoteSshConfigFile,
    home,
    defaultConfigFile: readBySsh,
  });
  return {
    config: new SshConfig({ fs: nodeFileSystem, configFile, defaultConfigFile: readBySsh, home }),
    configFile,
    defaultConfigFile: readBySsh,
    user: settings.ssh.user,
    identityFile: settings.ssh.identityFile === '' ? undefined : expandHome(settings.ssh.identityFile, home),
  };
}
