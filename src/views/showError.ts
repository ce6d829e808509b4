import * as vscode from 'vscode';
import { describeError, type ErrorAction } from '../api/describeError';

/**
 * Shows a failure with the buttons that help. `retry` is what the person did, done again; where that is `repeatable`
 * it goes on by itself after a login with a second factor.
 */
export async function showError(
  error: unknown,
  retry: () => Thenable<unknown>,
  { repeatable = false }: { repeatable?: boolean } = {},
): Promise<void> {
  const { message, actions } = describeError(error);
  const buttons = actions.flatMap((action) => button(action, retry, repeatable) ?? []).slice(0, 3);
  const pressed = await vscode.window.showErrorMessage(message, ...buttons);
  await pressed?.run();
}

interface Button extends vscode.MessageItem {
  run: () => Thenable<unknown>;
}

/** What a helpful action does here; undefined where no button can do it. */
function button(
  action: ErrorAction,
  retry: () => Thenable<unknown>,
  repeatable: boolean,
): Button | undefined {
  const command = (title: string, id: string, ...args: unknown[]): Button => ({
    title,
    run: () => vscode.commands.executeCommand(id, ...args),
  });
  switch (action) {
    case 'retry':
      return { title: vscode.l10n.t('Try Again'), run: retry };
    case 'completeTwoFactor':
      return { title: vscode.l10n.t('Enter Second Factor'), run: () => logInThen(retry, repeatable) };
    case 'signIn':
      return command(vscode.l10n.t('Sign In'), 'gpuRental.signIn');
    case 'useOtherAccount':
      return command(vscode.l10n.t('Switch Account'), 'gpuRental.switchAccount');
    case 'searchAgain':
      return command(vscode.l10n.t('Search Again'), 'gpuRental.searchOffers');
    case 'openBilling':
    case 'openConsole':
    case 'contactSupport':
      return command(vscode.l10n.t('Open Web Console'), 'gpuRental.openConsole');
    case 'refresh':
      return command(vscode.l10n.t('Refresh'), 'gpuRental.refreshInstances');
    case 'openSettings':
      return command(vscode.l10n.t('Open Settings'), 'workbench.action.openSettings', 'gpuRental');
    default:
      return undefined;
  }
}

async function logInThen(retry: () => Thenable<unknown>, repeatable: boolean): Promise<unknown> {
  const session = await vscode.commands.executeCommand('gpuRental.logInWithTwoFactor');
  if (session === undefined) return undefined;
  if (repeatable) return retry();
  // What was refused was not done; the person decides whether it still shall be.
  return vscode.window.showInformationMessage(
    vscode.l10n.t('What the service refused before was not done. Do it again if you still want it.'),
  );
}
