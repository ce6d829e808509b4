import { homeOfLogin } from './loginCheck';
import { prepareSsh } from './prepareSsh';
import type { PrepareOptions, PrepareServices } from './prepareServices';
import type { RemoteWindow } from './window/remoteWindow';
import * as vscode from 'vscode';
import type { Run } from '../ssh/config/effectiveConfig';
import { SshConfigError } from '../ssh/errors';
import { runProgram } from '../ssh/run/runSsh';
import { findsEntry } from '../ssh/login/sshJudge';
import type { SshSetup } from './entries/sshSetup';

export interface Connected {
  alias: string;
  host: string;
  port: number;
  /** False if no extension for SSH windows is installed. */
  opened: boolean;
}

export interface ConnectOptions extends PrepareOptions {
  /** Absolute; undefined for the home folder of the login. */
  remoteFolder: string | undefined;
}

/** Opens an editor window on an instance. Undefined if the person said no to a question. */
export async function connectInstance(
  services: PrepareServices & { remoteWindow: RemoteWindow },
  instanceId: number,
  options: ConnectOptions,
): Promise<Connected | undefined> {
  const extension = services.remoteWindow.provider();
  const forWindow = extension !== undefined;
  const prepared = await prepareSsh(services, instanceId, { ...options, forWindow });
  if (!prepared) return undefined;
  const { alias, address } = prepared;
  if (forWindow) {
    await refuseUnreadEntry(services.sshSetup(), alias, extension);
    const folder =
      options.remoteFolder ?? prepared.home ?? (await usualFolder(services, alias, options.signal));
    await services.remoteWindow.open(alias, folder);
  }
  return { alias, host: address.host, port: address.port, opened: forWindow };
}

/** The home folder of a login that isn't known yet; undefined if the machine doesn't report it. */
async function usualFolder(
  services: PrepareServices,
  alias: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return services.sshSetup().user === 'root' ? '/root' : homeOfLogin(services, alias, signal);
}

/** @throws SshConfigError `not_read` if the extension reads a config file without our host name */
async function refuseUnreadEntry(
  { configFile, windowConfigFile, defaultConfigFile, program }: SshSetup,
  alias: string,
  extension: string,
): Promise<void> {
  if (windowConfigFile === configFile) return;
  // That file may include ours, or be the same file under another name.
  const run: Run = (args, options) => runProgram(args, { program, ...options });
  if (await findsEntry(windowConfigFile, defaultConfigFile, alias, run)) return;
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
