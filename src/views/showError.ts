import * as vscode from 'vscode';
import { LocalError } from '../api/localError';
import { describeError, type ErrorAction } from '../api/describeError';
import { type Button, showErrorMessage, showInfo, showWith } from '../ask/notify';
import { callCommand, type CommandName } from '../commandNames';

/**
 * Shows a failure with the buttons that help. `retry` repeats what the person did; if that is `repeatable`, it is
 * repeated automatically after a login with a second factor. If there is simply nothing to work on, shows an
 * information message instead. Adds Show Log if there is room.
 */
export async function showError(
  error: unknown,
  retry: () => Thenable<unknown>,
  { repeatable = false }: { repeatable?: boolean } = {},
): Promise<void> {
  const { message, actions } = describeError(error);
  if (error instanceof LocalError && error.code === 'nothing_suits') {
    void showInfo(message);
    return;
  }
  if (error instanceof LocalError && error.code === 'nothing_yet') {
    const search = vscode.l10n.t('Search Offers');
    if ((await showInfo(message, search)) === search) await callCommand('searchOffers');
    return;
  }
  const helpful = actions.flatMap((action) => button(action, retry, repeatable) ?? []).slice(0, 3);
  const log: Button = { title: vscode.l10n.t('Show Log'), run: () => callCommand('showLog') };
  const buttons = helpful.length < 3 ? [...helpful, log] : helpful;
  await showWith(showErrorMessage, message, buttons);
}

/** The button for an action; undefined if no button can do it. */
function button(
  action: ErrorAction,
  retry: () => Thenable<unknown>,
  repeatable: boolean,
): Button | undefined {
  const command = (title: string, name: CommandName): Button => ({ title, run: () => callCommand(name) });
  switch (action) {
    case 'retry':
      return { title: vscode.l10n.t('Try Again'), run: retry };
    case 'completeTwoFactor':
      return { title: vscode.l10n.t('Enter Second Factor'), run: () => logInThen(retry, repeatable) };
    case 'signIn':
      return command(vscode.l10n.t('Sign In'), 'signIn');
    case 'useOtherAccount':
      return command(vscode.l10n.t('Switch Account'), 'switchAccount');
    case 'searchAgain':
      return command(vscode.l10n.t('Search Again'), 'searchOffers');
    case 'openBilling':
    case 'openConsole':
    case 'contactSupport':
      return command(vscode.l10n.t('Open Web Console'), 'openConsole');
    case 'refresh':
      return command(vscode.l10n.t('Refresh'), 'refreshInstances');
    case 'openSettings':
      return {
        title: vscode.l10n.t('Open Settings'),
        run: () => vscode.commands.executeCommand('workbench.action.openSettings', 'gpuRental'),
      };
    default:
      return undefined;
  }
}

async function logInThen(retry: () => Thenable<unknown>, repeatable: boolean): Promise<unknown> {
  const session = await callCommand('logInWithTwoFactor');
  if (session === undefined) return undefined;
  if (repeatable) return retry();
  // The refused action wasn't done. The person decides whether to do it now.
  return showInfo(vscode.l10n.t('The earlier action didn’t run. Try it again if you still want it.'));
}
