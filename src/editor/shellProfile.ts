import * as vscode from 'vscode';
import { CancelledError } from '../api/cancelled';
import type { Services } from '../prompts/services';
import { type ShellTerminal, shellTerminal } from '../commands/connect/shellTerminal';
import { askedBy } from '../ask/dialogs';
import { errorWords } from '../log/log';
import { callCommand } from '../commandNames';
import { signedIn } from '../api/localError';
import { showError } from '../views/showError';

/**
 * The terminal profile “GPU Rental: Shell”: a shell on the instance that the person picks. @throws Error without a
 * message if there is none: VS Code shows the message, and the person knows already
 */
export async function shellProfile(services: Services): Promise<vscode.TerminalProfile> {
  const call = { instanceIds: [], confirmed: false, interactive: true, arguments: {} };
  // A task or another extension can open a terminal with it.
  const asking = askedBy(services, 'unknown');
  try {
    await services.ready;
    signedIn(services.accounts);
    const options = await shellTerminal(asking, call, vscode.l10n.t('Open Shell'));
    if (options) {
      showWhenOpen(options);
      return new vscode.TerminalProfile(options);
    }
  } catch (error) {
    if (!(error instanceof CancelledError)) {
      services.log.warn(`The terminal profile failed: ${errorWords(error)}`);
      void showError(error, () => callCommand('openTerminal'), { repeatable: true });
    }
  }
  throw new Error('');
}

/** VS Code leaves a hidden panel hidden when a person picks a profile of an extension from the Command Palette. */
function showWhenOpen({ name }: ShellTerminal): void {
  const subscription = vscode.window.onDidOpenTerminal((terminal) => {
    if (terminal.creationOptions.name !== name) return;
    subscription.dispose();
    terminal.show();
  });
}
