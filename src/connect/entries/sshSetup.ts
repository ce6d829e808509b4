import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { asOnDisk, defaultConfigFile, expandSetting, resolveConfigFile } from '../../ssh/config/configPaths';
import type { Run } from '../../ssh/config/effectiveConfig';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import { runProgram } from '../../ssh/run/runSsh';
import { SharedConnections } from '../../ssh/run/sharedConnections';
import { findsEntry, unrelatedHost, whySshRefuses } from '../../ssh/login/sshJudge';
import { SshConfig } from '../../ssh/config/userConfig';
import { type EntrySetup, SshEntries, type SshEntriesOptions } from './sshEntries';
import { settings } from '../../stores/settings';

/** The ssh files, according to the current settings. */
export interface SshSetup extends EntrySetup {
  /** Absolute path of the file that gets our Include. */
  configFile: string;
  /** The file that ssh reads by default. */
  defaultConfigFile: string;
  /** The file that the extension for SSH windows reads. */
  windowConfigFile: string;
  /** The ssh program that this extension runs: Remote-SSH's own setting, else `ssh` from the PATH. */
  program: string;
  connections?: SharedConnections;
}

const connections = new SharedConnections();

/** The ssh entries of this product, in the files that the settings name. */
export const ownEntries = (services: Omit<SshEntriesOptions, 'setup'>): SshEntries =>
  new SshEntries({ ...services, setup: sshSetup });

export function sshSetup(): SshSetup {
  const home = homedir();
  const spelled = (file: string): string => asOnDisk(file, realpathSync.native);
  const readBySsh = spelled(defaultConfigFile());
  const configFile = spelled(
    resolveConfigFile({
      gpuRentalSetting: settings.ssh.configFile,
      remoteSshSetting: settings.ssh.remoteSshConfigFile,
      home,
      defaultConfigFile: readBySsh,
    }),
  );
  const program = expandSetting(settings.ssh.remoteSshPath, { home }) || 'ssh';
  const run: Run = (args, options) => runProgram(args, { ...options, program });
  return {
    config: new SshConfig({
      fs: nodeFileSystem,
      configFile,
      defaultConfigFile: readBySsh,
      home,
      judge: (file) => whySshRefuses(file, readBySsh, run),
      finds: (file, alias = unrelatedHost) => findsEntry(file, readBySsh, alias, run),
    }),
    configFile,
    defaultConfigFile: readBySsh,
    windowConfigFile: spelled(
      resolveConfigFile({
        remoteSshSetting: settings.ssh.remoteSshConfigFile,
        home,
        defaultConfigFile: readBySsh,
      }),
    ),
    program,
    connections,
    user: settings.ssh.user,
    identityFile:
      settings.ssh.identityFile === '' ? undefined : expandSetting(settings.ssh.identityFile, { home }),
  };
}
