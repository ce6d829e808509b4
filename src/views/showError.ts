import * as vscode from 'vscode';
import { describeError, type ErrorAction } from '../api/describeError';

/** Shows a failure with the buttons that help. `retry` is what the person did, done again. */
export async function showError(error: unknown, retry: () => Thenable<unknown>): Promise<void> {
  const { message, actions } = describeError(error);
  const buttons = actions.flatMap((action) => button(action, retry) ?? []).slice(0, 3);
  const pressed = await vscode.window.showErrorMessage(message, ...buttons);
  await pressed?.run();
}

interface Button extends vscode.MessageItem {
  run: () => Thenable<unknown>;
}

/** What a helpful action does here; undefined where no button can do it. */
function button(action: ErrorAction, retry: () => Thenable<unknown>): Button | undefined {
  const command = (title: string, id: string, ...args: unknown[]): Button => ({
    title,
    run: () => vscode.commands.executeCommand(id, ...args),
  });
  switch (action) {
    case 'retry':
      return { title: vscode.l10n.t('Try Again'), run: retry };
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
