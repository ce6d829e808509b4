import * as vscode from 'vscode';
import { type Connected, connectInstance } from '../connect/connectInstance';
import { settings } from '../stores/settings';
import type { Call } from './call';
import { withCancellableProgress } from './connectProgress';
import { targetInstance } from './pickInstance';
import type { Services } from './services';

/** Opens an editor window on an instance: waits for it, writes its ssh entry, sees it answer, opens. */
export async function connect(services: Services, call: Call): Promise<Connected | undefined> {
  const id = await targetInstance(services, call, vscode.l10n.t('Connect'), ({ can }) => can.connect);
  if (id === undefined) return undefined;
  const connected = await withCancellableProgress(
    vscode.l10n.t('Connecting to instance {0}', id),
    (progress) =>
      connectInstance(services, id, {
        ...progress,
        confirmed: call.confirmed,
        interactive: call.interactive,
        remoteFolder: settings.connect.remoteFolder,
      }),
  );
  if (connected && !connected.opened && call.interactive) void offerExtension(id, connected.alias);
  return connected;
}

/** Without an extension for SSH windows there is still a terminal. */
async function offerExtension(instanceId: number, alias: string): Promise<void> {
  const install = vscode.l10n.t('Find an Extension');
  const terminal = vscode.l10n.t('Open in Terminal');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} answers, but no extension for SSH windows is installed.', alias),
    install,
    terminal,
  );
  if (answer === install) await vscode.commands.executeCommand('workbench.extensions.search', 'remote ssh');
  if (answer === terminal)
    await vscode.commands.executeCommand('gpuRental.openTerminal', { instanceId, interactive: true });
}
