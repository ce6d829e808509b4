import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { showStatus } from '../../ask/notify';
import type { Call } from '../call';
import { nameOf } from '../instances/eachInstance';
import { isRunning, knownInstance, targetInstance } from '../instances/targetInstance';
import { type Connected, connectInstance } from '../../connect/connectInstance';
import { remoteOf } from '../../connect/remotes';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { sshAddresses, usedAddress } from '../../ssh/address';
import { aliasOf } from '../../ssh/alias';
import { explicitSshArguments, formatCommandLine, sshArguments } from '../../ssh/run/sshCommand';
import { settings } from '../../stores/settings';
import { offerSshExtension } from './offerSshExtension';
import { shellTerminal } from './shellTerminal';

/**
 * Opens an editor window on an instance: waits for it, writes its ssh entry, waits for SSH to answer, and opens the
 * window. Without an extension for SSH windows, a person is asked first whether to install one; a program gets the entry
 * and `opened: false`.
 */
export async function connect(services: Services, call: Call): Promise<Connected | undefined> {
  const id = await targetInstance(services, call, vscode.l10n.t('Connect'), ({ can }) => can.connect);
  if (id === undefined) return undefined;
  if (call.interactive && !services.remoteWindow.provider()) {
    // Before the config is edited and the machine waited for, which may start it.
    void offerSshExtension(services, id);
    return undefined;
  }
  return withCancellableProgress(vscode.l10n.t('Connecting to {0}', nameOf(services, id)), (progress) =>
    connectInstance(services, id, {
      ...progress,
      confirmed: call.confirmed,
      interactive: call.interactive,
      remoteFolder: settings.connect.remoteFolder,
    }),
  );
}

/** Copies a command line that opens a shell on an instance from any terminal on this computer. */
export async function copySshCommand(
  services: Pick<Services, 'instances' | 'sshEntries' | 'sshSetup' | 'viaProxy'>,
  call: Call,
): Promise<{ command: string } | undefined> {
  const id = await targetInstance(services, call, vscode.l10n.t('Copy SSH Command'), isRunning);
  if (id === undefined) return undefined;
  const instance = await knownInstance(services, id);
  const found = sshAddresses(instance);
  if (!('addresses' in found)) throw new LocalError('may_pass', found.message);
  const marked = await services.viaProxy.list(services.instances.state.accountId ?? '');
  const address = usedAddress(instance, marked.has(id));
  if (!address) return undefined;
  const { program, user, identityFile } = services.sshSetup();
  await services.sshEntries.sync();
  // The short form needs our Include, which the person may not have agreed to yet, and an entry of its own.
  const remote = await remoteOf(services.sshSetup(), instance);
  const parts = remote
    ? sshArguments(remote)
    : explicitSshArguments(aliasOf(id), address, user, identityFile);
  const command = formatCommandLine([program, ...parts]);
  await vscode.env.clipboard.writeText(command);
  if (call.interactive) showStatus('check', vscode.l10n.t('SSH command copied'), 3000);
  return { command };
}

/** Opens a shell on an instance in a terminal of this window. */
export async function openTerminal(services: Services, call: Call): Promise<{ alias: string } | undefined> {
  const options = await shellTerminal(services, call, vscode.l10n.t('Open in Terminal'));
  if (!options) return undefined;
  vscode.window.createTerminal(options).show();
  return { alias: options.name };
}
