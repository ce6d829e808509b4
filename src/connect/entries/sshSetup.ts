import { homedir } from 'node:os';
import { defaultConfigFile, expandSetting, resolveConfigFile } from '../../ssh/config/configPaths';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import { runProgram } from '../../ssh/run/runSsh';
import { whySshRefuses } from '../../ssh/login/sshJudge';
import { SshConfig } from '../../ssh/config/userConfig';
import { settings } from '../../stores/settings';

/** The ssh files, according to the current settings. */
export interface SshSetup {
  config: SshConfig;
  /** Absolute path of the file that gets our Include. */
  configFile: string;
  /** The file that ssh reads by default. */
  defaultConfigFile: string;
  /** The file that the extension for SSH windows reads. */
  windowConfigFile: string;
  /** The ssh program that this extension runs: Remote-SSH's own setting, else `ssh` from the PATH. */
  program: string;
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
  const program = expandSetting(settings.ssh.remoteSshPath, { home }) || 'ssh';
  return {
    config: new SshConfig({
      fs: nodeFileSystem,
      configFile,
      defaultConfigFile: readBySsh,
      home,
      judge: (file) =>
        whySshRefuses(file, readBySsh, (args, options) => runProgram(args, { ...options, program })),
    }),
    configFile,
    defaultConfigFile: readBySsh,
    windowConfigFile: resolveConfigFile({
      remoteSshSetting: settings.ssh.remoteSshConfigFile,
      home,
      defaultConfigFile: readBySsh,
    }),
    program,
    user: settings.ssh.user,
    identityFile:
      settings.ssh.identityFile === '' ? undefined : expandSetting(settings.ssh.identityFile, { home }),
  };
}
