import * as vscode from 'vscode';
import { callCommand } from '../../commandNames';
import { showErrorMessage, showInfo, withNotice } from '../../ask/notify';
import { nameOf } from '../instances/eachInstance';
import { installSshExtension, usualSshExtension } from '../../connect/window/sshExtensions';
import { errorWords } from '../../log/log';
import { InstanceNode } from '../../views/instances/instanceNodes';
import type { Services } from '../../prompts/services';

/**
 * Offers to install the extension for SSH windows that belongs to this editor, and connects once it is there. Where it
 * can't be installed, the terminal and the command line still work.
 */
export async function offerSshExtension(
  services: Pick<Services, 'instances' | 'remoteWindow' | 'log'>,
  instanceId: number,
): Promise<void> {
  const { id, name } = usualSshExtension(vscode.env.uriScheme);
  const install = vscode.l10n.t('Install {0}', name);
  const pressed = await showInfo(
    vscode.l10n.t(
      'Can’t open a window on {0}: no extension for SSH windows is installed.',
      nameOf(services, instanceId),
    ),
    install,
    vscode.l10n.t('Open in Terminal'),
  );
  if (pressed === install) await installAndConnect(services, instanceId, { id, name });
  else await goAnotherWay(instanceId, pressed);
}

async function installAndConnect(
  { remoteWindow, log }: Pick<Services, 'remoteWindow' | 'log'>,
  instanceId: number,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const isThere = () => remoteWindow.provider() !== undefined;
  const title = vscode.l10n.t('Installing {0}', name);
  let runs: boolean;
  try {
    runs = await withNotice(title, () => installSshExtension(id, isThere));
  } catch (error) {
    log.warn(`${id} could not be installed: ${errorWords(error)}`);
    const reason = error instanceof Error ? error.message : String(error);
    const message = vscode.l10n.t('{0} can’t be installed here: {1}', name, reason);
    const pressed = await showErrorMessage(message, ...Object.keys(otherWays(instanceId)));
    await goAnotherWay(instanceId, pressed);
    return;
  }
  log.info(`Installed ${id}, to connect.`);
  await (runs ? callCommand('connect', new InstanceNode(instanceId)) : offerReload(name));
}

async function offerReload(name: string): Promise<void> {
  const reload = vscode.l10n.t('Reload Window');
  const message = vscode.l10n.t('{0} is installed. Reload the window, and then connect again.', name);
  if ((await showInfo(message, reload)) === reload)
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
}

/** What works without a window, by the titles of its buttons. */
const otherWays = (instanceId: number) => ({
  [vscode.l10n.t('Open in Terminal')]: () => callCommand('openTerminal', new InstanceNode(instanceId)),
  [vscode.l10n.t('Copy SSH Command')]: () => callCommand('copySshCommand', new InstanceNode(instanceId)),
});

async function goAnotherWay(instanceId: number, pressed: string | undefined): Promise<void> {
  if (pressed !== undefined) await otherWays(instanceId)[pressed]?.();
}
