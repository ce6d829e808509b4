import * as vscode from 'vscode';
import { effectiveConfig } from '../../ssh/config/effectiveConfig';
import { SshConfigError } from '../../ssh/errors';
import { runProgram } from '../../ssh/run/runSsh';
import { sshArguments } from '../../ssh/run/sshCommand';
import type { SshSetup } from './sshSetup';

/**
 * @throws SshConfigError `not_read` if the extension for SSH windows reads a config file without our host name: the
 * window would fail
 */
export async function refuseUnreadEntry(
  { configFile, windowConfigFile, defaultConfigFile, program }: SshSetup,
  alias: string,
  extension: string,
): Promise<void> {
  if (windowConfigFile === configFile) return;
  // That file may include ours, or be the same file under another name.
  const args = sshArguments({ alias, configFile: windowConfigFile, defaultConfigFile });
  const seen = await effectiveConfig(args, (given, options) => runProgram(given, { program, ...options }));
  if (!('refused' in seen) && seen.value('hostkeyalias') === alias) return;
  throw new SshConfigError(
    'not_read',
    windowConfigFile,
    vscode.l10n.t(
      '{0} reads {1}, but {2} is in {3}. Set remote.SSH.configFile and gpuRental.ssh.configFile to the same file, or clear both.',
      extension,
      windowConfigFile,
      alias,
      configFile,
    ),
  );
}
