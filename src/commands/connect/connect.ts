import * as vscode from 'vscode';
import { type Connected, connectInstance } from '../../connect/connectInstance';
import { settings } from '../../stores/settings';
import type { Call } from '../call';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { offerSshExtension } from './offerSshExtension';
import { targetInstance } from '../instances/targetInstance';
import type { Services } from '../../prompts/services';

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
  return withCancellableProgress(vscode.l10n.t('Connecting to instance {0}', id), (progress) =>
    connectInstance(services, id, {
      ...progress,
      confirmed: call.confirmed,
      interactive: call.interactive,
      remoteFolder: settings.connect.remoteFolder,
    }),
  );
}
