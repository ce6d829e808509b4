import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { prepareSsh } from '../connect/prepare';
import { sshArguments } from '../ssh/sshCommand';
import type { Call } from './call';
import { withCancellableProgress } from './connectProgress';
import { targetInstance } from './pickInstance';
import type { Services } from './services';

/** Opens a shell on an instance in a terminal of this window. */
export async function openTerminal(services: Services, call: Call): Promise<{ alias: string } | undefined> {
  const id = await targetInstance(
    services,
    call,
    vscode.l10n.t('Open in Terminal'),
    ({ can }) => can.connect,
  );
  if (id === undefined) return undefined;
  const prepared = await withCancellableProgress(
    vscode.l10n.t('Connecting to instance {0}', id),
    (progress) =>
      prepareSsh(services, id, { ...progress, confirmed: call.confirmed, interactive: call.interactive }),
  );
  if (!prepared) return undefined;
  const { alias } = prepared;
  const terminal = vscode.window.createTerminal({
    name: alias,
    shellPath: 'ssh',
    // An argument vector: no shell reads it.
    shellArgs: sshArguments({ alias, ...services.sshSetup() }),
    // The scheme decides where the terminal runs: in a remote window it must still be this machine.
    cwd: vscode.Uri.file(homedir()),
    iconPath: new vscode.ThemeIcon('vm-running'),
  });
  terminal.show();
  return { alias };
}
